#include "core/block/rows.h"

/// The feed-forward part of a block of experts: a router, rows sorted by expert and sent to where it lies, the experts'
/// products, and the way back; beside them the experts that every token passes.
namespace blueprinting::block {

using namespace primitive;
using strategy::Axis;
using strategy::Module;

Operation activation_of(const Rows& rows, std::string name, Expression width, const Expression& tokens,
                        std::optional<Expression> weighted);

namespace {

class Experts {
public:
    Experts(Rows& rows, std::string input)
        : m_rows(rows),
          m_moe(*rows.s.model.moe),
          m_input(std::move(input)),
          m_all(rows.s.again(Module::moe)),
          m_again(rows.s.full() || m_all)
    {
    }

    void add()
    {
        const bool norm_again = m_rows.s.again(Module::layernorm);
        const std::int64_t users = 2 + (m_moe.shared_feedforward > 0 ? 1 : 0) + (m_moe.shared_gate ? 1 : 0);
        m_rows.on_stream("moe.fork", Fork{}, {m_rows.elements, users}, {m_rows.of_stream(m_input)},
                         {.again = m_again || norm_again, .dropped = norm_again}, Region::experts);
        route();
        send();
        products();
        back();
        if (m_moe.shared_feedforward > 0)
            shared();
    }

private:
    [[nodiscard]] Keeping kept() const { return {.again = m_again, .dropped = m_all}; }

    /// On the rank's own tokens; nothing of it is cut.
    void local(const char* name, Primitive primitive, std::vector<Expression> extents, std::vector<Input> inputs,
               std::vector<Expression> shape, Keeping keeping)
    {
        m_rows.add({name,
                    primitive,
                    std::move(extents),
                    std::move(inputs),
                    Region::experts,
                    m_rows.stream,
                    {},
                    std::move(shape),
                    keeping});
    }
    [[nodiscard]] Input own(const char* name) const { return m_rows.of_stream(name); }

    void route()
    {
        constexpr auto E = Symbols::E, K = Symbols::K, h = Symbols::h, R = Symbols::R;
        const Expression& tokens = m_rows.stream_tokens;
        const bool bias = m_moe.router_bias != model::RouterBias::none;
        local("moe.router", Router{}, {tokens, h, E, bias ? Expression(E) : Expression(0)}, {own("moe.fork")}, {},
              kept());
        local("moe.score", RouterScore{}, {tokens * E}, {own("moe.router")}, {tokens, E}, kept());
        local("moe.top_k", TopK{}, {tokens * E, K, tokens}, {own("moe.score")}, {tokens, K}, kept());
        const char* chosen = "moe.top_k";
        if (m_moe.aux_loss) {
            local("moe.balance", BalanceLoss{}, {tokens * E}, {own("moe.top_k")}, {tokens, K}, kept());
            chosen = "moe.balance";
        }
        local("moe.permute", Permute{PermuteWay::apart}, {tokens, R, h}, {own("moe.fork"), own(chosen)}, {R, h},
              kept());
    }

    void send()
    {
        constexpr auto h = Symbols::h, R = Symbols::R;
        m_last = "moe.permute";
        collective("moe.dispatch", Exchange{0, m_rows.s.narrow_dispatch, false}, {R * h}, {R, h}, Axis::expert,
                   {.again = m_again, .reused = true, .dropped = true});
        collective("moe.gather", ExpertBoundary{BoundarySide::column}, {R * Symbols::etp * h, Symbols::etp},
                   {R * Symbols::etp, h}, Axis::expert_tensor, {.again = m_again, .dropped = true});
    }

    void collective(const char* name, Primitive primitive, std::vector<Expression> extents,
                    std::vector<Expression> shape, Axis over, Keeping keeping)
    {
        m_rows.add({name,
                    primitive,
                    std::move(extents),
                    {own(m_last)},
                    Region::experts,
                    m_rows.stream,
                    {},
                    std::move(shape),
                    keeping,
                    over});
        m_last = name;
    }

