#pragma once
#include "core/base/object_reader.h"
#include "core/base/record.h"
#include "core/calibration/report.h"

/// Inside the room: how its records are read from JSON and written there (record.h), and the fields of those that more
/// than one file holds. JSON has no infinity: it is "Infinity" or "-Infinity"; a figure that is no value is its state
/// in words.
namespace blueprinting::calibration {

/// Reads the fields of one object. What is wrong or missing is told; the field is then left as it is.
class FieldsIn {
public:
    explicit FieldsIn(ObjectReader& reader) : m_reader(reader) {}

    void operator()(const std::string& key, std::string& out);
    void operator()(const std::string& key, bool& out);
    void operator()(const std::string& key, std::size_t& out);
    void operator()(const std::string& key, double& out);
    void operator()(const std::string& key, oracle::Figure& out);
    void operator()(const std::string& key, std::vector<std::string>& out);
    template <class Record>
    void operator()(const std::string& key, Record& out)
    {
        object(key, [&](FieldsIn& inner) { fields(inner, out); });
    }
    template <class Record>
    void operator()(const std::string& key, std::vector<Record>& out)
    {
        m_reader.each(key, [&](ObjectReader& reader) {
            FieldsIn inner(reader);
            fields(inner, out.emplace_back());
        });
    }
    template <class Fields>
    void object(const std::string& key, Fields inside)
    {
        m_reader.object(key, [&](ObjectReader& reader) {
            FieldsIn inner(reader);
            inside(inner);
        });
    }
    /// Finite and above 0: a bound of nothing could not be used up in parts.
    void positive(const std::string& key, double& out);
    /// Left out where it is empty.
    void if_any(const std::string& key, std::string& out);
    /// Said to people alone.
    void note(const std::string& key, std::string_view) { m_reader.ignore(key); }

private:
    ObjectReader& m_reader;
};

/// Writes the fields of one object.
class FieldsOut {
public:
    explicit FieldsOut(Json& out) : m_out(out) { m_out = Json::object(); }

    void operator()(const std::string& key, double value);
    void operator()(const std::string& key, const oracle::Figure& figure);
    template <class Value>
    void operator()(const std::string& key, const Value& value)
    {
        if constexpr (requires { fields(*this, value); })
            object(key, [&](FieldsOut& inner) { fields(inner, value); });
        else
            m_out[key] = value;
    }
    template <class Record>
    requires requires(FieldsOut& visit, const Record& record) { fields(visit, record); }
    void operator()(const std::string& key, const std::vector<Record>& records)
    {
        Json& list = m_out[key] = Json::array();
        for (const Record& record : records) {
            FieldsOut inner(list.emplace_back());
            fields(inner, record);
        }
    }
    template <class Fields>
    void object(const std::string& key, Fields inside)
    {
        FieldsOut inner(m_out[key]);
        inside(inner);
    }
    void positive(const std::string& key, double value) { m_out[key] = value; }
    void if_any(const std::string& key, const std::string& value)
    {
        if (!value.empty())
            m_out[key] = value;
    }
    void note(const std::string& key, std::string_view text) { m_out[key] = text; }

private:
    Json& m_out;
};

/// A document that names its own schema: `code` where it is another's.
template <class Record>
struct Document {
    static Json written(const Record& record)
    {
        Json out;
        FieldsOut visit(out);
        visit.note("schema", Record::kSchema);
        fields(visit, record);
        return out;
    }
    static Result<Record> read(const JsonDocument& document, const char* code)
    {
        Diagnostics diagnostics;
        Record out;
        ObjectReader root(document, document.root(), "", diagnostics);
        if (const auto schema = root.string("schema"); schema && *schema != Record::kSchema) {
            root.fail(code, "schema", "must be \"" + std::string(Record::kSchema) + "\", not \"" + *schema + "\"");
            return diagnostics; // its other keys mean something else
        }
        FieldsIn visit(root);
        fields(visit, out);
        root.finish();
        if (!diagnostics.empty())
            return diagnostics;
        return out;
    }
};

void fields(auto& visit, Of<InputFile> auto& file)
{
    visit("file", file.file);
    visit("sha256", file.sha256);
}

void fields(auto& visit, Of<oracle::Identity> auto& identity)
{
    visit("name", identity.name);
    visit("package_version", identity.package_version);
    visit("source_repository", identity.source_repository);
    visit("source_digest", identity.source_digest);
    visit("provider", identity.provider);
}

void fields(auto& visit, Of<PaperBaseline> auto& baseline)
{
    visit("name", baseline.name);
    visit("paper", baseline.paper);
    visit("source", baseline.source);
}

void fields(auto& visit, Of<Hardware> auto& hardware)
{
    visit("name", hardware.name);
    visit("evidence_revision", hardware.evidence_revision);
}

} // namespace blueprinting::calibration
