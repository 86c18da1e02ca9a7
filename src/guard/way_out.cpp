#include "guard/way_out.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/word_list.hpp"

namespace touchstone::guard {
namespace {

// Schemes by which a server goes and fetches what anybody may have put there.
constexpr base::WordList kOpenWorld("http https ws wss ftp ftps sftp gopher dav davs s3 gs");

bool is_in_open_world(std::string_view uri) {
  const auto mark = uri.find("://");
  if (mark == std::string_view::npos || mark + 3 >= uri.size()) return false;
  const bool has_host = std::string_view("/?#").find(uri[mark + 3]) == std::string_view::npos;
  return has_host && kOpenWorld.has(base::lower_case(uri.substr(0, mark)));
}

bool was_told(const Subject& subject, const flow::Flows& flows, const flow::Memory& memory) {
  return std::ranges::any_of(flows.values, [&](const flow::Carried& value) {
    return value.kind == flow::Kind::kUrl && value.whole && !value.seen.empty() &&
           (is_of(memory.source(value.first), subject) ||
            is_of(memory.source(value.last), subject));
  });
}

bool is_by_uri(const Subject& subject) {
  return subject.method.starts_with("resources/") || subject.method.starts_with("subscriptions/");
}

// What a server named itself tells it nothing.
bool is_named_by(const Subject& subject, const flow::Flows& flows, const flow::Memory& memory) {
  return is_by_uri(subject) && (subject.is_listed || was_told(subject, flows, memory));
}

bool shares_a_class(const model::DataClasses& a, const model::DataClasses& b) {
  using model::DataClass;
  return std::ranges::any_of(
      std::array{DataClass::kPii, DataClass::kFinancial, DataClass::kCredentials},
      [&](DataClass one) { return a.has(one) && b.has(one); });
}

bool is_secret(const flow::Source& source) {
  return source.is_private || source.malicious || !source.classes.empty();
}

}  // namespace

bool is_of(const flow::Source& source, const Subject& subject) {
  return source.uri.starts_with(fmt::format("mcp://{}/", subject.server));
}

bool goes_to_open_world(const Subject& subject, const flow::Flows& flows,
                        const flow::Memory& memory) {
  return is_by_uri(subject) && is_in_open_world(subject.name) &&
         !is_named_by(subject, flows, memory);
}

bool goes_elsewhere(const Subject& subject, const flow::Flows& flows, const flow::Memory& memory,
                    const model::Label& given, const model::DataClasses& finds) {
  if (is_named_by(subject, flows, memory)) return false;
  const auto is_elsewhere = [&](const flow::Source& source) {
    return is_secret(source) && !is_of(source, subject);
  };
  const auto may_have_found = [&](const flow::Source& source) {
    return !is_of(source, subject) && shares_a_class(source.classes, finds);
  };
  // What was not read may come from anywhere, and so may what was in a memory that is lost.
  if (memory.lost() && (given.is_private || given.malicious || given.classes.sensitive()))
    return true;
  if (!flows.complete) return std::ranges::any_of(memory.sources(), is_elsewhere);
  return std::ranges::any_of(memory.sources(), may_have_found) ||
         std::ranges::any_of(flows.copied, [&](const flow::Copied& copied) {
           return is_elsewhere(memory.source(copied.source));
         });
}

}  // namespace touchstone::guard
