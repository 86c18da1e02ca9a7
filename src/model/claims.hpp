// Claims: what a server declares, read from every place where it may say it.
//
//   annotations.*                                          all fields and aliases
//   annotations["io.modelcontextprotocol/action-metadata"]  SEP-2061's own form, here …
//   _meta["io.modelcontextprotocol/action-metadata"]        … or here
//   _meta.SecretHint and friends                            aliases, either case
//
// Nothing here fails: what cannot be read is a finding and makes no claim. A metadata object is
// closed and whole in the SEP's schema; one fault in it and only what warns in it is a claim.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"
#include "model/evidence.hpp"
#include "model/finding.hpp"

namespace touchstone::model {

inline constexpr std::string_view kActionMetadata = "io.modelcontextprotocol/action-metadata";

// A tool as evaluation sets keep it: "tool" for the name, "server" beside it, null for what is
// absent.
[[nodiscard]] bool is_labelled_row(json::View tool);

// Problems listed for one definition; the rest is counted in one last finding. It bounds the work
// on a hostile definition, and nobody reads more.
inline constexpr std::size_t kMaxProblems = 64;

struct Claims {
  std::vector<Evidence> evidence;
  std::vector<Finding> problems;
};

// Reads `holder.annotations` and `holder._meta` of a tool definition, and its title. Pointers in
// evidence are relative to `holder`; pointers in problems start with `pointer`.
[[nodiscard]] Claims read_tool_claims(json::View tool, std::string_view pointer,
                                      std::size_t max_problems = kMaxProblems);

// Reads one annotations object, wherever it stands; the same reading serves results and
// resolutions. `pointer` is where the object stands.
[[nodiscard]] Claims read_annotations(json::View annotations, std::string_view pointer,
                                      Source source);

}  // namespace touchstone::model
