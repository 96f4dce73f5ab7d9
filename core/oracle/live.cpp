#include "core/oracle/live.h"

#include "core/base/canonical_json.h"
#include "core/base/descriptor.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/oracle/checkout.h"
#include "core/oracle/process.h"
#include "core/oracle/reply.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace blueprinting::oracle {
namespace {

namespace fs = std::filesystem;

Diagnostic failure(std::string code, std::string message)
{
    return {Severity::error, "oracle.live." + std::move(code), "", std::move(message)};
}

constexpr std::string_view kFolders = "blueprinting-calculon-";

/// Where they are made.
Result<fs::path> temporary_place()
{
    std::error_code error;
    fs::path parent = fs::temp_directory_path(error);
    if (!error)
        parent = fs::absolute(parent, error); // Calculon runs elsewhere
    if (error)
        return failure("temporary", "the temporary folder cannot be used: " + error.message() + "; TMPDIR names it");
    return parent;
}

/// Removes folders of this person that a killed program left: nobody holds their lock. One that is younger than a
/// minute may be of a program that has made it and not locked it yet.
void remove_left_folders(const fs::path& parent)
{
    std::error_code ignored;
    for (fs::directory_iterator at(parent, ignored), end; !ignored && at != end; at.increment(ignored)) {
        const fs::path& path = at->path();
        if (!path.filename().string().starts_with(kFolders))
            continue;
        const Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat about {};
        if (opened.get() < 0 || ::fstat(opened.get(), &about) != 0 || about.st_uid != ::getuid() ||
            ::time(nullptr) - about.st_mtime < 60 || ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        std::error_code kept;
        fs::remove_all(path, kept);
    }
}

/// A folder of one's own, gone with everything in it when this is. Locked while it lives.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> make()
    {
        const auto place = temporary_place();
        if (!place)
            return place.failure_as<TemporaryFolder>();
        const fs::path& parent = *place;
        std::string name = (parent / (std::string(kFolders) + "XXXXXX")).string();
        if (!::mkdtemp(name.data()))
            return failure("temporary", "no folder for Calculon's files can be made in " + parent.string() + ": " +
                                            std::strerror(errno));
        TemporaryFolder made(name);
        if (made.descriptor() < 0)
            return failure("temporary", "the folder made for Calculon's files cannot be opened: " +
                                            std::string(std::strerror(errno)));
        ::flock(made.descriptor(), LOCK_EX | LOCK_NB); // ours alone: nobody else may hold it
        return made;
    }
    explicit TemporaryFolder(fs::path path)
        : m_path(std::move(path)), m_opened(::open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    {
    }
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : m_path(std::exchange(other.m_path, {})), m_opened(std::move(other.m_opened))
    {
    }
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            fs::remove_all(m_path, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }
    /// The folder itself, whatever stands under its path by now.
    [[nodiscard]] int descriptor() const { return m_opened.get(); }

private:
    fs::path m_path;
    Descriptor m_opened;
};

/// What a run of many questions has left to wait until the first answer (Oracle::begin_run).
class Patience {
public:
    void begin(std::chrono::milliseconds whole)
    {
        const std::lock_guard lock(m_mutex);
        m_left = whole;
    }
    /// For one more question that could wait for `whole`.
    [[nodiscard]] std::chrono::milliseconds left(std::chrono::milliseconds whole) const
    {
        const std::lock_guard lock(m_mutex);
        return m_left.value_or(whole);
    }
    void spent(std::chrono::milliseconds time, bool answered)
    {
        const std::lock_guard lock(m_mutex);
        if (answered)
            m_left.reset();
        else if (m_left)
            *m_left = std::max(*m_left - time, std::chrono::milliseconds::zero());
    }

private:
    mutable std::mutex m_mutex;
    std::optional<std::chrono::milliseconds> m_left; ///< nothing: each question has its own time
};

/// Ours, but for what would make Python leave out the assertions that refuse, stay open at its end, or write into the
/// checkout. Modules are looked for in the checkout first, and then where the person's own PYTHONPATH says: numpy may
/// lie there.
std::vector<std::string> environment(const fs::path& checkout)
{
    constexpr std::array<std::string_view, 5> kOurs{"PYTHONPATH", "PYTHONOPTIMIZE", "PYTHONDONTWRITEBYTECODE",
                                                    "PYTHONUTF8", "PYTHONINSPECT"};
    std::vector<std::string> out;
    for (char** each = environ; each && *each; ++each) {
        const std::string_view entry = *each;
        if (std::find(kOurs.begin(), kOurs.end(), entry.substr(0, entry.find('='))) == kOurs.end())
            out.emplace_back(entry);
    }
    // PYTHONPATH cannot hold a colon within a folder's name; the program runs in the checkout, so that "." names it
    // too.
    std::string path = checkout.string();
    if (path.find(':') != std::string::npos)
        path = ".";
    if (const char* own = std::getenv("PYTHONPATH"); own && *own)
        path += ":" + std::string(own);
    out.push_back("PYTHONPATH=" + path);
    out.emplace_back("PYTHONDONTWRITEBYTECODE=1");
    out.emplace_back("PYTHONUTF8=1");
    return out;
}

Result<fs::path> find_python(const std::string& name)
{
    if (auto found = process::find_program(name))
        return *std::move(found);
    return failure("no_python", "there is no " + name + " to run Calculon with; it is looked for on PATH");
}

/// The three files of a question, as texts.
struct Inputs {
    std::string model, execution, system;
};

Result<Inputs> inputs_of(const Question& question)
{
    const auto model = canonical_json(model::to_calculon(question.model));
    const auto execution = canonical_json(strategy::to_calculon(question.execution));
    const auto system = canonical_json(system::to_calculon(question.system));
    for (const auto* each : {&model, &execution, &system})
        if (!*each)
            return each->failure_as<Inputs>();
    return Inputs{*model, *execution, *system};
}

class LiveCalculon final : public Oracle {
public:
    explicit LiveCalculon(LiveOptions options) : m_options(std::move(options))
    {
        std::error_code ignored;
        if (fs::path whole = fs::absolute(m_options.checkout, ignored); !whole.empty())
            m_options.checkout = std::move(whole);
        if (!m_options.answers)
            m_options.answers = std::make_shared<AnswerStore>();
    }

    [[nodiscard]] Identity identity() const override
    {
        const auto checkout = open_checkout(m_options.checkout);
        if (!checkout)
            return {"Calculon", "", m_options.checkout.string(), "", "live"};
        return {"Calculon", checkout->version, checkout->folder.string(), checkout->sources.hex(), "live"};
    }

    Result<Answer> ask(const Question& question, const CancelToken& cancel) override
    {
        if (cancel.cancelled())
            return Cancelled{};
        const auto checkout = open_checkout(m_options.checkout);
        if (!checkout)
            return checkout.failure_as<Answer>();
        const auto python = find_python(m_options.python);
        if (!python)
            return python.failure_as<Answer>();
        const auto inputs = inputs_of(question);
        if (!inputs)
            return inputs.failure_as<Answer>();

        const std::string key = key_of(*checkout, *python, *inputs);
        if (const auto known = key.empty() ? std::nullopt : m_options.answers->find(key))
            return *known;
        std::call_once(m_cleared, [] {
            if (const auto place = temporary_place())
                remove_left_folders(*place);
        });
        auto answer = run(*checkout, *python, *inputs, cancel);
        if (answer && !key.empty())
            m_options.answers->keep(key, *answer);
        return answer;
    }

    void begin_run() override { m_patience.begin(m_options.time_limit); }

private:
    /// Empty where the checkout is too large to tell whether it changed.
    static std::string key_of(const Checkout& checkout, const fs::path& python, const Inputs& inputs)
    {
        if (!checkout.state)
            return "";
        return stable_id("live", {checkout.folder.string(), checkout.state->hex(), python.string(), inputs.model,
                                  inputs.execution, inputs.system});
    }

    Result<Answer> run(const Checkout& checkout, const fs::path& python, const Inputs& inputs,
                       const CancelToken& cancel)
    {
        const auto limit = m_patience.left(m_options.time_limit);
        if (limit <= std::chrono::milliseconds::zero())
            return failure(
                "timed_out",
                "Calculon was not asked: it has answered nothing yet, and the earlier questions used up its " +
                    format::significant(std::chrono::duration<double>(m_options.time_limit).count(), 2) + " s");
        const auto began = std::chrono::steady_clock::now();
        auto answer = run_within(limit, checkout, python, inputs, cancel);
        m_patience.spent(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began),
                         answer.has_value());
        return answer;
    }

    Result<Answer> run_within(std::chrono::milliseconds limit, const Checkout& checkout, const fs::path& python,
                              const Inputs& inputs, const CancelToken& cancel) const
    {
        const auto folder = TemporaryFolder::make();
        if (!folder)
            return folder.failure_as<Answer>();
        const auto at = [&](const char* name) { return (folder->path() / name).string(); };
        for (const auto& [name, text] :
             {std::pair("model.json", &inputs.model), std::pair("execution.json", &inputs.execution),
              std::pair("system.json", &inputs.system)})
            if (const auto written = write_file_atomically(at(name), *text); !written)
                return failure("temporary",
                               "Calculon's files cannot be written: " + to_line(written.diagnostics().front()));
        process::Command command;
        command.program = python;
        command.arguments = {"bin/calculon",   "llm", at("model.json"), at("execution.json"), at("system.json"),
                             at("output.json")};
        command.environment = environment(checkout.folder);
        command.folder = checkout.folder;
        command.time_limit = limit;
        command.watched = folder->path();
        const auto finished = process::run(command, cancel);
        if (!finished)
            return finished.failure_as<Answer>();
        return read_reply(command, *finished, folder->descriptor(), "output.json", checkout.folder.string());
    }

    LiveOptions m_options; ///< with a store of answers
    Patience m_patience;
    std::once_flag m_cleared; ///< of what killed programs left
};

} // namespace

Result<Done> check_live(const LiveOptions& options)
{
    if (const auto checkout = checkout_folder(options.checkout); !checkout)
        return checkout.failure_as<Done>();
    if (const auto python = find_python(options.python); !python)
        return python.failure_as<Done>();
    return Done{};
}

std::unique_ptr<Oracle> make_live_calculon(LiveOptions options)
{
    return std::make_unique<LiveCalculon>(std::move(options));
}

} // namespace blueprinting::oracle
