#pragma once
#include "core/base/object_reader.h"
#include "core/base/record.h"
#include "core/certificate/certificate.h"

#include <algorithm>

/// What the readers of this room add to ObjectReader: the fields of records (fields.h), lists, what may be left out,
/// and keeping what nobody asked for.
namespace blueprinting::certificate {

/// How many entries a list may have.
struct Count {
    bool some = false; ///< at least one
    std::size_t most = SIZE_MAX;
};

class FieldReader : public ObjectReader {
public:
    using ObjectReader::ObjectReader;

    /// The readers below leave `out` alone where the field is wrong or missing (an error) or, if optional, absent or
    /// null. Integers are those of ObjectReader: at most 2^53, written with or without a fraction of zeros. Every
    /// integer of the room comes through here, so that none can pass the limit.
    void operator()(const std::string& key, std::string& out);
    void operator()(const std::string& key, std::int64_t& out, std::int64_t least);
    void operator()(const std::string& key, std::size_t& out);
    /// Finite, and at least `least` or, if `open`, above it.
    void operator()(const std::string& key, double& out, double least, bool open = false);
    void operator()(const std::string& key, std::vector<std::string>& out);
    void operator()(const std::string& key, std::vector<std::int64_t>& out, std::int64_t least);
    /// true, false, 1 or 0.
    void operator()(const std::string& key, bool& out);
    /// As many as there are thresholds.
    void operator()(const std::string& key, std::array<std::int64_t, 8>& out);
    void operator()(const std::string& key, IntegerTable& out);

    void operator()(const std::string& key, std::optional<std::string>& out);
    void operator()(const std::string& key, std::optional<std::int64_t>& out, std::int64_t least);
    void operator()(const std::string& key, std::optional<double>& out);

    template <class Record>
    void operator()(const std::string& key, Record& out)
    {
        if (const Json* value = object(key))
            inside(key, *value).record(out);
    }
    template <class Record>
    void operator()(const std::string& key, std::optional<Record>& out)
    {
        if (!absent(key))
            (*this)(key, out.emplace());
    }
    /// As far as not enough is wrong already.
    template <class Record>
    void operator()(const std::string& key, std::vector<Record>& out, Count count = {})
    {
        const Json* list = array(key);
        if (!list)
            return;
        hold_count(key, list->size(), count);
        for (std::size_t i = 0; i < std::min(list->size(), count.most) && !enough(); ++i)
            FieldReader(m_document, (*list)[i], pointer(key) + pointer_step(i), m_diagnostics)
                .record(out.emplace_back());
    }
    /// What may be left out.
    void maybe(const std::string& key, auto& out, auto... limits)
    {
        if (!absent(key))
            (*this)(key, out, limits...);
    }
    /// What is left out where there is none.
    void if_any(const std::string& key, auto& out, auto... limits) { maybe(key, out, limits...); }
    /// An object whose fields are spread over another record.
    template <class Fields>
    void part(const std::string& key, bool& there, Json& extra, Fields fields_of)
    {
        const Json* value = absent(key) ? nullptr : object(key);
        if (!value)
            return;
        there = true;
        FieldReader reader = inside(key, *value);
        fields_of(reader);
        extra = reader.rest();
    }
    /// What a split says beyond the known figures goes by the split's name among what was not used.
    void split(const std::string& key, std::optional<Metrics>& out);

    /// This object as a record with all its fields.
    template <class Record>
    void record(Record& out)
    {
        fields(*this, out);
        if constexpr (requires { hold(*this, out); })
            hold(*this, out);
        if constexpr (requires { out.extra; })
            out.extra = rest();
    }
    /// Everything that nobody asked for.
    [[nodiscard]] Json rest() const;

private:
    static constexpr std::size_t kMostComplaints = 8; ///< of one file
    [[nodiscard]] bool enough() const { return m_diagnostics.size() >= kMostComplaints; }
    [[nodiscard]] FieldReader inside(const std::string& key, const Json& value) const
    {
        return {m_document, value, pointer(key), m_diagnostics};
    }
    bool absent(const std::string& key);
    void hold_count(const std::string& key, std::size_t found, const Count& count);

    Json m_beside = Json::object(); ///< what splits say beyond their figures
};

} // namespace blueprinting::certificate
