#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::ir {

/// Derived, never random: a short prefix ("node:", "value:", "buffer:") and 32 hexadecimal digits over what makes the
/// entity what it is (base/digest.h, stable_id).
using EntityId = std::string;

enum class LineageKind { root, preserved, cloned, decomposed, lowered, generated };
std::string_view to_string(LineageKind kind);

// Each struct of an IR has fields(self, visit), which calls visit(key, member, key, member …) with all of its members
// in the order of their keys: serialise.cpp writes and read_ir.cpp reads them so.

/// Where an entity comes from. Sources are ids in the source IR (a clone's source is in its own IR: the task it
/// repeats). cloned has exactly one source; root and generated have none; all others at least one.
struct Lineage {
    LineageKind kind = LineageKind::root;
    std::string transform; ///< name of the pass that made it
    std::vector<EntityId> sources;
    bool operator==(const Lineage&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind, "sources", self.sources, "transform", self.transform);
    }
};

} // namespace blueprinting::ir
