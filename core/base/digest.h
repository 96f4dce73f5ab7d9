#pragma once
#include "core/base/result.h"

#include <compare>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace blueprinting {

/// A SHA-256 as 64 hexadecimal digits, or empty where there is none.
class Digest {
public:
    Digest() = default;
    /// 64 lower-case hexadecimal digits, else digest.malformed.
    static Result<Digest> from_hex(std::string_view hex);
    static Digest of_bytes(std::string_view bytes);

    [[nodiscard]] const std::string& hex() const { return m_hex; }
    [[nodiscard]] std::string short_hex() const { return m_hex.substr(0, 12); }
    [[nodiscard]] bool empty() const { return m_hex.empty(); }
    auto operator<=>(const Digest&) const = default;

private:
    friend class DigestStream;
    std::string m_hex;
};

/// A SHA-256 over bytes that come piece by piece.
class DigestStream {
public:
    DigestStream();
    ~DigestStream();
    DigestStream(const DigestStream&) = delete;
    DigestStream& operator=(const DigestStream&) = delete;
    void add(std::string_view bytes);
    /// Once, at the end.
    [[nodiscard]] Digest finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// SHA-256 over domain + "\0" + canonical JSON.
Result<Digest> digest_json(std::string_view domain, const nlohmann::json& value);

/// "prefix:" and 32 hexadecimal digits of a hash over the parts (each with its length, so that the parts cannot run
/// into each other): the same parts always give the same id.
std::string stable_id(std::string_view prefix, std::initializer_list<std::string_view> parts);

} // namespace blueprinting
