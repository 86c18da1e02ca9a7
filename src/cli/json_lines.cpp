#include "cli/json_lines.hpp"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "cli/read_input.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

base::Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  }
  if (error) {
    return base::fail(fmt::format("cannot be read: {}", error.message()), folder,
                      "name a folder with *.jsonl files");
  }
  if (files.empty()) return base::fail("has no *.jsonl files", folder, "name another folder");
  std::ranges::sort(files);
  return files;
}

base::Result<void> take_row(json::Parser& parser, const std::string& line, const std::string& file,
                            std::size_t number, const TakeRow& take) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return {};
  const auto document = parser.parse(json::Text::copy_of(line));
  if (!document) {
    auto error = document.error();
    error.position.line = number;
    return tl::unexpected(json::to_error(error, file));
  }
  return take(document->root(), fmt::format("{}:{}", file, number));
}

base::Result<void> take_file(const std::string& file, const TakeRow& take) {
  std::istringstream no_input;
  auto text = read_input(file, no_input, kMaxRowFile);
  if (!text) return tl::unexpected(text.error());
  std::istringstream lines(*std::move(text));
  json::Parser parser;
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (auto taken = take_row(parser, line, file, number, take); !taken) return taken;
  }
  return {};
}

}  // namespace

base::Result<void> for_each_row(const std::string& folder, const TakeRow& take) {
  const auto files = files_in(folder);
  if (!files) return tl::unexpected(files.error());
  for (const auto& file : *files) {
    if (auto taken = take_file(file, take); !taken) return taken;
  }
  return {};
}

}  // namespace touchstone::cli
