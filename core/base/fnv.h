#pragma once
#include <cstdint>
#include <string_view>

namespace blueprinting {

inline constexpr std::uint64_t kFnvBegin = 14695981039346656037ULL;

/// FNV-1a of 64 bits. It goes on from where it was: fnv(a + b) is fnv(b, fnv(a)). Not for what somebody may want to
/// forge.
constexpr std::uint64_t fnv(std::string_view bytes, std::uint64_t from = kFnvBegin)
{
    for (const char c : bytes)
        from = (from ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return from;
}

} // namespace blueprinting
