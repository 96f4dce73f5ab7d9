#include "core/base/json_document.h"
#include "tests/fuzz/held.h"
#include "tests/fuzz/mutate.h"
#include "tests/growth/shapes.h"
#include "tests/support/counters.h"
#include "tests/support/readers.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <set>
#include <unistd.h>

/// fuzz_readers [INPUTS [SEED [SECONDS]]]: so many altered texts over every reader, the same on every machine. Held of
/// each: what hold() says; at most 500 MB are held at once; and, where SECONDS is given, no more of the processor's
/// time is taken. Prints what it met of each reader: how many texts were past the syntax, how many were read. 1:
/// something did not hold. fuzz_readers READER FILE: one text, to look at what was found. fuzz_readers --corpus FOLDER:
/// every text that is kept there.
namespace {

using namespace blueprinting;
using testing::Reader;

constexpr std::int64_t kMostBytes = 500'000'000;

struct Met {
    std::uint64_t values = 0, read = 0, refused = 0, slow = 0, large = 0, wrong = 0;
    double longest = 0; ///< seconds
    std::int64_t most = 0;
};

/// What is being read, for a reader that ends the program.
const std::string* now_read = nullptr;

extern "C" void keep_and_end(int signal)
{
    if (const int file = now_read ? ::open("fuzz-crash.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1; file >= 0) {
        const ssize_t written = ::write(file, now_read->data(), now_read->size());
        constexpr std::string_view said = "FAIL: a reader ends the program; its text is kept as fuzz-crash.txt\n";
        if (written < 0 || ::write(STDERR_FILENO, said.data(), said.size()) < 0)
            ::_exit(1);
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

double processor_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string text_of_file(const char* path)
{
    std::string out;
    if (std::FILE* file = std::fopen(path, "rb")) {
        char buffer[4096];
        while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file))
            out.append(buffer, count);
        std::fclose(file);
    }
    return out;
}

class Run {
public:
    Run(std::vector<fuzz::HeldReader> readers, std::optional<double> seconds)
        : m_readers(std::move(readers)), m_met(m_readers.size()), m_seconds(seconds)
    {
    }

    /// Whether it was read.
    bool input(std::size_t reader, const std::string& text, const std::string& where)
    {
        Met& met = m_met[reader];
        std::string fault;
        bool read = false;
        testing::begin_most_held();
        const std::int64_t before = testing::most_held();
        const double begin = processor_seconds();
        now_read = &text;
        try {
            fuzz::Held held = fuzz::hold(m_readers[reader], text);
            read = held.read;
            ++(read ? met.read : met.refused);
            met.values += held.value ? 1 : 0;
            fault = std::move(held.fault);
        } catch (const std::exception& thrown) {
            fault = std::string("thrown: ") + thrown.what();
        }
        const double taken = processor_seconds() - begin;
        const std::int64_t held = testing::most_held() - before;
        met.longest = std::max(met.longest, taken);
        met.most = std::max(met.most, held);
        if (held > kMostBytes) {
            ++met.large;
            fault = std::to_string(held) + " bytes held";
        }
        if (m_seconds && taken > *m_seconds) {
            ++met.slow;
            fault = std::to_string(taken) + " s";
        }
        if (fault.empty())
            return read;
        ++met.wrong;
        std::printf("FAIL: %s, %s: %s\n", m_readers[reader].reader.name.c_str(), where.c_str(), fault.c_str());
        keep(text, met.wrong, reader);
        return false;
    }

    void inputs(std::uint64_t count, std::uint64_t seed)
    {
        fuzz::Dice dice(seed);
        const std::vector<std::size_t> turns = fuzz::turns_of(m_readers);
        std::vector<std::vector<std::string>> pools;
        for (const fuzz::HeldReader& each : m_readers)
            pools.push_back(each.reader.seeds);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::size_t reader = turns[i % turns.size()];
            const std::string text = text_for(m_readers[reader].reader, pools[reader], dice);
            if (input(reader, text, "input " + std::to_string(i)))
                fuzz::remember(pools[reader], m_readers[reader].reader.seeds.size(), text, dice);
        }
    }

    /// The seeds, and every text of the folders that are called as the readers are. False where a folder is no
    /// reader's.
    bool corpus(const std::filesystem::path& folder)
    {
        std::set<std::string> strange;
        for (const auto& each : std::filesystem::directory_iterator(folder))
            strange.insert(each.path().filename().string());
        for (std::size_t reader = 0; reader < m_readers.size(); ++reader) {
            for (const std::string& seed : m_readers[reader].reader.seeds)
                input(reader, seed, "seed");
            const std::string name = fuzz::folder_of(m_readers[reader].reader);
            if (strange.erase(name) != 0)
                for (const std::string& file : fuzz::files_in(folder / name))
                    input(reader, text_of_file(file.c_str()), file);
        }
        for (const std::string& each : strange)
            std::printf("FAIL: nothing reads what is kept in %s\n", each.c_str());
        return strange.empty();
    }

    [[nodiscard]] bool all_well() const
    {
        return std::all_of(m_met.begin(), m_met.end(), [](const Met& met) { return met.wrong == 0; });
    }

    void print() const
    {
        Met sum;
        std::printf("%-24s %8s %8s %8s %11s %11s\n", "reader", "inputs", "values", "read", "longest, ms", "most, MB");
        const auto line = [](const char* name, const Met& met) {
            std::printf("%-24s %8llu %8llu %8llu %11.1f %11.1f\n", name,
                        static_cast<unsigned long long>(met.read + met.refused),
                        static_cast<unsigned long long>(met.values), static_cast<unsigned long long>(met.read),
                        met.longest * 1e3, static_cast<double>(met.most) / 1e6);
        };
        for (std::size_t i = 0; i < m_met.size(); ++i) {
            line(m_readers[i].reader.name.c_str(), m_met[i]);
            sum.values += m_met[i].values;
            sum.read += m_met[i].read;
            sum.refused += m_met[i].refused;
            sum.slow += m_met[i].slow;
            sum.large += m_met[i].large;
            sum.wrong += m_met[i].wrong;
            sum.longest = std::max(sum.longest, m_met[i].longest);
            sum.most = std::max(sum.most, m_met[i].most);
        }
        line("all", sum);
        std::printf("over %s: %llu; over %lld MB: %llu; faults: %llu\n",
                    m_seconds ? (std::to_string(*m_seconds) + " s").c_str() : "no limit of time",
                    static_cast<unsigned long long>(sum.slow), static_cast<long long>(kMostBytes / 1'000'000),
                    static_cast<unsigned long long>(sum.large), static_cast<unsigned long long>(sum.wrong));
    }

private:
    /// Mostly small changes, half of them of what was read before; now and then one that lets the text grow.
    static std::string text_for(const Reader& reader, const std::vector<std::string>& pool, fuzz::Dice& dice)
    {
        if (dice.below(2) == 0)
            return fuzz::nudge(pool[dice.below(pool.size())], pool, dice);
        if (dice.below(50) != 0)
            return fuzz::mutate(pool, dice);
        const std::string& seed = reader.seeds[dice.below(reader.seeds.size())];
        const auto& shapes = growth::shapes();
        const growth::Shape& shape = shapes[dice.below(shapes.size())];
        const std::size_t size = std::size_t{1} << (8 + dice.below(11));
        std::string text;
        if (Json::accept(seed))
            text = shape.make(seed, size);
        else if (reader.lines)
            text = shape.make(seed.substr(0, seed.find('\n')), size);
        return text.empty() ? fuzz::mutate(reader.seeds, dice) : text;
    }

    void keep(const std::string& text, std::uint64_t number, std::size_t reader) const
    {
        constexpr std::uint64_t most = 3;
        if (number > most)
            return;
        std::string name = "fuzz-" + m_readers[reader].reader.name + "-" + std::to_string(number) + ".txt";
        std::replace(name.begin(), name.end(), ' ', '-');
        if (std::FILE* file = std::fopen(name.c_str(), "wb")) {
            std::fwrite(text.data(), 1, text.size(), file);
            std::fclose(file);
            std::printf("      kept as %s\n", name.c_str());
        }
    }

    std::vector<fuzz::HeldReader> m_readers;
    std::vector<Met> m_met;
    std::optional<double> m_seconds;
};

template <class Number>
bool number(std::string_view text, Number& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
}

int run(int argc, char** argv, const std::string& folder)
{
    std::vector<fuzz::HeldReader> readers = fuzz::held_readers(folder);
    std::uint64_t inputs = 5000;
    std::uint64_t seed = 1;
    double seconds = 0;
    if (argc == 3 && std::string_view(argv[1]) == "--corpus") {
        Run kept(std::move(readers), std::nullopt);
        const bool whole = kept.corpus(argv[2]);
        kept.print();
        return whole && kept.all_well() ? 0 : 1;
    }
    if (argc > 1 && !number(argv[1], inputs)) {
        const auto at = std::find_if(readers.begin(), readers.end(),
                                     [&](const fuzz::HeldReader& each) { return each.reader.name == argv[1]; });
        if (at == readers.end() || argc < 3)
            return 2;
        Run one({*at}, std::nullopt);
        one.input(0, text_of_file(argv[2]), argv[2]);
        one.print();
        for (const Diagnostic& each : at->reader.read(text_of_file(argv[2])))
            std::printf("%s\n", to_line(each).c_str());
        return one.all_well() ? 0 : 1;
    }
    if ((argc > 2 && !number(argv[2], seed)) || (argc > 3 && !number(argv[3], seconds)))
        return 2;
    Run all(std::move(readers), argc > 3 ? std::optional(seconds) : std::nullopt);
    all.inputs(inputs, seed);
    all.print();
    return all.all_well() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    for (const int each : {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL})
        ::signal(each, keep_and_end);
    std::string folder = (std::filesystem::temp_directory_path() / "fuzz-readers-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 2;
    const int code = run(argc, argv, folder);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return code;
}
