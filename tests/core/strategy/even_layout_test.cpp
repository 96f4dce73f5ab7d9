#include "core/strategy/even_layout.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using strategy::LayoutShape;

/// Layouts that even a pipeline's chunks.
class EvenLayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void offers_data()
    {
        QTest::addColumn<QString>("present");
        QTest::addColumn<QList<int>>("shape"); // blocks, modules, stages, virtual stages, vocabulary
        QTest::addColumn<QString>("offered");  // null where nothing is
        const QString nothing;
        // 126 blocks, embedding and head are 16 times 8.
        QTest::newRow("edges") << "Et*9|(t*8|)*13t*7|t*6L" << QList<int>{126, 0, 16, 1, 1} << "edges";
        QTest::newRow("edges already") << "edges" << QList<int>{126, 0, 16, 1, 1} << nothing;
        // 61 blocks, a module, embedding and head are 16 times 4.
        QTest::newRow("a module") << "Et*4|(t*4|)*14tmL" << QList<int>{61, 1, 16, 1, 1} << "Et*3|(t*4|)*14t*2mL";
        QTest::newRow("a module already") << "Et*3|(t*4|)*14t*2mL" << QList<int>{61, 1, 16, 1, 1} << nothing;
        // 32 blocks, embedding and head on 4: 8, 9, 9, 8. Evenly laid it is 9, 8, 8, 9: as even.
        QTest::newRow("even is as even") << "" << QList<int>{32, 0, 4, 1, 1} << nothing;
        QTest::newRow("what cannot be laid") << "edges" << QList<int>{32, 0, 4, 1, 1} << "Et*7|(t*9|)*2t*7L";
        QTest::newRow("virtual stages") << "edges" << QList<int>{6, 0, 2, 2, 1} << nothing;
        // 11 on 4: 2, 3, 3, 3.
        QTest::newRow("the last holds one more") << "even?" << QList<int>{9, 0, 4, 1, 1} << "Et|(t*3|)*2t*2L";
        QTest::newRow("no vocabulary") << "t|t*7" << QList<int>{8, 0, 2, 1, 0} << "";
        QTest::newRow("no vocabulary, a rest") << "" << QList<int>{9, 0, 2, 1, 0} << "t*4|t*5";
        QTest::newRow("one chunk") << "edges" << QList<int>{8, 0, 1, 1, 1} << nothing;
        QTest::newRow("too few") << "edges" << QList<int>{2, 0, 8, 1, 1} << nothing;
    }
    void offers()
    {
        QFETCH(QString, present);
        QFETCH(QList<int>, shape);
        QFETCH(QString, offered);
        const LayoutShape over{shape[0], shape[1], shape[2], shape[3], shape[4] == 1};
        const auto found = strategy::evener_layout(present.toStdString(), over);
        QCOMPARE(found.has_value(), !offered.isNull());
        if (!found)
            return;
        QCOMPARE(QString::fromStdString(*found), offered);
        // It can be laid, and holds every block once.
        const auto chunks = strategy::chunks_of(*found, over);
        QVERIFY2(chunks.has_value(), chunks ? "" : chunks.diagnostics().front().message.c_str());
        std::int64_t blocks = 0;
        for (const strategy::ChunkContent& chunk : *chunks)
            blocks += chunk.blocks;
        QCOMPARE(blocks, std::int64_t{shape[0]});
    }
};

BLUEPRINTING_CORE_TEST(EvenLayoutTest)
#include "even_layout_test.moc"
