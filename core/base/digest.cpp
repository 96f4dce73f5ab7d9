#include "core/base/digest.h"

#include "core/base/canonical_json.h"

#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>

namespace blueprinting {

namespace {

using RawDigest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

std::string hexadecimal(const RawDigest& raw)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(2 * raw.size());
    for (const unsigned char byte : raw) {
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

/// The algorithm, looked up once: looking it up takes longer than a short text's digest, and takes a lock.
const EVP_MD* sha256()
{
    static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return found;
}

} // namespace

Digest Digest::of_bytes(std::string_view bytes)
{
    RawDigest raw{};
    EVP_Digest(bytes.data(), bytes.size(), raw.data(), nullptr, sha256(), nullptr);
    Digest out;
    out.m_hex = hexadecimal(raw);
    return out;
}

struct DigestStream::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

DigestStream::DigestStream() : m_state(std::make_unique<State>())
{
    EVP_DigestInit_ex(m_state->context, sha256(), nullptr);
}

DigestStream::~DigestStream() = default;

void DigestStream::add(std::string_view bytes) { EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size()); }

Digest DigestStream::finish()
{
    RawDigest raw{};
    EVP_DigestFinal_ex(m_state->context, raw.data(), nullptr);
    Digest out;
    out.m_hex = hexadecimal(raw);
    return out;
}

Result<Digest> Digest::from_hex(std::string_view hex)
{
    const bool good = hex.size() == 2 * SHA256_DIGEST_LENGTH && std::all_of(hex.begin(), hex.end(), [](char c) {
                          return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                      });
    if (!good)
        return Diagnostic{Severity::error, "digest.malformed", "",
                          "a digest is 64 lower-case hexadecimal digits, not \"" + std::string(hex.substr(0, 80)) +
                              "\""};
    Digest out;
    out.m_hex = std::string(hex);
    return out;
}

Result<Digest> digest_json(std::string_view domain, const nlohmann::json& value)
{
    auto text = canonical_json(value);
    if (!text)
        return text.failure_as<Digest>();
    std::string bytes(domain);
    bytes += '\0';
    bytes += *text;
    return Digest::of_bytes(bytes);
}

std::string stable_id(std::string_view prefix, std::initializer_list<std::string_view> parts)
{
    std::string bytes(prefix);
    for (const std::string_view part : parts) {
        bytes += '\0';
        bytes += std::to_string(part.size());
        bytes += '\0';
        bytes += part;
    }
    return std::string(prefix) + ":" + Digest::of_bytes(bytes).hex().substr(0, 32);
}

} // namespace blueprinting
