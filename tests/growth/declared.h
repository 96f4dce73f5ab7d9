#pragma once
#include <set>
#include <string>

/// What the headers of the program declare, found by how such functions are written here.
namespace blueprinting::growth {

/// Functions that take a text, a document or a line from outside and say what is wrong with it.
std::set<std::string> declared_readers(const std::string& source_folder);
/// Functions that hand a text on to a sink.
std::set<std::string> declared_exporters(const std::string& source_folder);

} // namespace blueprinting::growth
