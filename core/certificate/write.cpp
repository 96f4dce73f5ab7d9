#include "core/certificate/write.h"

#include "core/base/canonical_json.h"
#include "core/certificate/fields.h"

#include <set>
#include <utility>

namespace blueprinting::certificate {
namespace {

/// Writes the fields of one object over what is already in it.
class FieldWriter {
public:
    explicit FieldWriter(Json& out) : m_out(out) {}

    template <class Value>
    void operator()(const std::string& key, const Value& value, auto...)
    {
        m_out[key] = written(value);
    }
    void maybe(const std::string& key, const auto& value) { (*this)(key, value); }
    template <class Value>
    void if_any(const std::string& key, const Value& value, auto...)
    {
        if (value != Value())
            (*this)(key, value);
    }
    template <class Fields>
    void part(const std::string& key, bool there, const Json& extra, Fields fields_of)
    {
        if (!there)
            return;
        FieldWriter inner(m_out[key] = extra);
        fields_of(inner);
    }
    void split(const std::string& key, const std::optional<Metrics>& stated)
    {
        if (!stated)
            return;
        Json known = written(*stated);
        if (m_out.contains(key) && m_out[key].is_object())
            known.update(m_out[key]);
        m_out[key] = std::move(known);
    }

    template <class Value>
    static Json written(const Value& value)
    {
        return value;
    }
    static Json written(bool value) { return value ? 1 : 0; }
    template <class Value>
    static Json written(const std::optional<Value>& value)
    {
        return value ? written(*value) : Json();
    }
    template <class Value>
    static Json written(const std::vector<Value>& values)
    {
        Json out = Json::array();
        for (const Value& value : values)
            out.push_back(written(value));
        return out;
    }
    template <class Record>
    requires requires(FieldWriter& visit, const Record& record) { fields(visit, record); }
    static Json written(const Record& record)
    {
        Json out = Json::object();
        if constexpr (requires { record.extra; })
            out = record.extra;
        FieldWriter visit(out);
        fields(visit, record);
        return out;
    }

private:
    Json& m_out;
};

/// Writes an object one key a line; the entries of `lines` one list entry or one inner key a line.
class LineWriter {
public:
    Result<std::string> write(const Json& root, const std::set<std::string>& lines)
    {
        if (!block(root, "\n", lines))
            return m_failure;
        return m_out + "\n";
    }

private:
    /// `end` begins the line of the closing bracket; what is inside stands one further in.
    bool block(const Json& value, const std::string& end, const std::set<std::string>& lines)
    {
        const bool list = value.is_array();
        m_out += list ? "[" : "{";
        bool first = true;
        for (const auto& item : value.items()) {
            m_out += (std::exchange(first, false) ? "" : ",") + end + " ";
            if (!list)
                m_out += Json(item.key()).dump() + ": ";
            const bool inner = lines.contains(item.key()) && !item.value().empty();
            if (!(inner ? block(item.value(), end + " ", {}) : line(item.value())))
                return false;
        }
        m_out += end + (list ? "]" : "}");
        return true;
    }

    bool line(const Json& value)
    {
        auto text = canonical_json(value);
        if (text)
            m_out += *text;
        else
            m_failure = text.diagnostics();
        return text.has_value();
    }

    std::string m_out;
    Diagnostics m_failure;
};

} // namespace

Json metrics_json(const Metrics& metrics) { return FieldWriter::written(metrics); }

Result<std::string> write_certificate(const Certificate& certificate)
{
    return LineWriter().write(FieldWriter::written(certificate), {"cells", "fit_arguments", "manifest", "metrics"});
}

Result<std::string> write_manifest(const Manifest& manifest)
{
    return LineWriter().write(FieldWriter::written(manifest), {"cells", "excluded"});
}

} // namespace blueprinting::certificate
