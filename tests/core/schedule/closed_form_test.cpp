#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

/// The forms of the papers, written out here once more, against the simulation.
class ClosedFormTest : public QObject {
    Q_OBJECT
private slots:
    void one_forward_one_backward_and_gpipe();
    void interleaved();
    void zero_bubble_h1();
    void zero_bubble_h2();
    void zero_bubble_h2_below_its_microbatches();
    void forward_only();
    void charged_transfers();
    void ratios();
    void says_where_it_differs();
};

void ClosedFormTest::one_forward_one_backward_and_gpipe()
{
    for (const int p : {1, 2, 3, 4, 8, 13})
        for (const int m : {1, 2, 3, 5, 8, 16, 21})
            for (const double b : {0.5, 1.0, 2.0, 3.5})
                for (const Kind kind : {Kind::one_forward_one_backward, Kind::gpipe}) {
                    StageTimes times;
                    times.backward = b;
                    const Schedule s = must(make_schedule(must(plan_by_hand(request(kind, p, m), times))));
                    QCOMPARE(s.simulation->timeline.makespan, (m + p - 1) * (1 + b));
                    QCOMPARE(s.simulation->bubble_time, (p - 1) * (1 + b));
                    QCOMPARE(s.closed.makespan, (m + p - 1) * (1 + b));
                    QCOMPARE(*s.makespan_difference(), 0.0);
                    for (int i = 0; i < p; ++i) {
                        const int peak = kind == Kind::gpipe ? m : std::min(m, p - i);
                        QCOMPARE(s.simulation->stages[static_cast<std::size_t>(i)].peak_activations,
                                 static_cast<std::uint32_t>(peak));
                        QCOMPARE(s.closed.peak_activations[static_cast<std::size_t>(i)], double(peak));
                    }
                }
}

void ClosedFormTest::interleaved()
{
    for (const int p : {1, 2, 3, 4, 8})
        for (const int rounds : {1, 2, 3, 5})
            for (const int v : {2, 3, 4, 7}) {
                const int m = p * rounds;
                const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind::interleaved, p, m, v), {}))));
                QCOMPARE(s.simulation->timeline.makespan, (m + (p - 1.0) / v) * 3);
                QCOMPARE(s.closed.makespan, (m + (p - 1.0) / v) * 3);
                QCOMPARE(s.closed.bubble_time, (p - 1) * 3.0 / v);
                if (rounds > 1) {
                    QCOMPARE(s.peak(0), p + (p - 1.0) / v);
                    QCOMPARE(s.closed.peak_activations[0], p + (p - 1.0) / v);
                    QCOMPARE(*s.peak_difference(), 0.0);
                } else {
                    QCOMPARE(s.peak(0), double(m));
                }
            }
}

void ClosedFormTest::zero_bubble_h1()
{
    for (const int p : {2, 3, 5, 8})
        for (const int m : {p, p + 1, 2 * p, 3 * p + 1})
            for (const int f : {1, 2, 3})
                for (const int i : {1, 2, 4})
                    for (const int w : {1, 2, 5}) {
                        const Schedule s = must(make_schedule(
                            must(plan_by_hand(request(Kind::zero_bubble_h1, p, m), split_times(f, i, w)))));
                        QCOMPARE(s.simulation->bubble_time, double((p - 1) * std::max({f + i - w, f, i})));
                        if (w <= std::min(f, i))
                            QCOMPARE(s.simulation->bubble_time, double((p - 1) * (f + i - w)));
                        QCOMPARE(s.closed.bubble_time, s.simulation->bubble_time);
                        QCOMPARE(s.simulation->stages[0].peak_until_weight_gradient, static_cast<std::uint32_t>(p));
                    }
}

void ClosedFormTest::zero_bubble_h2()
{
    for (const int p : {2, 3, 5, 8})
        for (const int m : {2 * p - 1, 2 * p, 3 * p + 1})
            for (const int f : {1, 2, 3})
                for (const int i : {1, 2, 4})
                    for (const int w : {1, 2, 5}) {
                        const Schedule s = must(make_schedule(
                            must(plan_by_hand(request(Kind::zero_bubble_h2, p, m), split_times(f, i, w)))));
                        double internal = 0;
                        for (const StageSummary& stage : s.simulation->stages)
                            internal = std::max(internal, stage.internal_idle);
                        QCOMPARE(internal, double((p - 1) * std::max({f + i - 2 * w, i - f, 0})));
                        if (w <= f && 2 * w <= f + i) {
                            QCOMPARE(internal, double((p - 1) * (f + i - 2 * w)));
                            QCOMPARE(s.simulation->bubble_time, double((p - 1) * std::max(f, f + i - 2 * w)));
                        }
                        QCOMPARE(*s.closed.largest_internal_idle, internal);
                        QCOMPARE(s.closed.bubble_time, s.simulation->bubble_time);
                        QCOMPARE(s.simulation->stages[0].peak_activations, static_cast<std::uint32_t>(2 * p - 1));
                    }
}

