#pragma once
#include <charconv>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>

namespace blueprinting {

/// Takes the next piece of a text; false where it takes no more, and what makes the text may stop.
using TextSink = std::function<bool(std::string_view)>;

/// Makes a text piece by piece.
using TextMaker = std::function<void(const TextSink&)>;

/// Gathers a text and hands it on in pieces of some 64 KiB, so that a text of gigabytes is never whole in memory.
/// Numbers are spelled as std::to_chars does: in full, in no language. The last piece goes when this does; one thread.
class TextStream {
public:
    explicit TextStream(const TextSink& sink);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    TextStream& operator<<(std::string_view text);
    TextStream& operator<<(const char* text) { return *this << std::string_view(text); }
    TextStream& operator<<(char c) { return *this << std::string_view(&c, 1); }
    template <class Number>
    requires(std::integral<Number> || std::floating_point<Number>) TextStream& operator<<(Number value)
    {
        char buffer[40];
        return *this << std::string_view(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    }

    /// The sink still takes what comes.
    [[nodiscard]] bool good() const { return m_good; }

private:
    void hand_on();

    const TextSink& m_sink;
    std::string m_buffer;
    bool m_good = true;
};

/// All of it at once, for texts that are known to be small.
std::string text_of(const TextMaker& make);

} // namespace blueprinting
