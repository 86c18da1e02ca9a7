// Assay: a list of tools, read from somewhere and examined: what every command works on.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/io.hpp"
#include "config/config.hpp"
#include "detect/known_tools.hpp"
#include "json/document.hpp"
#include "json/position.hpp"
#include "model/check.hpp"
#include "model/finding.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"
#include "pin/pin.hpp"

namespace touchstone::cli {

// The list built into the program; see demo_tools.hpp.
inline constexpr std::string_view kDemoInput = "@demo";

// What is believed of a server, and what the operator says of its tools.
struct Belief {
  model::Trust trust = model::Trust::kStandard;
  float inference_trust = model::FoldOptions().inference_trust;
  config::Overrides overrides = {};
};
// By server, and for those that are not named.
struct Beliefs {
  std::map<std::string, Belief> by_server = {};
  Belief usual = {};

  [[nodiscard]] const Belief& of(const std::string& server) const {
    const auto it = by_server.find(server);
    return it == by_server.end() ? usual : it->second;
  }
};
[[nodiscard]] Beliefs beliefs_of(const config::Config& config);

// One tool, its profile and what is wrong with it. Or something else that a server says, which has
// no profile.
struct Assayed {
  model::Tool tool;
  model::Profile profile;
  std::vector<model::Finding> findings;
  std::size_t part;          // which document of the Assay it stands in
  json::Position start;      // in that document
  std::string display_name;  // the name, or "(tool 4)" for one without; safe to print
  pin::Subject subject = pin::Subject::kTool;
  std::string held = {};  // why nobody may use it now; empty: they may, or nobody knows
};

class Assay {
 public:
  // Reads `source`: a file, "-" for standard input, "@demo", "@gateway" for the one that runs, or a
  // config, whose servers are started. The content of a file is any shape that
  // model::read_tool_list knows, or JSON Lines of such. Not readable: cause, place and remedy. What
  // a config believes of its servers counts more than `trust`.
  static base::Result<Assay> load(const std::string& source, Io& io, model::Trust trust);
  static base::Result<Assay> parse(std::string_view name, std::string text, model::Trust trust);
  static base::Result<Assay> parse(std::string_view name, std::string text, const Beliefs& beliefs);
  // What a gateway says (gateway/inventory.cpp). What is held, and who did not answer, is told.
  static base::Result<Assay> parse_live(std::string_view name, std::string text, Io& io);

  [[nodiscard]] const std::string& name() const { return name_; }  // of the source, for people
  [[nodiscard]] const std::vector<Assayed>& tools() const { return tools_; }
  // Of servers that run: their prompts, resource templates and what they say of themselves.
  [[nodiscard]] const std::vector<Assayed>& others() const { return others_; }
  // Of servers that run: the config they run by. Without one, an empty config.
  [[nodiscard]] const config::Config& config() const { return config_; }
  [[nodiscard]] bool has_more() const { return has_more_; }
  // Do the servers run?
  [[nodiscard]] bool is_live() const { return is_live_; }
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
  void add_others(json::View inventory);
  void note_held(json::View held);
  void examine(const Beliefs& beliefs, json::View breaches);
  void examine_others(const detect::KnownTools& everybody);

  std::string name_;
  std::vector<Part> parts_;
  std::vector<Assayed> tools_;
  std::vector<Assayed> others_;
  config::Config config_;
  bool has_more_ = false;
  bool is_live_ = false;
};

}  // namespace touchstone::cli