void ClosedFormTest::zero_bubble_h2_below_its_microbatches()
{
    for (const int p : {2, 3, 5, 8})
        for (int m = p; m < 2 * p - 1; ++m) {
            const Schedule s =
                must(make_schedule(must(plan_by_hand(request(Kind::zero_bubble_h2, p, m), split_times(2, 3, 2)))));
            double internal = 0;
            for (const StageSummary& stage : s.simulation->stages)
                internal = std::max(internal, stage.internal_idle);
            // (p − 1)(F + I − 2W) and (2p − 1 − m)·W more
            QCOMPARE(internal, double((p - 1) * 1 + (2 * p - 1 - m) * 2));
            QCOMPARE(*s.closed.largest_internal_idle, internal);
            QVERIFY(!s.closed.note.empty());
        }
}

void ClosedFormTest::forward_only()
{
    for (const int p : {1, 2, 4, 8})
        for (const int m : {p, 3 * p}) {
            const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind::forward_only, p, m), {}))));
            QCOMPARE(s.simulation->timeline.makespan, double(m + p - 1));
            QCOMPARE(*s.makespan_difference(), 0.0);
            QCOMPARE(s.peak(0), 1.0);
            const Schedule c = must(make_schedule(must(plan_by_hand(request(Kind::forward_only, p, m, 2), {}))));
            QCOMPARE(c.simulation->timeline.makespan, m + (p - 1) / 2.0);
            QCOMPARE(*c.makespan_difference(), 0.0);
        }
    // m mod p = 2: no order, and (v − 1)·(p − 2) = 2 bubbles more of half a forward each
    const Schedule left_over = must(make_schedule(must(plan_by_hand(request(Kind::forward_only, 4, 10, 2), {}))));
    QVERIFY(!left_over.simulation);
    QCOMPARE(left_over.closed.bubble_time, (3 + 2) / 2.0);
    QCOMPARE(left_over.closed.makespan, 10 + (3 + 2) / 2.0);
}

void ClosedFormTest::charged_transfers()
{
    // a chunk is (1 + 2)/v + 2·0.25; m·v + p − 1 of them
    StageTimes times;
    times.transfer = 0.25;
    for (const int v : {2, 4}) {
        const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind::interleaved, 4, 8, v), times))));
        QCOMPARE(s.simulation->timeline.makespan, (8 * v + 3) * (3.0 / v + 0.5));
        QCOMPARE(*s.makespan_difference(), 0.0);
    }
    // one stage has nobody to send to
    QCOMPARE(simulated(request(Kind::one_forward_one_backward, 1, 8), times).timeline.makespan, 24.0);
}

void ClosedFormTest::ratios()
{
    // p 8, m 16: 43.75 % of ideal and 30.43 % of total
    const Schedule s = must(make_schedule(must(plan_by_hand(request(Kind::one_forward_one_backward, 8, 16), {}))));
    QCOMPARE(s.bubble_over_ideal(), 7.0 / 16);
    QCOMPARE(s.bubble_over_total(), 7.0 / 23);
    // m < p is legal and slow: m 1 idles 87.5 %, m 4 63.6 %
    QCOMPARE(simulated(request(Kind::one_forward_one_backward, 8, 1)).bubble_over_total, 7.0 / 8);
    QCOMPARE(simulated(request(Kind::one_forward_one_backward, 8, 4)).bubble_over_total, 7.0 / 11);
}

void ClosedFormTest::says_where_it_differs()
{
    const Schedule even = must(make_schedule(must(plan_by_hand(request(Kind::interleaved, 4, 4, 2), {}))));
    QCOMPARE(*even.makespan_difference(), 0.0);
    QCOMPARE(*even.peak_difference(), 4 - 5.5);
    QVERIFY(even.closed.note.find("m = p") != std::string::npos);

    StageTimes times;
    times.transfer = 0.5;
    Request linked = request(Kind::one_forward_one_backward, 2, 1);
    linked.transfers = TransferMode::linked;
    const Schedule s = must(make_schedule(must(plan_by_hand(linked, times))));
    QCOMPARE(*s.makespan_difference(), 1.0);
    QCOMPARE(s.closed.note, std::string("transfers on links are not counted"));
}

BLUEPRINTING_CORE_TEST(ClosedFormTest)
#include "closed_form_test.moc"
