#include "core/strategy/law_blocks.h"
#include "tests/core/strategy/law_edges.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace blueprinting;
using namespace blueprinting::testing;

namespace {

using Offers = std::vector<LawBlock::Offer>;

/// The legal case with 96 heads of 128, as GPT-175B has them.
Case gpt()
{
    Case out = legal_case();
    out.model.heads = 96;
    out.model.head_size = 128;
    return out;
}

std::vector<LawBlock> blocks_of(const Case& c)
{
    return law_blocks(c.violations(), c.model, c.system, c.execution, c.rules);
}

QString text_of(const LawBlock& block) { return QString::fromStdString(block.text); }

/// "TP 4, TP tier 1" is easier to read in a failure than numbers of fields.
QString offers_of(const LawBlock& block)
{
    QStringList out;
    for (const LawBlock::Offer& offer : block.offers)
        out << QString::fromUtf8(path_of(offer.field)) + QStringLiteral(" %1").arg(offer.value);
    return out.join(QStringLiteral(", "));
}

} // namespace

/// Broken laws as a person mends them: a field at a time.
class LawBlocksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void legalHasNone() { QVERIFY(blocks_of(gpt()).empty()); }

    /// One number that does not divide four sizes is one sentence with one pair of nearest values.
    void oneNumberIsOneBlock()
    {
        Case c = gpt();
        c.execution.tiers.tensor = 1; // tier 0 must be filled, which 7 does not
        c.system.networks[1].size = 4096;
        c.training().tensor.degree = 7;
        const auto blocks = blocks_of(c);
        QCOMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(blocks[0].field, Field::tensor_degree);
        // 12288 = 2^12·3, 49152 = 2^14·3, 96 = 2^5·3 heads, 2048 = 2^11: below 7 only 4, above it 8 divide all four.
        QCOMPARE(text_of(blocks[0]),
                 QString::fromUtf8(
                     "TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, sequence 2048."));
        QCOMPARE(offers_of(blocks[0]), QString("tensor.degree 4, tensor.degree 8"));
        // The diagnostics stay one for each law, under their codes.
        QStringList codes;
        for (const Diagnostic& each : as_diagnostics(blocks[0].laws))
            codes << QString::fromStdString(each.code);
        QCOMPARE(codes, (QStringList{"strategy.hidden.indivisible", "strategy.feedforward.indivisible",
                                     "strategy.heads.indivisible", "strategy.sequence.indivisible"}));
        // Without sequence parallelism the sequence is not cut.
        c.training().tensor.communication = TensorCommunication::all_reduce;
        c.execution.all_gather_redo = false;
        QCOMPARE(text_of(blocks_of(c)[0]),
                 QString::fromUtf8("TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96."));
        QCOMPARE(offers_of(blocks_of(c)[0]), QString("tensor.degree 6, tensor.degree 8"));
    }

    void oneSizeKeepsTheLawsOwnWords()
    {
        Case c = gpt();
        c.execution.tiers.tensor = 1;
        c.system.networks[1].size = 4096;
        c.training().tensor.degree = 6; // divides all but the 2048 tokens
        const auto blocks = blocks_of(c);
        QCOMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(text_of(blocks[0]), QString("The tensor-parallel degree 6 does not divide the sequence length 2048."));
    }

    void underCalculonsRulesTheSequenceHasItsOwnWords()
    {
        Case c = gpt();
        c.rules = Rules::calculon_compatible;
        c.execution.tiers.tensor = 1;
        c.system.networks[1].size = 4096;
        c.training().tensor.degree = 7;
        QCOMPARE(text_of(blocks_of(c)[0]),
                 QString::fromUtf8("TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, "
                                   "microbatch times sequence 4·2048."));
    }

    void everyFieldHasItsOwnBlock()
    {
        Case c = gpt();
        c.training().tensor.degree = 7;
        c.training().pipeline.degree = 5;
        c.training().data.degree = 7;
        c.execution.all_gather_redo = true;
        c.training().recompute = RecomputePolicy::full;
        QStringList fields;
        for (const LawBlock& block : blocks_of(c))
            fields << QString::fromUtf8(path_of(block.field));
        QCOMPARE(fields, (QStringList{"sequence_parallel_all_gather_redo", "global_batch", "tensor.degree",
                                      "pipeline.degree"}));
    }

    /// What a degree is too large for is said at the degree: its own nearest values first, then the tiers that would
    /// take it.
    void aTierTooSmallIsSaidAtTheDegree_data()
    {
        QTest::addColumn<std::array<qint64, 3>>("degrees"); ///< tensor, pipeline, data
        QTest::addColumn<std::array<qint64, 3>>("tiers");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("words"); ///< part of the text
        QTest::addColumn<QString>("offers");
        using Three = std::array<qint64, 3>;
        // Tier 0 connects 8 and must be filled, tier 1 connects 64. 96 heads, 96 blocks, 240 samples in microbatches
        // of 4.
        QTest::newRow("one group alone")
            << Three{16, 1, 4} << Three{0, 1, 1} << "tensor.degree"
            << "Tensor parallelism of 16 on network tier 0 needs more than the 8 processors that the tier connects."
            << "tensor.degree 8, network_tiers.tensor 1";
        // 2·64 > 64: of the two, the data-parallel degree is the larger. 30 is the largest that divides 60 and leaves
        // room for 2.
        QTest::newRow("the larger of two")
            << Three{8, 2, 60} << Three{0, 1, 1} << "data.degree"
            << "Pipeline parallelism of 2 and data parallelism of 60 on network tier 1, together 120 processors,"
            << "data.degree 30";
        QTest::newRow("the larger of two, though it is not the last")
            << Three{8, 32, 4} << Three{0, 1, 1} << "pipeline.degree"
            << "Pipeline parallelism of 32 and data parallelism of 4"
            << "pipeline.degree 16";
        // Nothing below 4 would make room for TP 16 on 8; 2 would be the most that TP may be beside 4.
        QTest::newRow("whatever can be mended")
            << Three{16, 1, 4} << Three{0, 1, 0} << "tensor.degree"
            << "Tensor parallelism of 16 and data parallelism of 4 on network tier 0, together 64 processors,"
            << "tensor.degree 2, network_tiers.tensor 1";
        // 3 leaves part of tier 0 unused; it divides 12288, 49152 and 96, and sequences are not cut here.
        QTest::newRow("a tier that is not filled") << Three{3, 1, 4} << Three{0, 1, 1} << "tensor.degree"
                                                   << "leaves part of the tier unused"
                                                   << "tensor.degree 2, tensor.degree 4, network_tiers.tensor 1";
    }
    void aTierTooSmallIsSaidAtTheDegree()
    {
        using Three = std::array<qint64, 3>;
        QFETCH(Three, degrees);
        QFETCH(Three, tiers);
        QFETCH(QString, field);
        QFETCH(QString, words);
        QFETCH(QString, offers);
        Case c = gpt();
        c.execution.all_gather_redo = false;
        c.training() = {{degrees[0], TensorCommunication::all_reduce},
                        {degrees[1], degrees[1] == 1 ? PipelineSchedule(SingleStage{}) : OneForwardOneBackward{}},
                        {degrees[2], false},
                        RecomputePolicy::none};
        c.execution.tiers = {tiers[0], tiers[1], tiers[2]};
        const auto blocks = blocks_of(c);
        QCOMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(QString::fromUtf8(path_of(blocks[0].field)), field);
        QVERIFY2(text_of(blocks[0]).contains(words), qPrintable(text_of(blocks[0])));
        QCOMPARE(offers_of(blocks[0]), offers);
    }

    /// The size of a tier that must be filled is one more size that a degree does not divide; another tier would mend
    /// that alone.
    void theTiersSizeIsOneMoreSize()
    {
        Case c = gpt();
        c.system.networks[1].size = 4096;
        c.training().tensor.degree = 7; // on tier 0, of 8
        const auto blocks = blocks_of(c);
        QCOMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(blocks[0].laws.size(), std::size_t{5});
        QCOMPARE(text_of(blocks[0]),
                 QString::fromUtf8(
                     "TP 7 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, sequence 2048, "
                     "the 8 processors of network tier 0."));
        QCOMPARE(offers_of(blocks[0]), QString("tensor.degree 4, tensor.degree 8"));
    }

    /// A degree that is too large for its tier and does not divide either is one block that says both.
    void oneFieldSaysAllOfItsLaws()
    {
        Case c = gpt();
        c.training().tensor.degree = 9;
        const auto blocks = blocks_of(c);
        QCOMPARE(blocks.size(), std::size_t{1});
        QCOMPARE(
            text_of(blocks[0]),
            QString::fromUtf8(
                "TP 9 does not divide hidden 12\u2009288, feed-forward 49\u2009152, heads 96, sequence 2048. "
                "Tensor parallelism of 9 on network tier 0 needs more than the 8 processors that the tier connects."));
        QCOMPARE(offers_of(blocks[0]), QString("tensor.degree 8"));
        // A tier that would take 9 makes it divide nothing.
        c.system.networks[1].size = 4096;
        QCOMPARE(offers_of(blocks_of(c)[0]), QString("tensor.degree 8"));
    }

    /// Of every law there is: nothing is lost, nothing said twice, and what is offered for the block's own field mends
    /// all of it.
    void everyLaw_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Edge& edge : edges())
            QTest::newRow(edge.name) << index++;
    }
    void everyLaw()
    {
        QFETCH(int, index);
        const Edge edge = edges().at(static_cast<std::size_t>(index));
        Case c = edge.inference ? legal_inference() : legal_case();
        c.rules = edge.rules;
        edge.breaks(c);
        const auto broken = c.violations();
        const auto blocks = blocks_of(c);
        std::size_t laws = 0;
        std::set<Field> fields;
        for (const LawBlock& block : blocks) {
            QVERIFY(fields.insert(block.field).second);
            QVERIFY(!block.laws.empty());
            QVERIFY(block.text.ends_with('.') && block.text.front() != ' ');
            laws += block.laws.size();
            for (const Violation& law : block.laws)
                QVERIFY(std::find(broken.begin(), broken.end(), law) != broken.end());
            for (const LawBlock::Offer& offer : block.offers) {
                const auto left = with(c, offer.field, offer.value).violations();
                const auto stays = [&](const Violation& law) {
                    return std::any_of(left.begin(), left.end(), [&](const Violation& other) {
                        return other.code == law.code && other.path == law.path;
                    });
                };
                if (offer.field == block.field)
                    QVERIFY2(std::none_of(block.laws.begin(), block.laws.end(), stays), qPrintable(offers_of(block)));
                else
                    QVERIFY2(!std::all_of(block.laws.begin(), block.laws.end(), stays), qPrintable(offers_of(block)));
            }
        }
        QCOMPARE(laws, broken.size());
    }
};

BLUEPRINTING_CORE_TEST(LawBlocksTest)
#include "law_blocks_test.moc"
