#include "core/block/collectives.h"

namespace blueprinting::block {
namespace {

using namespace primitive;
using strategy::Axis;

class Steps {
public:
    explicit Steps(const Block& block) : m_block(block) {}

    std::vector<Step> take()
    {
        for (const Operation& operation : m_block.operations) {
            std::vector<std::size_t> inputs;
            for (const Input& input : operation.inputs)
                inputs.push_back(brought(find(input.name), input.reads, operation));
            m_steps.push_back({operation, std::move(inputs), std::nullopt});
        }
        return std::move(m_steps);
    }

private:
    std::size_t find(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].operation.name == name)
                return i;
        return kBlockInput;
    }

    [[nodiscard]] const Layouts& layout_of(std::size_t step) const
    {
        return step == kBlockInput ? m_block.stream_layout : m_steps[step].operation.gives;
    }

    /// The step that gives a value as the reader wants it.
    std::size_t brought(std::size_t producer, const Layouts& wanted, const Operation& reader)
    {
        for (const Axis axis : strategy::kAxes)
            if (layout_of(producer)[axis] != wanted[axis])
                producer = collective(producer, axis, wanted[axis], reader);
        return producer;
    }

    std::size_t collective(std::size_t producer, Axis axis, const Layout& to, const Operation& reader)
    {
        Layouts after = layout_of(producer);
        after.over[static_cast<std::size_t>(axis)] = to;
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].over == axis && m_steps[i].inputs.front() == producer && m_steps[i].operation.gives == after)
                return i; // another reader has it brought already
        const bool apart = to.gradient == Sharding::partial;
        Operation made;
        made.name = reader.name.substr(0, reader.name.find('.')) + (apart ? ".f" : ".g");
        made.primitive = Boundary{apart ? BoundarySide::column : BoundarySide::row, 0};
        made.shape = input_shape(reader);
        // On the side where each rank has all of them.
        made.extents = {
            product(apart || producer == kBlockInput ? made.shape : output_shape(m_steps[producer].operation))};
        made.region = reader.region;
        made.gives = after;
        m_steps.push_back({std::move(made), {producer}, axis});
        return m_steps.size() - 1;
    }

    const Block& m_block;
    std::vector<Step> m_steps;
};

} // namespace

std::vector<Step> with_collectives(const Block& block) { return Steps(block).take(); }

} // namespace blueprinting::block
