#include "ui/report/pdf_date.h"

#include <QDate>

namespace blueprinting::ui {
namespace {

constexpr int kPlaceDigits = 10; ///< PDF 1.4, 3.4.3: an entry is "nnnnnnnnnn ggggg n" and two bytes of line end
constexpr int kEntry = 20;

QByteArray digits(qint64 value) { return QByteArray::number(value).rightJustified(kPlaceDigits, '0'); }

} // namespace

QByteArray with_pdf_date(QByteArray pdf, const QString& date)
{
    const QByteArray key = "/CreationDate (";
    const qsizetype at = pdf.indexOf(key);
    const qsizetype end = at < 0 ? -1 : pdf.indexOf(')', at);
    const qsizetype table = pdf.lastIndexOf("\nxref\n");
    const qsizetype trailer = pdf.lastIndexOf("startxref\n");
    if (end < 0 || table < 0 || trailer < table)
        return pdf;
    const QDate day = QDate::fromString(date, Qt::ISODate);
    const QByteArray said =
        "D:" + (day.isValid() ? day : QDate(1970, 1, 1)).toString(QStringLiteral("yyyyMMdd")).toLatin1() + "000000Z";
    const qsizetype from = at + key.size();
    const qsizetype moved = said.size() - (end - from);

    // From the end, so that what lies before keeps its place.
    const qsizetype number = trailer + 10;
    const qsizetype number_end = pdf.indexOf('\n', number);
    pdf.replace(number, number_end - number,
                QByteArray::number(pdf.mid(number, number_end - number).toLongLong() + moved));
    const qsizetype head_end = pdf.indexOf('\n', table + 6); // "0 <count>"
    const qint64 count = pdf.mid(table + 6, head_end - table - 6).split(' ').value(1).toLongLong();
    for (qint64 i = 0; i < count; ++i) {
        const qsizetype entry = head_end + 1 + i * kEntry;
        const qint64 place = pdf.mid(entry, kPlaceDigits).toLongLong();
        if (place > at)
            pdf.replace(entry, kPlaceDigits, digits(place + moved));
    }
    return pdf.replace(from, end - from, said);
}

} // namespace blueprinting::ui
