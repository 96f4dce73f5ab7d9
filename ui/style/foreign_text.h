#pragma once
#include <QString>

/// Text that people and files wrote – names, keys, paths, refusals – on each surface of the window. shown() brings it
/// from core as it is; what draws it makes it safe: ToneLabel, tables and charts do so themselves, so that a view hands
/// them the exact text, and files and copies hold that. No label and no tooltip takes markup for such (ExplorerStyle),
/// unless it is made for rich text.
namespace blueprinting::ui {

/// On a label, a button, an item, a chart or in a dialog: what is not seen, or turns the line around, is spelled out as
/// on a console
/// ("\u202e", core/base/foreign_text.h). Line breaks and tabs stay, and isolates that are closed (name_in_sentence).
QString label_text(const QString& text);
/// The same on one line: line breaks and tabs are spaces.
QString line_text(const QString& text);

/// In a tooltip, which shows it letter by letter.
QString plain_tooltip(const QString& text);

/// As the content of an element or of a quoted attribute of HTML and SVG, on one line.
QString markup_text(const QString& text);

/// A name as it stands in a sentence: cut in its middle where it is longer than `most` characters, its line breaks as
/// spaces, and kept by itself (first strong isolate) where it is written from right to left, so that it does not turn
/// the sentence around.
QString name_in_sentence(const QString& name, qsizetype most = 48);

} // namespace blueprinting::ui
