#include "tests/support/counters.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

thread_local std::uint64_t allocated = 0;
thread_local std::uint64_t steps = 0;
std::atomic<std::int64_t> held = 0;
std::atomic<std::int64_t> most = 0;

void* take(std::size_t size, std::size_t alignment)
{
    void* at = alignment == 0 ? std::malloc(size)
                              : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!at)
        throw std::bad_alloc();
    const auto whole = static_cast<std::int64_t>(malloc_usable_size(at));
    allocated += size;
    const std::int64_t now = held.fetch_add(whole, std::memory_order_relaxed) + whole;
    std::int64_t before = most.load(std::memory_order_relaxed);
    while (before < now && !most.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
    }
    return at;
}

void give_back(void* at)
{
    if (at)
        held.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(at)), std::memory_order_relaxed);
    std::free(at);
}

} // namespace

void* operator new(std::size_t size) { return take(std::max<std::size_t>(size, 1), 0); }
void* operator new(std::size_t size, std::align_val_t alignment)
{
    return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* at) noexcept { give_back(at); }
void operator delete(void* at, std::size_t) noexcept { give_back(at); }
void operator delete(void* at, std::align_val_t) noexcept { give_back(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { give_back(at); }

/// What -fsanitize-coverage=trace-pc calls at the beginning of every basic block.
extern "C" void __sanitizer_cov_trace_pc();
extern "C" void __sanitizer_cov_trace_pc() { ++steps; }

namespace blueprinting::testing {

Used used() { return {allocated, steps}; }
std::int64_t most_held() { return most; }
void begin_most_held() { most = held.load(); }

} // namespace blueprinting::testing
