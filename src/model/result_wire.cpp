#include "model/result_wire.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "json/pointer.hpp"
#include "model/claims.hpp"
#include "model/meta_edit.hpp"

namespace touchstone::model {
namespace {

void unite(std::optional<bool>& into, std::optional<bool> other) {
  if (other) into = into.value_or(false) || *other;
}

// All that these say is in the members of DataClaims that have a name.
bool is_of_data(Field field) {
  switch (field) {
    case Field::kOpenWorld:
    case Field::kMaliciousActivity:
    case Field::kSensitiveData:
    case Field::kReturnSensitivity:
    case Field::kAttribution: return true;
    default: return false;
  }
}

bool has_uris(const std::vector<Evidence>& claims) {
  return std::ranges::find(claims, Field::kAttribution, &Evidence::field) != claims.end();
}

class ResultReader {
 public:
  void read(json::View holder, const std::string& at) {
    const auto meta = holder.find("_meta");
    if (!meta || !is_object(meta, at + "/_meta")) return;
    read_sep1913(meta.find("annotations"), at + "/_meta/annotations");
    read_trust(meta.find(kTrustAnnotations), json::pointer(at + "/_meta", kTrustAnnotations));
    read_ifc(meta.find("ifc"), at + "/_meta/ifc");
  }
  // Several parts: what one says yes to holds for the whole, what it denies only for itself.
  void read_parts(json::View array, const std::string& at) {
    in_part_ = true;
    std::size_t index = 0;
    for (const auto part : array.elements()) {
      read_part(part, at, index);
      ++index;
    }
    in_part_ = false;
  }
  // Each has one content, or several of them.
  void read_messages(json::View messages, const std::string& at) {
    std::size_t index = 0;
    for (const auto message : messages.elements()) {
      const auto content = message.find("content");
      in_part_ = true;
      read_part(message, at, index);
      if (content.is(json::Kind::kObject))
        read_block(content, [&] { return at_content(at, index); });
      in_part_ = false;
      if (content.is(json::Kind::kArray)) read_parts(content, at_content(at, index));
      ++index;
    }
  }
  ResultClaims take() && {
    out_.claims.attribution = Uris(std::move(uris_));
    return std::move(out_);
  }

 private:
  void read_part(json::View part, const std::string& at, std::size_t index) {
    read_block(part, [&] { return json::pointer(at, index); });
  }
  // A block, and the resource that it embeds. Most say nothing, and need no place.
  template <typename Place>
  void read_block(json::View block, const Place& place) {
    if (block.find("_meta")) read(block, place());
    const auto embedded = block.find("resource");
    if (embedded.find("_meta")) read(embedded, place() + "/resource");
  }
  static std::string at_content(const std::string& at, std::size_t index) {
    return json::pointer(at, index) + "/content";
  }
  void read_sep1913(json::View annotations, const std::string& at);
  void read_trust(json::View trust, const std::string& at);
  void read_ifc(json::View ifc, const std::string& at);
  void hear(const Evidence& claim, json::View where, const std::string& at);
  void hear_uris(json::View attribution);
  std::optional<bool> flag(json::View value, std::string_view name, const std::string& at);
  void hear(std::optional<bool>& into, std::optional<bool> flag) const {
    if (!in_part_ || flag == true) unite(into, flag);
  }
  void hear(const DataClasses& classes, json::View where, const std::string& at);
  void hear_other(const Evidence& claim);
  void malformed(json::View where, std::string reason, std::string at) {
    if (out_.problems.size() >= kMaxProblems) return;
    out_.problems.push_back({FindingKind::kMalformed,
                             Severity::kError,
                             {},
                             std::move(reason),
                             std::move(at),
                             where.begin_offset()});
  }
  bool is_object(json::View value, const std::string& at) {
    if (value && !value.is(json::Kind::kObject)) malformed(value, "must be an object", at);
    return value.is(json::Kind::kObject);
  }

