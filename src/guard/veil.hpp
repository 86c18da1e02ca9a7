// Veil: what of a call's values may stand in its record, and what stands in the place of the rest.
//
// That is a digest, "sha256:" and 64 digits: the same value has the same one, so records can be
// compared without anybody reading them. A secret never stands in a record. Without `audit: full`,
// and of tools with `sensitiveDataHint`, no value of the arguments does (a resource's URI is its
// name, and stands there), nor what the detectors take for personal or financial in the names of
// arguments. Pure; made for one record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/case.hpp"

namespace touchstone::guard {

[[nodiscard]] std::string digest_text(std::string_view text);  // "sha256:…"

// The secrets among what was found in `raw`, decoded.
[[nodiscard]] std::vector<std::string> secrets_of(const detect::ResultDetections& found,
                                                  std::string_view raw);

class Veil {
 public:
  Veil(const Case& one, policy::Audit audit);

  // The arguments as JSON with digests where secrets were; empty if that is not possible or not
  // wanted: then only a digest of all of them may be recorded.
  [[nodiscard]] std::string arguments() const;
  // Something in them was replaced by a digest.
  [[nodiscard]] bool hides() const { return !secrets_.empty(); }
  // A text of ours with values of the call in it, such as a pointer.
  [[nodiscard]] std::string over(std::string_view text) const;
  // A value of the arguments, as the flows have it.
  [[nodiscard]] std::string over_value(const std::string& value) const;
  // The facts as they are recorded: without arguments, and without what is put back when they are
  // read (policy/recorded.hpp).
  void write_facts(json::Writer& out) const;

 private:
  [[nodiscard]] bool is_secret(std::string_view value) const;
  [[nodiscard]] bool is_off() const { return hidden_.empty() && one_.clean_name.empty(); }
  [[nodiscard]] policy::Value over(const policy::Value& value, bool is_value,
                                   policy::Texts& texts) const;

  const Case& one_;
  const bool full_;
  std::vector<std::string> secrets_;  // as they are, decoded
  std::vector<std::string> folded_;   // as flows spell them
  std::vector<std::string> hidden_;   // what may not be in a text of ours
};

}  // namespace touchstone::guard
