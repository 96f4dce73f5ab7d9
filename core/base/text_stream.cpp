#include "core/base/text_stream.h"

namespace blueprinting {
namespace {

constexpr std::size_t kPiece = 1 << 16;

} // namespace

TextStream::TextStream(const TextSink& sink) : m_sink(sink) { m_buffer.reserve(kPiece); }

TextStream::~TextStream() { hand_on(); }

TextStream& TextStream::operator<<(std::string_view text)
{
    if (m_buffer.size() + text.size() > kPiece)
        hand_on();
    if (text.size() > kPiece)
        m_good = m_good && m_sink(text);
    else
        m_buffer += text;
    return *this;
}

void TextStream::hand_on()
{
    if (!m_buffer.empty())
        m_good = m_good && m_sink(m_buffer);
    m_buffer.clear();
}

std::string text_of(const TextMaker& make)
{
    std::string out;
    make([&out](std::string_view piece) {
        out += piece;
        return true;
    });
    return out;
}

} // namespace blueprinting
