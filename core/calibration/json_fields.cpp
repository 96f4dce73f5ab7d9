#include "core/calibration/json_fields.h"

#include <cmath>

namespace blueprinting::calibration {

void FieldsIn::operator()(const std::string& key, std::string& out) { out = m_reader.string(key).value_or(""); }

void FieldsIn::operator()(const std::string& key, bool& out) { out = m_reader.boolean(key).value_or(false); }

void FieldsIn::operator()(const std::string& key, std::size_t& out)
{
    out = static_cast<std::size_t>(m_reader.integer(key, 0).value_or(0));
}

void FieldsIn::operator()(const std::string& key, double& out)
{
    oracle::Figure read;
    (*this)(key, read);
    if (!read.has_value())
        m_reader.fail("reader.type", key, "must be a number or \"Infinity\"");
    out = read.value;
}

void FieldsIn::operator()(const std::string& key, oracle::Figure& out)
{
    out = oracle::Figure::of(0);
    const Json* value = m_reader.any(key);
    if (!value)
        return; // complained about already
    if (value->is_number())
        out.value = value->get<double>();
    else if (*value == "Infinity")
        out.value = HUGE_VAL;
    else if (*value == "-Infinity")
        out.value = -HUGE_VAL;
    else {
        for (const oracle::State state :
             {oracle::State::not_covered, oracle::State::not_published, oracle::State::refused})
            if (*value == std::string(to_string(state)))
                out.state = state;
        if (out.has_value())
            m_reader.fail("reader.type", key,
                          "must be a number, \"Infinity\" or a state such as \"not published\", not " + shown(*value));
    }
}

void FieldsIn::operator()(const std::string& key, std::vector<std::string>& out)
{
    const Json* list = m_reader.array(key);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (!(*list)[i].is_string())
            return m_reader.fail("reader.type", key, "must hold strings, not " + shown((*list)[i]));
        out.push_back((*list)[i].get<std::string>());
    }
}

void FieldsIn::positive(const std::string& key, double& out)
{
    out = m_reader.number(key).value_or(1);
    if (out <= 0)
        m_reader.fail("reader.range", key, "must be above 0");
}

void FieldsIn::if_any(const std::string& key, std::string& out)
{
    if (m_reader.has(key))
        (*this)(key, out);
}

void FieldsOut::operator()(const std::string& key, double value)
{
    if (std::isinf(value))
        m_out[key] = value > 0 ? "Infinity" : "-Infinity";
    else
        m_out[key] = value;
}

void FieldsOut::operator()(const std::string& key, const oracle::Figure& figure)
{
    if (figure.has_value())
        (*this)(key, figure.value);
    else
        m_out[key] = to_string(figure.state);
}

} // namespace blueprinting::calibration