    void products()
    {
        constexpr auto E = Symbols::E, h = Symbols::h, R = Symbols::R, fe = Symbols::fe, ep = Symbols::ep,
                       etp = Symbols::etp;
        const model::FeedForward& mlp = m_rows.s.model.mlp;
        const Expression groups = Expression(E) / ep, rows = R * etp, inner = Expression(fe) / etp;
        const Expression first = mlp.gated ? 2 * inner : inner;
        const bool only_activation = m_rows.s.again(Module::moe_act);
        m_rows.add_grouped("moe.fc1", {groups, rows, h, first}, {own(m_last)}, kept(),
                           m_moe.expert_bias ? groups * first : Expression(0));
        const bool weighted = m_moe.probabilities == model::ProbabilityPlace::activation;
        Operation activation =
            activation_of(m_rows, "moe.act", inner, rows, weighted ? std::optional(rows) : std::nullopt);
        activation.inputs = {own("moe.fc1")};
        activation.region = Region::experts;
        activation.gives = m_rows.stream;
        activation.keeping = {.again = m_again || only_activation, .dropped = m_all};
        m_rows.add(std::move(activation));
        m_rows.add_grouped("moe.fc2", {groups, rows, inner, h}, {own("moe.act")},
                           {.again = m_again, .dropped = m_all || only_activation},
                           m_moe.expert_bias ? groups * h : Expression(0));
        m_last = "moe.fc2";
    }

    void back()
    {
        constexpr auto h = Symbols::h, R = Symbols::R;
        collective("moe.scatter", ExpertBoundary{BoundarySide::row}, {R * Symbols::etp * h, Symbols::etp}, {R, h},
                   Axis::expert_tensor, {.again = m_again, .dropped = true});
        collective("moe.combine", Exchange{0, false, m_rows.s.narrow_dispatch}, {R * h}, {R, h}, Axis::expert,
                   {.again = m_again, .reused = true, .dropped = true});
        const bool weighted = m_moe.probabilities == model::ProbabilityPlace::unpermute;
        local("moe.unpermute", Permute{weighted ? PermuteWay::weighted : PermuteWay::together},
              {m_rows.stream_tokens, R, h}, {own(m_last)}, {m_rows.stream_tokens, h}, kept());
    }

    void shared()
    {
        constexpr auto h = Symbols::h, fs = Symbols::fs, t = Symbols::t;
        const Setting& setting = m_rows.s;
        const bool mine = setting.again(Module::shared_experts), norm_again = setting.again(Module::layernorm);
        const bool only_activation = setting.again(Module::mlp_act);
        const bool again = m_again || mine, bias = m_moe.expert_bias;
        const bool held = setting.sharded() && !setting.redo && !norm_again && !m_all && !mine;
        const Expression inner = Expression(fs) / t;
        m_rows.add_linear("shared.fc1", {m_rows.tokens, h, setting.model.mlp.gated ? 2 * inner : inner},
                          {{"moe.fork",
                            m_rows.shared,
                            {.again = again || setting.redo || norm_again, .reused = true, .dropped = true},
                            "shared.f"}},
                          Region::experts, m_rows.columns, m_rows.columns,
                          {.again = again, .reused = !held, .dropped = !held}, bias);
        Operation activation = activation_of(m_rows, "shared.act", inner, m_rows.tokens, std::nullopt);
        activation.inputs = {{"shared.fc1", m_rows.columns}};
        activation.region = Region::experts;
        activation.keeping = {.again = again || only_activation, .dropped = m_all || mine};
        m_rows.add(std::move(activation));
        m_rows.add_linear("shared.fc2", {m_rows.tokens, inner, h}, {{"shared.act", m_rows.columns}}, Region::experts,
                          m_rows.partial, m_rows.rows, {.again = again, .dropped = m_all || mine || only_activation},
                          bias);
        const Input summed = m_rows.of_stream("shared.fc2", {.again = again, .dropped = true}, "shared.g");
        Input beside = summed;
        if (m_moe.shared_gate) {
            local("shared.gate", Linear{}, {m_rows.stream_tokens, h, 1}, {own("moe.fork")}, {},
                  {.again = m_again, .reused = true, .dropped = true});
            local("shared.scale", GateScale{}, {m_rows.elements}, {summed, own("shared.gate")},
                  {m_rows.stream_tokens, h}, kept());
            beside = own("shared.scale");
        }
        local("moe.add", Add{}, {m_rows.elements}, {own("moe.unpermute"), beside}, {m_rows.stream_tokens, h},
              {.again = m_again});
    }

    Rows& m_rows;
    const model::Experts& m_moe;
    std::string m_input;
    const char* m_last = "";
    bool m_all, m_again;
};

} // namespace

void add_experts(Rows& rows, const std::string& input) { Experts(rows, input).add(); }

} // namespace blueprinting::block
