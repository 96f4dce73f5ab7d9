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
                inputs.push_back(brought(find(input.name), input, operation));
            m_steps.push_back({operation, std::move(inputs), operation.over});
        }
        if (m_block.output)
            brought(m_steps.size() - 1, *m_block.output, m_block.operations.back());
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
    std::size_t brought(std::size_t producer, const Input& wanted, const Operation& reader)
    {
        for (const Axis axis : strategy::kAxes)
            if (layout_of(producer)[axis] != wanted.reads[axis])
                producer = collective(producer, axis, wanted, reader);
        return producer;
    }

    std::size_t collective(std::size_t producer, Axis axis, const Input& wanted, const Operation& reader)
    {
        const Layout& to = wanted.reads[axis];
        Layouts after = layout_of(producer);
        after.over[static_cast<std::size_t>(axis)] = to;
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].over == axis && !m_steps[i].operation.over && m_steps[i].inputs.front() == producer &&
                m_steps[i].operation.gives == after)
                return i; // another reader has it brought already
        const bool apart = to.gradient == Sharding::partial;
        Operation made;
        made.name = !wanted.brought_as.empty() ? wanted.brought_as
                                               : reader.name.substr(0, reader.name.find('.')) + (apart ? ".f" : ".g");
        made.primitive = Boundary{apart ? BoundarySide::column : BoundarySide::row, 0};
        made.shape = input_shape(reader);
        // On the side where each rank has all of them.
        made.extents = {
            wanted.carried
                ? *wanted.carried
                : product(apart || producer == kBlockInput ? made.shape : output_shape(m_steps[producer].operation))};
        made.region = reader.region;
        made.gives = after;
        made.keeping = wanted.brought;
        m_steps.push_back({std::move(made), {producer}, axis});
        return m_steps.size() - 1;
    }

    const Block& m_block;
    std::vector<Step> m_steps;
};

} // namespace

std::vector<Step> with_collectives(const Block& block) { return Steps(block).take(); }

} // namespace blueprinting::block
