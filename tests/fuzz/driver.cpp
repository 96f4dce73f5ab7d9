#include "tests/fuzz/mutate.h"
#include "tests/fuzz/target.h"

#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>

/// fuzz_NAME [ITERATIONS [SEED]]: the seeds and then ITERATIONS mutations of them, the same on every machine.
/// fuzz_NAME FILE: one input, to look at what was found.
namespace {

using namespace blueprinting::fuzz;

std::string escaped(const std::string& input)
{
    std::string out;
    for (const char c : input) {
        char text[8];
        const auto byte = static_cast<unsigned char>(c);
        std::snprintf(text, sizeof text, byte < 32 || byte > 126 ? "\\x%02x" : "%c", byte);
        out += text;
    }
    return out;
}

bool holds(const std::string& input, const char* where)
{
    const std::string problem = check(input);
    if (problem.empty())
        return true;
    std::printf("FAIL: %s: %s\ninput: %s\n", where, problem.c_str(), escaped(input).c_str());
    return false;
}

bool number(std::string_view text, std::uint64_t& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

int main(int argc, char** argv)
{
    std::uint64_t iterations = 2000;
    std::uint64_t seed = 1;
    if (argc > 1 && !number(argv[1], iterations)) {
        std::ifstream file(argv[1], std::ios::binary);
        return file && holds(std::string(std::istreambuf_iterator<char>(file), {}), argv[1]) ? 0 : 1;
    }
    if (argc > 2 && !number(argv[2], seed))
        return 2;
    const auto start = seeds();
    for (const std::string& input : start)
        if (!holds(input, "seed"))
            return 1;
    Dice dice(seed);
    for (std::uint64_t i = 0; i < iterations; ++i)
        if (!holds(mutate(start, dice), ("iteration " + std::to_string(i)).c_str()))
            return 1;
    std::printf("%zu seeds and %llu mutations agree\n", start.size(), static_cast<unsigned long long>(iterations));
    return 0;
}
