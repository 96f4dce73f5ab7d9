#include "ui/frame/guide.h"

#include "ui/frame/own_window.h"
#include "ui/style/words.h"
#include "ui/widgets/named.h"

#include <QFile>
#include <QListWidget>
#include <QTextBrowser>

namespace blueprinting::ui {
namespace {

constexpr const char* kFirst = "window";

QString markdown_of(const QString& page)
{
    QFile file(page == QLatin1String(kFirst) ? QStringLiteral(":/help.md") : QStringLiteral(":/guide/%1.md").arg(page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString title_of(const QString& markdown) { return markdown.section(u'\n', 0, 0).mid(2).trimmed(); }

void select_page(QListWidget& contents, const QString& page)
{
    int row = 0;
    for (int i = 0; i < contents.count(); ++i)
        if (contents.item(i)->data(Qt::UserRole).toString() == page)
            row = i;
    contents.setCurrentRow(row);
}

} // namespace

std::vector<GuidePage> guide_pages(const std::vector<QString>& views)
{
    std::vector<QString> names{QString::fromLatin1(kFirst), QStringLiteral("fields")};
    names.insert(names.end(), views.begin(), views.end());
    std::vector<GuidePage> out;
    for (const QString& name : names)
        if (const QString text = markdown_of(name); !text.isEmpty())
            out.push_back({name, title_of(text), text});
    return out;
}

void show_guide(QWidget* parent, const std::vector<QString>& views, const QString& page)
{
    QDialog* window =
        show_one(parent, QStringLiteral("helpWindow"), Words::tr("Guide"), QSize(900, 680),
                 [&](QDialog* dialog, QVBoxLayout* layout) {
                     auto* contents = named(new QListWidget(dialog), "guideContents");
                     contents->setAccessibleName(Words::tr("Pages of the guide"));
                     auto* browser = named(new QTextBrowser(dialog), "helpText");
                     browser->setAccessibleName(Words::tr("Page of the guide"));
                     browser->setOpenExternalLinks(true);
                     for (const GuidePage& each : guide_pages(views)) {
                         auto* item = new QListWidgetItem(each.title, contents);
                         item->setData(Qt::UserRole, each.id);
                         item->setData(Qt::UserRole + 1, each.text);
                     }
                     contents->setFixedWidth(contents->sizeHintForColumn(0) + 2 * contents->frameWidth() + 16);
                     auto* row = new QHBoxLayout;
                     row->addWidget(contents);
                     row->addWidget(browser, 1);
                     layout->addLayout(row);
                     QObject::connect(contents, &QListWidget::currentItemChanged, browser,
                                      [browser](const QListWidgetItem* item) {
                                          if (item)
                                              browser->setMarkdown(item->data(Qt::UserRole + 1).toString());
                                      });
                 });
    auto* contents = window->findChild<QListWidget*>(QStringLiteral("guideContents"));
    select_page(*contents, page);
    contents->setFocus();
}

} // namespace blueprinting::ui
