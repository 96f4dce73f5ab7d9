#pragma once
#include "core/model/description_json.h"

#include <QTest>

/// The acceptance values for modern models: tests/modern/cases.json, whose cases each name their source.
namespace blueprinting::testing {

inline const Json& modern_cases()
{
    static const Json all = JsonDocument::read(BLUEPRINTING_SOURCE_DIR "/tests/modern/cases.json").value().root();
    return all;
}

/// One row a case of these kinds; the column "index" is its place in the file.
inline void add_modern_cases(std::initializer_list<const char*> kinds)
{
    QTest::addColumn<int>("index");
    const Json& all = modern_cases()["cases"];
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const char* kind : kinds)
            if (all[i]["kind"] == kind)
                QTest::newRow(all[i]["id"].get<std::string>().c_str()) << static_cast<int>(i);
}

inline const Json& modern_case(int index) { return modern_cases()["cases"][static_cast<std::size_t>(index)]; }

inline Result<model::Description> described(const Json& value)
{
    const auto document = JsonDocument::parse(value.dump(), "model.json");
    return model::description_from_json(*document, document->root(), "", "");
}

/// The model of a case, with the case's own sequence where it states one.
inline model::Description model_of(const Json& each)
{
    Json value = modern_cases()["models"][each["model"].get<std::string>()];
    if (each.contains("sequence"))
        value["sequence"] = each["sequence"];
    return described(value).value();
}

/// |actual − expected| ≤ tolerance · |expected|; 0 asks for equality.
inline bool is_near(double actual, double expected, double tolerance)
{
    return std::abs(actual - expected) <= tolerance * std::abs(expected);
}

} // namespace blueprinting::testing