  ResultClaims out_;
  bool in_part_ = false;
  std::vector<std::string> uris_;  // of all parts, made a set at the end: there may be very many
};

std::optional<bool> ResultReader::flag(json::View value, std::string_view name,
                                       const std::string& at) {
  if (!value) return std::nullopt;
  const auto flag = value.as_bool();
  if (!flag) malformed(value, fmt::format("{} must be true or false", name), at);
  return flag;
}

// Private stays true however many labels there are, so the bound loses names, never the warning.
void ResultReader::hear(const DataClasses& classes, json::View where, const std::string& at) {
  auto& known = out_.claims.classes;
  hear(out_.claims.is_private, classes.sensitive());
  if (known.scopes().size() + known.labels().size() < kMaxResultNames) {
    known.join(in_part_ ? classes.without_none() : classes);
  } else if (!known.includes(classes)) {
    malformed(where, fmt::format("more than {} labels and scopes in one result", kMaxResultNames),
              at);
  }
}

// A block speaks for the whole where it warns. Texts are of no use to anybody.
void ResultReader::hear_other(const Evidence& claim) {
  const auto* flag = std::get_if<bool>(&claim.value);
  if (std::holds_alternative<std::string>(claim.value)) return;
  if (in_part_ && flag != nullptr && *flag != spec(claim.field).risky) return;
  out_.claims.add(claim.field, claim.value);
}

void ResultReader::hear(const Evidence& claim, json::View where, const std::string& at) {
  auto& claims = out_.claims;
  if (!is_of_data(claim.field)) hear_other(claim);
  if (const auto* flag = std::get_if<bool>(&claim.value)) {
    if (claim.field == Field::kOpenWorld) hear(claims.untrusted, *flag);
    if (claim.field == Field::kMaliciousActivity) hear(claims.malicious, *flag);
    if (claim.field == Field::kSensitiveData) hear(claims.is_private, *flag);
  } else if (const auto* set = std::get_if<ChoiceSet>(&claim.value)) {
    if (claim.field != Field::kSource) return;
    hear(claims.untrusted, set->intersects(Origin::kUntrustedPublic));
    hear(claims.is_private, set->intersects(ChoiceSet(Origin::kInternal) | Origin::kUser));
  } else if (const auto* classes = std::get_if<DataClasses>(&claim.value)) {
    if (claim.field == Field::kReturnSensitivity) hear(*classes, where, at);
  } else if (const auto* uris = std::get_if<Uris>(&claim.value)) {
    uris_.insert(uris_.end(), uris->all().begin(), uris->all().end());
  }
}

// Of a list that is no value as a whole. It warns of where the data came from, so one that is wrong
// takes nothing from the others; that it is wrong is told.
void ResultReader::hear_uris(json::View attribution) {
  for (const auto each : attribution.elements())
    if (auto uri = each.as_string()) uris_.push_back(std::move(*uri));
}

void ResultReader::read_sep1913(json::View annotations, const std::string& at) {
  if (!is_object(annotations, at)) return;
  auto read = read_annotations(annotations, at, Source::kDeclared);
  for (const auto& claim : read.evidence) hear(claim, annotations, at);
  if (!read.problems.empty() && !has_uris(read.evidence))
    hear_uris(annotations.find(spec(Field::kAttribution).name));
  for (auto& problem : read.problems) {
    if (problem.kind != FindingKind::kMalformed || out_.problems.size() >= kMaxProblems) continue;
    out_.problems.push_back(std::move(problem));
  }
}

void ResultReader::read_trust(json::View trust, const std::string& at) {
  if (!is_object(trust, at)) return;
  hear(out_.claims.untrusted, flag(trust.find("untrusted"), "untrusted", at + "/untrusted"));
  hear(out_.claims.is_private, flag(trust.find("sensitive"), "sensitive", at + "/sensitive"));
}

// integrity: trusted | untrusted; confidentiality: public | private | [readers].
void ResultReader::read_ifc(json::View ifc, const std::string& at) {
  if (!is_object(ifc, at)) return;
  const auto integrity = ifc.find("integrity");
  if (integrity.equals("untrusted") || integrity.equals("trusted")) {
    hear(out_.claims.untrusted, integrity.equals("untrusted"));
  } else if (integrity) {
    malformed(integrity, "integrity must be trusted or untrusted", at + "/integrity");
  }
  const auto secrecy = ifc.find("confidentiality");
  if (secrecy.equals("public") || secrecy.equals("private") || secrecy.is(json::Kind::kArray)) {
    hear(out_.claims.is_private, !secrecy.equals("public"));
  } else if (secrecy) {
    malformed(secrecy, "confidentiality must be public, private or a list of readers",
              at + "/confidentiality");
  }
}

// Where the data came from, in one word: the worst that the label knows, or what was claimed if
// that says no less.
std::string source_word(json::View claimed, const Label& label) {
  if (label.untrusted) return "untrustedPublic";
  auto word = claimed.find("source").as_string().value_or("");
  const auto all = choices(Vocabulary::kSource);
  const bool known = std::ranges::find(all, word, &Choice::name) != all.end();
  return known ? word : "internal";
}

// What SEP-1913 says of a tool's output, said of this one. Nothing where the label adds nothing to
// it: no data classes, and no claim of a source that is not believed.
std::optional<std::string> return_metadata(json::View result, const Label& label) {
  const auto claimed = result.find("_meta").find("annotations").find("returnMetadata");
  if (label.classes.empty() && !(claimed && label.untrusted)) return std::nullopt;
  json::Writer out;
  out.begin_object().key("source").string(source_word(claimed, label)).key("sensitivity");
  write_wire(out, label.classes.empty() ? Value(DataClasses(DataClass::kNone)) : label.classes);
  out.end_object();
  return std::move(out).take();
}

}  // namespace

void DataClaims::join(const DataClaims& other) {
  unite(untrusted, other.untrusted);
  unite(is_private, other.is_private);
  unite(malicious, other.malicious);
  classes.join(other.classes);
  attribution.join(other.attribution);
  for (const auto& said : other.others) add(said.field, said.value);
}

const Value* DataClaims::find(Field field) const {
  const auto it = std::ranges::find(others, field, &Said::field);
  return it == others.end() ? nullptr : &it->value;
}

void DataClaims::add(Field field, const Value& value) {
  const auto it = std::ranges::find(others, field, &Said::field);
  if (it == others.end()) {
    others.push_back({field, value});
  } else if (const auto* flag = std::get_if<bool>(&value)) {
    if (*flag == spec(field).risky) it->value = value;
  } else if (const auto* set = std::get_if<ChoiceSet>(&value)) {
    if (auto* known = std::get_if<ChoiceSet>(&it->value)) *known = *known | *set;
  } else if (const auto* more = std::get_if<DataClasses>(&value)) {
    auto* known = std::get_if<DataClasses>(&it->value);
    if (known != nullptr && known->scopes().size() + known->labels().size() < kMaxResultNames)
      known->join(*more);
  }
}

ResultClaims read_result(json::View result) {
  ResultReader reader;
  reader.read(result, "");
  reader.read_parts(result.find("content"), "/content");       // of a tool
  reader.read_parts(result.find("contents"), "/contents");     // of a resource
  reader.read_messages(result.find("messages"), "/messages");  // of a prompt
  return std::move(reader).take();
}

Label label_of(const DataClaims& claims) {
  Label label;
  label.malicious = claims.malicious == true;
  label.untrusted = claims.untrusted == true || label.malicious;
  label.is_private = claims.is_private == true || claims.classes.sensitive();
  label.classes = claims.classes.without_none();
  for (const auto& uri : claims.attribution.all()) label.attribution.insert(uri);
  return label;
}

void annotate_result(json::Splice& splice, json::View result, const Label& label) {
  MetaEdit meta(splice, result);
  MetaEdit::Object annotations;
  if (label.untrusted) annotations.set("openWorldHint", "true");
  if (label.malicious) annotations.set("maliciousActivityHint", "true");
  annotations.add_strings("attribution", label.attribution.uris());
  if (auto data = return_metadata(result, label))
    annotations.set("returnMetadata", std::move(*data));
  meta.merge("annotations", annotations);

  MetaEdit::Object trust;
  if (label.is_private || label.classes.sensitive()) trust.set("sensitive", "true");
  if (label.untrusted) trust.set("untrusted", "true");
  meta.merge(kTrustAnnotations, trust);
  meta.finish();
}

}  // namespace touchstone::model
