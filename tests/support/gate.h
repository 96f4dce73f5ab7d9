#pragma once
#include <QSemaphore>

#include <memory>

/// Work that a test holds back, whatever else happens to it.
namespace blueprinting::testing {

inline constexpr int kPatience = 60000; ///< milliseconds: a wait that ends by this has failed

/// Whoever passes waits until the gate is opened. It opens of itself when it goes, so that a test that ends early is
/// not waited for by whoever joins the work: declare it after what runs the work.
class Gate {
public:
    Gate() = default;
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate() { open(); }

    /// For the work: a copy outlives the gate.
    [[nodiscard]] auto pass() const
    {
        return [state = m_state] {
            state->entered.release();
            state->opened.acquire();
        };
    }
    /// Whether somebody has come whom entered() has not counted; for a wait in the event loop, which entered() would
    /// stop.
    [[nodiscard]] bool arrived() const { return m_state->entered.available() > 0; }
    /// Whether one more has come to the gate.
    [[nodiscard]] bool entered() const { return m_state->entered.tryAcquire(1, kPatience); }
    /// As many as have come or will.
    void letThrough(int how_many = 1) { m_state->opened.release(how_many); }
    /// For all that come from now on, too.
    void open() { m_state->opened.release(1 << 20); }

private:
    struct State {
        QSemaphore entered, opened;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace blueprinting::testing
