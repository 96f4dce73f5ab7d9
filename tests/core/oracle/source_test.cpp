#include "core/oracle/source.h"
#include "tests/support/test_main.h"

#include <set>

using namespace blueprinting;

/// What everything above knows of the references: who they are, and in what order.
class SourceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoReferencesStandInTheirOrder()
    {
        QStringList said;
        for (const oracle::Source& source : oracle::sources())
            said << QString("%1 %2 %3").arg(source.key.c_str(), source.words.header.c_str()).arg(int(source.kind));
        QCOMPARE(said, (QStringList{QString("calculon Calculon %1").arg(int(oracle::Kind::recorded)),
                                    QString("paper paper %1").arg(int(oracle::Kind::paper))}));
        QCOMPARE(oracle::place_of("paper"), std::size_t{1});
        QCOMPARE(oracle::place_of("nobody"), oracle::sources().size());
    }

    void eachSaysWhoItIs()
    {
        std::set<std::string> keys;
        for (const oracle::Source& source : oracle::sources()) {
            QVERIFY2(keys.insert(source.key).second, source.key.c_str());
            const auto oracle = source.make();
            QVERIFY(oracle && !oracle->identity().name.empty());
            QCOMPARE(oracle->identity().provider, std::string(to_string(source.kind)));
            for (const std::string& words :
                 {source.words.name, source.words.in_sentence, source.words.header, source.words.total,
                  source.words.components, source.words.memory, source.words.not_covered})
                QVERIFY2(!words.empty(), source.key.c_str());
        }
    }
};

BLUEPRINTING_CORE_TEST(SourceTest)
#include "source_test.moc"
