#pragma once

class QEvent;
class QWidget;

namespace blueprinting::ui {

/// What the fields of views have in common. The wheel scrolls the page: it changes a number or a choice only where that
/// has the keyboard. Undo and redo are the session's: what is typed is applied first and taken back as the step it is,
/// since a history of the field's own would leave a key that seems to do nothing. A page of text that is being written
/// keeps its own steps.
///
/// To be asked by an event filter, of a field whose text becomes a step of the session; true where the event is dealt
/// with. GUI thread.
bool field_manners(QWidget* field, QEvent* event);

/// So that the wheel, which is the page's, does not take the keyboard either.
void keep_wheel_from(QWidget* field);

} // namespace blueprinting::ui
