#include "core/accounting/footprint.h"

#include "core/base/format.h"
#include "core/base/written_number.h"

namespace blueprinting::accounting {
namespace {

Diagnostic refuse(std::string code, const std::string& path, std::string message)
{
    return {.code = "accounting." + std::move(code), .path = path, .message = std::move(message)};
}

std::string allowed() { return "; allowed are whole numbers from 1 to 2^53"; }

} // namespace

Result<std::int64_t> parameter_count_from(std::string_view text, const std::string& path)
{
    const std::string shown = "the parameter count \"" + std::string(text) + "\"";
    const auto read = written_whole(text, Spelling::scientific);
    if (const auto* fault = std::get_if<NumberFault>(&read); fault && *fault == NumberFault::malformed)
        return refuse("parameters.not_a_number", path, shown + " is not a number" + allowed());
    else if (fault && *fault == NumberFault::leading_zero)
        return refuse("parameters.not_a_number", path, shown + " begins with a zero" + allowed());
    else if (text.starts_with('-'))
        return refuse("parameters.negative", path, shown + " is negative" + allowed());
    else if (fault && *fault == NumberFault::fractional)
        return refuse("parameters.fractional", path, shown + " is not whole" + allowed());
    else if (fault)
        return refuse("parameters.overflow", path, shown + " is past 2^53" + allowed());
    const std::int64_t count = std::get<std::int64_t>(read);
    if (count == 0)
        return refuse("parameters.zero", path, shown + " is zero" + allowed());
    return count;
}

Result<Footprint> footprint(const PerParameter& bytes, std::int64_t parameters)
{
    if (parameters < 1) {
        const std::string shown = "the parameter count " + std::to_string(parameters);
        if (parameters == 0)
            return refuse("parameters.zero", "", shown + " is zero" + allowed());
        return refuse("parameters.negative", "", shown + " is negative" + allowed());
    }
    if (parameters > kMaxInteger)
        return refuse("parameters.overflow", "",
                      "the parameter count " + std::to_string(parameters) + " is past 2^53" + allowed());
    const auto count = static_cast<double>(parameters);
    if (count * bytes.total() > static_cast<double>(kMaxInteger))
        return refuse("bytes.overflow", "",
                      format::integer(parameters) + " parameters of " + format::shortest(bytes.total()) +
                          " bytes are more than 2^53 bytes, past which a byte count is no longer exact");
    Footprint out;
    out.parameters = parameters;
    out.weights = Bytes(count * bytes.weights());
    out.gradients = Bytes(count * bytes.gradient());
    out.state = Bytes(count * bytes.state());
    out.checkpoint = out.weights + out.state;
    return out;
}

} // namespace blueprinting::accounting
