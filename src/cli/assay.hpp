// Assay: a list of tools, read from somewhere and examined: what every command works on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/io.hpp"
#include "json/document.hpp"
#include "json/position.hpp"
#include "model/check.hpp"
#include "model/finding.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"

namespace touchstone::cli {

// The list built into the program; see demo_tools.hpp.
inline constexpr std::string_view kDemoInput = "@demo";

// One tool, its profile and what is wrong with it.
struct Assayed {
  model::Tool tool;
  model::Profile profile;
  std::vector<model::Finding> findings;
  std::size_t part;          // which document of the Assay it stands in
  json::Position start;      // in that document
  std::string display_name;  // the name, or "(tool 4)" for one without; safe to print
};

class Assay {
 public:
  // Reads `source`: a file name, "-" for standard input, or "@demo". The content is any shape that
  // model::read_tool_list knows, or JSON Lines of such. Not readable: cause, place and remedy.
  static base::Result<Assay> load(const std::string& source, Io& io, model::Trust trust);
  static base::Result<Assay> parse(std::string_view name, std::string text, model::Trust trust);

  [[nodiscard]] const std::string& name() const { return name_; }  // of the source, for people
  [[nodiscard]] const std::vector<Assayed>& tools() const { return tools_; }
  [[nodiscard]] bool has_more() const { return has_more_; }
  // Where a place in the tool's document stands in the source.
  [[nodiscard]] json::Position locate(const Assayed& tool, std::size_t offset) const;

 private:
  struct Part {
    json::Document document;
    std::size_t first_line;
    std::size_t first_byte;
  };
  base::Result<void> add(json::Document document, std::size_t first_line, std::size_t first_byte);
  base::Result<void> add_lines(std::string_view text);
  void examine(model::Trust trust);

  std::string name_;
  std::vector<Part> parts_;
  std::vector<Assayed> tools_;
  bool has_more_ = false;
};

}  // namespace touchstone::cli
