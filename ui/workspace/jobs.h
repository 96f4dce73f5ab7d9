#pragma once
#include "core/base/cancel.h"
#include "core/base/diagnostic.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace blueprinting::ui {

/// What long work is given: when to stop, and where to say how far it is. Copies share one job; any thread.
class JobContext {
public:
    [[nodiscard]] bool cancelled() const { return m_cancel.cancelled(); }
    [[nodiscard]] const CancelToken& token() const { return m_cancel; }
    /// `fraction` of the work done, 0 to 1, or below 0 where it is not known; `text` says what is being done.
    void report(double fraction, const QString& text = {}) const;

private:
    friend class JobRunner;
    struct Shared {
        std::mutex mutex;
        double fraction = -1;
        QString text;
        bool announced = false;
        std::function<void()> announce;
    };
    CancelToken m_cancel;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
};

/// A job under way, as the status line shows it.
struct JobInfo {
    std::uint64_t number = 0; ///< counts up over all jobs of a runner
    QString kind;             ///< "references": of one kind only the newest lands
    QString title;            ///< "Searching 35 840 strategies"; empty: too small to be shown
    double fraction = -1;     ///< below 0: not known
    QString text;
};

/// Work that takes more than 10 ms, off the GUI thread. Jobs are numbered; starting one cancels the older ones of its
/// kind, and a result lands (in the GUI thread) only if its job is still the newest of its kind and was not cancelled.
/// Used from the GUI thread alone. Destroying it cancels everything and waits for the threads; nothing lands any more.
class JobRunner : public QObject {
    Q_OBJECT
public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// `work` runs on a pool thread and must look at its context now and then; what it returns is handed to `land`.
    /// Where it returns a Result and memory runs out, that is memory.exhausted.
    template <class Work, class Land>
    std::uint64_t start(const QString& kind, const QString& title, Work work, Land land)
    {
        using Value = std::invoke_result_t<Work, const JobContext&>;
        return startErased(kind, title,
                           [work = std::move(work), land = std::move(land)](const JobContext& context) mutable {
                               auto value = std::make_shared<Value>(worked<Value>(work, context));
                               return std::function<void()>([value, land]() mutable { land(std::move(*value)); });
                           });
    }

    /// No job of the kind lands any more; the screen shows at once that it stopped.
    void cancel(const QString& kind);
    void cancelAll();
    /// Whether the newest result of the kind is still to come: what is on the screen is stale.
    [[nodiscard]] bool stale(const QString& kind) const;
    [[nodiscard]] std::vector<JobInfo> running() const;
    [[nodiscard]] bool idle() const { return m_running.empty(); }

Q_SIGNALS:
    void staleChanged(const QString& kind, bool stale);
    void progressed(const QString& kind);
    /// After landing, or after a cancellation (`landed` false).
    void finished(const QString& kind, bool landed);

private:
    using Landing = std::function<void()>;
    std::uint64_t startErased(const QString& kind, const QString& title,
                              std::function<Landing(const JobContext&)> work);
    void land(std::uint64_t number, const Landing& landing);
    /// Want of memory is a refusal like another, where the work can refuse.
    template <class Value, class Work>
    static Value worked(Work& work, const JobContext& context)
    {
        if constexpr (std::is_convertible_v<Diagnostic, Value>) {
            try {
                return work(context);
            } catch (const std::bad_alloc&) {
                return Diagnostic{Severity::error, "memory.exhausted", "", "there is not enough memory for this"};
            }
        } else {
            return work(context);
        }
    }
    /// Takes it off the list; false where it had been superseded or cancelled.
    bool retire(std::uint64_t number);

    struct Running {
        std::uint64_t number = 0;
        QString kind, title;
        JobContext context;
    };
    std::vector<Running> m_running;
    std::uint64_t m_last = 0;
    QThreadPool m_pool;
};

} // namespace blueprinting::ui
