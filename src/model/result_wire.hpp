// Annotations on results: read from three wire forms, written to two.
//
//   _meta.annotations                                 SEP-1913
//   _meta["io.modelcontextprotocol/trust-annotations"]  on the result and on each content block
//   _meta.ifc                                         as github-mcp-server sends it
//
// A result is annotated as a whole: flags and sets of all its parts unite: content blocks, contents
// of a resource, messages of a prompt, and resources embedded in any of them. A block may
// strengthen what the result says, never weaken it: a block that denies something speaks for itself
// alone. Results with isError are read like any other.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "json/document.hpp"
#include "json/splice.hpp"
#include "model/data_class.hpp"
#include "model/field.hpp"
#include "model/finding.hpp"
#include "model/label.hpp"
#include "model/value.hpp"

namespace touchstone::model {

inline constexpr std::string_view kTrustAnnotations = "io.modelcontextprotocol/trust-annotations";

// Scopes and organisation labels heard by name in one result.
inline constexpr std::size_t kMaxResultNames = 256;

// What somebody says of data. Nothing, false and true are three different things: a false is a
// reassurance that only a trusted server's word may give.
struct DataClaims {
  // What is said of a field that no other member is about.
  struct Said {
    Field field;
    Value value;
    friend bool operator==(const Said&, const Said&) = default;
  };

  std::optional<bool> untrusted;
  std::optional<bool> is_private;
  std::optional<bool> malicious;
  DataClasses classes;
  Uris attribution;
  std::vector<Said> others = {};  // each field once

  [[nodiscard]] const Value* find(Field field) const;  // of the others; null: nothing is said
  // A flag that is risky stays so, sets unite.
  void add(Field field, const Value& value);
  // Unites two claims on the same data: any true wins, then any false.
  void join(const DataClaims& other);
  friend bool operator==(const DataClaims&, const DataClaims&) = default;
};

struct ResultClaims {
  DataClaims claims;
  std::vector<Finding> problems;  // malformed annotations; they make no claim
};

// Of a CallToolResult or any other result object.
[[nodiscard]] ResultClaims read_result(json::View result);

// The part of the claims that counts whoever makes them: what they say yes to.
[[nodiscard]] Label label_of(const DataClaims& claims);

// Adds the edits that make `result` say at least that it is untrusted, sensitive or malicious where
// `label` is, in the forms that have a word for it, and name its sources and data classes. Classes
// are told in SEP-1913's returnMetadata, which wants a source as well: untrustedPublic if the label
// is untrusted, else what the server claims, else internal. What the server said besides stays.
void annotate_result(json::Splice& splice, json::View result, const Label& label);

}  // namespace touchstone::model
