#include "core/oracle/records.h"
#include "core/search/evaluate.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;

namespace {

/// The first figure that is off by more than `tolerance`, relative to the reference; empty where none is.
class Comparison {
public:
    void figure(std::string_view name, double ours, const oracle::Figure& reference)
    {
        ++m_count;
        const double bound = 1e-11 * std::fabs(reference.value);
        if (m_first.isEmpty() && (!reference.has_value() || !(std::fabs(ours - reference.value) <= bound)))
            m_first = QString("%1: %2 against %3")
                          .arg(QString::fromUtf8(name.data(), qsizetype(name.size())))
                          .arg(ours, 0, 'g', 17)
                          .arg(reference.value, 0, 'g', 17);
    }
    [[nodiscard]] QString first() const { return m_first; }
    [[nodiscard]] int count() const { return m_count; }

private:
    QString m_first;
    int m_count = 0;
};

} // namespace

/// Every record against our own estimate: nine components and their total, six parts of memory and their total,
/// nineteen block metrics, and the reference's recompute counter.
class RecordParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void record_data()
    {
        QTest::addColumn<int>("index");
        const auto records = oracle::read_records();
        QVERIFY(records);
        m_records = *records;
        for (std::size_t i = 0; i < m_records.size(); ++i)
            QTest::newRow(m_records[i].id.c_str()) << int(i);
    }
    void record()
    {
        QFETCH(int, index);
        const oracle::Record& record = m_records[std::size_t(index)];
        const auto& question = record.question;
        const auto ours =
            search::evaluate(question.model, question.system, question.execution, strategy::Rules::calculon_compatible);
        QVERIFY2(ours, ours.diagnostics().empty() ? "" : ours.diagnostics().front().message.c_str());

        Comparison compare;
        const cost::Estimate& evidence = ours->evidence;
        for (std::size_t i = 0; i < cost::kComponents; ++i)
            compare.figure(to_string(static_cast<cost::Component>(i)), evidence.breakdown.seconds[i].value(),
                           record.answer.components[i]);
        compare.figure("total", evidence.total.value(), record.answer.total_seconds);
        for (std::size_t i = 0; i < cost::kMemoryParts; ++i) {
            const auto part = static_cast<cost::MemoryPart>(i);
            compare.figure(to_string(part), evidence.memory[part].value(), record.answer.memory_parts[i]);
        }
        compare.figure("memory", evidence.memory.total().value(), record.answer.memory_bytes);
        for (std::size_t i = 0; i < ir::kBlockMetrics; ++i)
            compare.figure(name_of(static_cast<ir::BlockMetric>(i)), ours->metrics.values[i], record.answer.metrics[i]);
        compare.figure("block_re_flops", ir::recompute_audit(ours->compilation.plan()).reference_prefix_counter,
                       record.answer.reference_recompute_counter);
        QVERIFY2(compare.first().isEmpty(), qPrintable(compare.first()));
        QCOMPARE(compare.count(), 9 + 1 + 6 + 1 + 19 + 1);
        QCOMPARE(evidence.fits, record.fits);

        // Table 5, Figures 1 and 7 and all even training need no concession.
        const QString id = QString::fromStdString(record.id);
        if (id.startsWith("seqsel") || id.startsWith("train-public")) {
            const auto strict =
                search::evaluate(question.model, question.system, question.execution, strategy::Rules::strict);
            QVERIFY(strict);
            QCOMPARE(strict->evidence.total.value(), evidence.total.value());
        }
    }

private:
    std::vector<oracle::Record> m_records;
};

BLUEPRINTING_CORE_TEST(RecordParityTest)
#include "record_parity_test.moc"
