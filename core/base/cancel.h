#pragma once
#include <atomic>
#include <memory>

namespace blueprinting {

/// Shared between the one who may cancel and the one who works. Copies share one flag; any thread.
class CancelToken {
public:
    void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool cancelled() const { return m_flag->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

} // namespace blueprinting
