// For tests: tools and arguments from JSON texts.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "json/parser.hpp"
#include "model/tool.hpp"
#include "resolve/resolve.hpp"

namespace touchstone::resolve::testing {

inline json::Document parsed(std::string_view text) {
  auto document = json::Parser().parse(json::Text::copy_of(text));
  if (document) return std::move(*document);
  ADD_FAILURE() << document.error().what << " in " << text;
  return std::move(*json::Parser().parse(json::Text::copy_of("{}")));
}

// A tool and everything that one call of it needs.
class Tool {
 public:
  explicit Tool(std::string_view definition, Settings settings = {})
      : document_(parsed(definition)),
        tool_(model::read_tool(document_.root(), "")),
        settings_(prepared(std::move(settings))),
        plan_(plan_for(tool_, settings_)) {}

  [[nodiscard]] Resolution call(std::string_view arguments) const {
    const auto document = parsed(arguments);
    return resolve(plan_, settings_, document.root());
  }
  [[nodiscard]] Effect effect(std::string_view arguments) const { return call(arguments).effect; }
  [[nodiscard]] model::Profile profile(std::string_view arguments,
                                       model::FoldOptions options = {}) const {
    return profile_for_call(model::profile_of(tool_, options), call(arguments), options);
  }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const model::Tool& definition() const { return tool_; }

 private:
  json::Document document_;
  model::Tool tool_;
  Settings settings_;
  Plan plan_;
};

// A tool with these properties, in JSON.
inline Tool tool(std::string_view name, std::string_view properties, Settings settings = {}) {
  std::string definition = R"({"name":")";
  definition.append(name).append(R"(","inputSchema":{"type":"object","properties":)");
  definition.append(properties).append("}}");
  return Tool(definition, std::move(settings));
}

inline std::string explained(const Resolution& resolution) {
  std::string out;
  for (const auto& note : resolution.notes) out += note.argument + ": " + note.text + "\n";
  return out;
}

}  // namespace touchstone::resolve::testing
