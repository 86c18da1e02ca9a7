#include "store/declassified.hpp"

#include <string_view>
#include <utility>

#include "json/writer.hpp"

namespace touchstone::store {
namespace {

constexpr std::string_view kDeclassification = "declassification";
constexpr std::string_view kDeclassify = "declassify";

void write_label(json::Writer& out, const model::Label& label) {
  out.begin_object();
  out.key("untrusted").boolean(label.untrusted);
  out.key("private").boolean(label.is_private);
  out.key("malicious").boolean(label.malicious);
  out.key("classes").begin_array();
  for (const auto member :
       {model::DataClass::kUser, model::DataClass::kPii, model::DataClass::kFinancial,
        model::DataClass::kCredentials, model::DataClass::kRegulated}) {
    if (label.classes.has(member)) out.string(name_of(member));
  }
  for (const auto& scope : label.classes.scopes()) out.string("regulated:" + scope);
  for (const auto& own : label.classes.labels()) out.string(own);
  out.end_array().key("attribution").begin_array();
  for (const auto& uri : label.attribution.uris()) out.string(uri);
  out.end_array();
  out.key("moreAttribution").integer(static_cast<std::int64_t>(label.attribution.more()));
  out.end_object();
}

void write_change(json::Writer& body, const model::Label& before, const model::Label& after) {
  body.key("before");
  write_label(body, before);
  body.key("after");
  write_label(body, after);
}

}  // namespace

DecisionRecord record_of(const Declassification& change, const Session& session) {
  json::Writer body;
  body.begin_object();
  body.key("by").string(change.by).key("reason").string(change.reason);
  write_change(body, change.seen, change.becomes);
  body.end_object();
  return {.at = change.now,
          .kind = std::string(kDeclassification),
          .effect = std::string(kDeclassify),
          .session = session.name.key,
          .principal = session.name.principal,
          .server = change.server,
          .tool = change.tool,
          .body = std::move(body).take()};
}

DecisionRecord record_of(const PlaceDeclassification& change, const Relabelled& relabelled) {
  json::Writer body;
  body.begin_object();
  body.key("by").string(change.by).key("reason").string(change.reason);
  body.key("place").string(change.place);
  write_change(body, relabelled.before, relabelled.after);
  body.end_object();
  return {.at = change.now,
          .kind = std::string(kDeclassification),
          .effect = std::string(kDeclassify),
          .server = change.server,
          .body = std::move(body).take()};
}

}  // namespace touchstone::store
