#pragma once

/// Names of the widgets that others hold by pointer, as <iosfwd> has those of streams.
class QCheckBox;
class QComboBox;
class QGridLayout;
class QHBoxLayout;
class QLineEdit;
class QMenu;
class QPainter;
class QPushButton;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;
class QWidget;

namespace blueprinting::ui {

class AnswerLine;
class EmptyState;
class IconLabel;
class Legend;
class LinkButton;
class Panel;
class RowTable;
class SegmentedSwitch;
class StackedBars;
class TableView;
class ToneLabel;

} // namespace blueprinting::ui
