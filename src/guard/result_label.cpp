#include "guard/result_label.hpp"

#include <algorithm>

#include "base/word_list.hpp"
#include "flow/names.hpp"
#include "guard/deed.hpp"
#include "model/choice.hpp"
#include "model/derive.hpp"

namespace touchstone::guard {
namespace {

using model::Field;

constexpr std::string_view kScheme = "mcp://";

// A value that somebody stands for, not what is assumed when nobody says anything: a session in
// which every unannotated tool counted as untrusted would be asked about all it does.
const model::FieldState* said(const Subject& subject, Field field) {
  if (subject.profile == nullptr) return nullptr;
  const auto& state = (*subject.profile)[field];
  return state.source == model::Source::kDefault ? nullptr : &state;
}

bool has_choice(const Subject& subject, Field field, std::string_view choice) {
  const auto* state = said(subject, field);
  if (state == nullptr) return false;
  for (const auto& word : model::words(state->value)) {
    if (word == choice) return true;
  }
  return false;
}

bool is_flagged(const Subject& subject, Field field) {
  const auto* state = said(subject, field);
  const bool* flag = state == nullptr ? nullptr : std::get_if<bool>(&state->value);
  return flag != nullptr && *flag;
}

// A tool that sends or adds something reaches out by doing it, and what it answers is a receipt: if
// that made a session untrusted, the second mail would be asked about because of the first. What
// reads brings content, and so may what does anything at all; there inference alone makes nothing
// untrusted.
bool reads_open_world(const Subject& subject) {
  if (!is_flagged(subject, Field::kOpenWorld)) return false;
  const model::Tier tier = model::tier_of(*subject.profile);
  if (tier == model::Tier::kRead) return true;
  return tier == model::Tier::kDestructive &&
         (*subject.profile)[Field::kOpenWorld].source != model::Source::kInferred;
}

// Tools that say what their server has, or what they made there. What else is read (issues, mails,
// pages, the output of commands) may be anybody's text, whatever layout it has.
constexpr base::WordList kLists(
    "ls list find glob search query select status tree lookup directory contacts");
// Of these, what has no say of others in it: what is searched for may be anybody's document.
constexpr base::WordList kSaysWhatIsThere("ls list tree directory");
constexpr base::WordList kMakes("add copy create insert make move rename save update upload write");
constexpr base::WordList kOfOthers(
    "article articles attachment attachments body card cards chat chats comment comments commit "
    "commits content contents conversation conversations description descriptions email emails "
    "event events feed history html inbox issue issues log logs mail mails message messages news "
    "note notes post posts readme response responses review reviews task tasks text thread threads "
    "ticket tickets transcript transcripts web webpage website");

bool passes_on_texts(const Subject& subject) {
  if (!subject.is_of_call() || subject.is_of_any_tool()) return true;
  const std::string_view name = subject.name;
  if (flow::name_has(name, kOfOthers)) return true;
  if (!flow::name_has(name, kMakes)) return !flow::name_has(name, kLists);
  return subject.profile == nullptr || !writes(subject);
}

bool is_web_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

bool is_web_resource(const Subject& subject) {
  return subject.method == "resources/read" && is_web_address(subject.name);
}

// Parameters by which a page is asked for.
constexpr base::WordList kAddresses("url urls uri uris link links href website webpage site");

bool names_address(std::string_view name, json::View value) {
  if (value.is(json::Kind::kArray)) {
    const auto elements = value.elements();
    return std::ranges::any_of(elements, [&](json::View one) { return names_address(name, one); });
  }
  if (!value.is(json::Kind::kString)) return false;
  return flow::name_has(name, kAddresses) || is_web_address(value.as_string().value_or(""));
}

// Reads what is at an address of an open world. Whoever wrote the page chose its layout, too: its
// fields are no records of the server that fetched it.
bool fetches_page(const Subject& subject) {
  if (is_web_resource(subject)) return true;
  if (!subject.is_of_call()) return false;
  const auto arguments = subject.arguments.members();
  return std::ranges::any_of(arguments, [](const auto& member) {
    return names_address(member.key.as_string().value_or(""), member.value);
  });
}

model::Label by_profile(const Subject& subject) {
  model::Label label;
  label.untrusted = subject.trust == model::Trust::kUntrusted || is_web_resource(subject) ||
                    reads_open_world(subject) ||
                    has_choice(subject, Field::kSource, "untrustedPublic") ||
                    subject.is_of_any_tool();
  label.is_private = has_choice(subject, Field::kSource, "internal") ||
                     has_choice(subject, Field::kSource, "user") ||
                     is_flagged(subject, Field::kSensitiveData) || subject.is_of_any_tool();
  if (const auto* state = said(subject, Field::kReturnSensitivity)) {
    if (const auto* classes = std::get_if<model::DataClasses>(&state->value)) {
      label.classes.join(classes->without_none());
    }
  }
  label.is_private = label.is_private || !label.classes.empty();
  return label;
}

// Only what the server may know better than its own definition says: of this result.
void take_back(model::Label& label, const Subject& subject, const model::DataClaims& claims) {
  if (subject.trust != model::Trust::kTrusted) return;
  if (claims.untrusted == false) label.untrusted = false;
  if (claims.is_private == false && label.classes.empty()) label.is_private = false;
}

}  // namespace

std::string source_uri(const Subject& subject) {
  if (!subject.source.empty()) return subject.source;
  std::string uri;
  uri.reserve(kScheme.size() + subject.server.size() + 1 + subject.name.size());
  uri.append(kScheme).append(subject.server).append("/").append(subject.name);
  return uri;
}

model::Label label_of_result(const Subject& subject, const model::DataClaims& claims,
                             const detect::ResultDetections& found, const model::Label& stored) {
  model::Label label = by_profile(subject);
  take_back(label, subject, claims);
  label.join(stored);
  if (subject.declassifies != nullptr) label = model::relieved(label, *subject.declassifies);
  label.join(model::label_of(claims));
  label.classes.join(found.classes());
  if (!label.classes.empty()) label.is_private = true;
  if (found.is_malicious()) label.malicious = label.untrusted = true;
  label.attribution.insert_own(source_uri(subject));
  return label;
}

model::Label label_of_attack(const Subject& subject) {
  model::Label label;
  label.malicious = label.untrusted = true;
  label.attribution.insert_own(source_uri(subject));
  return label;
}

bool may_declassify(const Subject& subject, json::View result) {
  return subject.declassifies != nullptr && result.find("content").is(json::Kind::kArray) &&
         !result.find("isError").as_bool().value_or(false);
}

bool keeps_to_itself(const Subject& subject) {
  if (is_flagged(subject, Field::kOpenWorld)) return false;
  const auto* goes = said(subject, Field::kDestination);
  const auto words = goes == nullptr ? std::vector<std::string>() : model::words(goes->value);
  return words.size() != 1 || words.front() != "ephemeral";
}

flow::Author author_of(const Subject& subject, const model::Label& label) {
  if (label.untrusted || label.malicious) return flow::Author::kUntrusted;
  return subject.trust == model::Trust::kTrusted ? flow::Author::kTrusted : flow::Author::kUnknown;
}

flow::Form form_of(const Subject& subject, const model::Label& label) {
  if (subject.trust == model::Trust::kUntrusted) return flow::Form::kRaw;
  if (label.untrusted && fetches_page(subject)) return flow::Form::kRaw;
  if (passes_on_texts(subject)) return flow::Form::kPassed;
  return flow::name_has(subject.name, kSaysWhatIsThere) ? flow::Form::kListed : flow::Form::kServed;
}

}  // namespace touchstone::guard
