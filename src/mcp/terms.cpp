#include "mcp/terms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/parser.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"

namespace touchstone::mcp {
namespace {

std::string raw_object(json::View value, std::string_view otherwise) {
  return std::string(value.is(json::Kind::kObject) ? value.raw() : otherwise);
}

tl::unexpected<base::Error> missing(std::string_view key, std::string_view must_be) {
  return base::fail("params._meta[\"" + std::string(key) + "\"] must be " + std::string(must_be),
                    "params._meta");
}

// Something besides what ClientFeatures has names for.
bool has_others(json::View capabilities) {
  constexpr std::array<std::string_view, 4> kKnown = {"elicitation", "sampling", "roots", "tasks"};
  for (const auto [key, value] : capabilities.members()) {
    const std::string name = key.as_string().value_or("");
    if (name == "extensions") {
      for (const auto [extension, settings] : value.members())
        if (!extension.equals(kTasksExtension)) return true;
    } else if (std::ranges::find(kKnown, name) == kKnown.end()) {
      return true;
    }
  }
  return false;
}

void set_client(Terms& terms, json::View info) {
  terms.client_info = raw_object(info, "");
  terms.client_name = info.find("name").as_string().value_or("");
  terms.client_version = info.find("version").as_string().value_or("");
}

Terms terms_of_params(json::View params) {
  Terms terms;
  const auto requested = params.find("protocolVersion").as_string();
  terms.version = std::string(negotiate(requested.value_or("")));
  terms.capabilities = raw_object(params.find("capabilities"), "{}");
  set_client(terms, params.find("clientInfo"));
  terms.features = read_features(params.find("capabilities"));
  terms.features.tasks = false;  // the extension means nothing in a legacy handshake
  return terms;
}

}  // namespace

ClientFeatures read_features(json::View capabilities) {
  ClientFeatures features;
  const json::View elicitation = capabilities.find("elicitation");
  const json::View url = elicitation.find("url");
  const json::View form = elicitation.find("form");
  // Before modes had names, an empty object meant forms.
  features.elicitation_form = elicitation && (form || !url);
  features.elicitation_url = static_cast<bool>(url);
  const json::View sampling = capabilities.find("sampling");
  features.sampling = static_cast<bool>(sampling);
  features.sampling_tools = static_cast<bool>(sampling.find("tools"));
  features.sampling_context = static_cast<bool>(sampling.find("context"));
  features.roots = static_cast<bool>(capabilities.find("roots"));
  features.tasks = static_cast<bool>(capabilities.find("extensions").find(kTasksExtension));
  features.others = has_others(capabilities);
  return features;
}

std::string capabilities_with(const ClientFeatures& features) {
  json::Writer out;
  const auto empty = [&](std::string_view key, bool has) {
    if (has) out.key(key).begin_object().end_object();
  };
  out.begin_object();
  if (features.elicitation_form || features.elicitation_url) {
    out.key("elicitation").begin_object();
    empty("form", features.elicitation_form && features.elicitation_url);  // alone it goes unsaid
    empty("url", features.elicitation_url);
    out.end_object();
  }
  if (features.sampling) {
    out.key("sampling").begin_object();
    empty("tools", features.sampling_tools);
    empty("context", features.sampling_context);
    out.end_object();
  }
  empty("roots", features.roots);
  out.end_object();
  return std::move(out).take();
}

std::string letters_of(const ClientFeatures& features) {
  const std::pair<char, bool> letters[] = {
      {'f', features.elicitation_form}, {'u', features.elicitation_url},  {'s', features.sampling},
      {'t', features.sampling_tools},   {'c', features.sampling_context}, {'r', features.roots},
  };
  std::string out;
  for (const auto& [letter, has] : letters)
    if (has) out += letter;
  return out;
}

bool is_question(std::string_view method) {
  return method == "sampling/createMessage" || method == "roots/list" ||
         method == "elicitation/create";
}

bool can_answer(const ClientFeatures& features, const rpc::Message& question) {
  return can_answer(features, question.method(), question.params());
}

bool can_answer(const ClientFeatures& features, std::string_view method, json::View params) {
  if (method == "sampling/createMessage") return features.sampling;
  if (method == "roots/list") return features.roots;
  if (method != "elicitation/create") return false;
  return params.find("mode").equals("url") ? features.elicitation_url : features.elicitation_form;
}

Terms terms_of_initialize(const rpc::Message& initialize) {
  return terms_of_params(initialize.params());
}

std::string opening_of(const Terms& terms) {
  json::Writer out;
  out.begin_object();
  out.key("protocolVersion").string(terms.version);
  out.key("capabilities").raw(terms.capabilities);
  if (!terms.client_info.empty()) out.key("clientInfo").raw(terms.client_info);
  out.end_object();
  return std::move(out).take();
}

std::optional<Terms> terms_of_opening(std::string_view opening) {
  const auto params = json::Parser().parse(json::Text::copy_of(opening));
  if (!params) return std::nullopt;
  Terms terms = terms_of_params(params->root());
  if (!params->root().find("protocolVersion").equals(terms.version)) return std::nullopt;
  return terms;
}

base::Result<Terms> terms_of_request(const rpc::Message& request) {
  const json::View meta = request.param("_meta");
  const json::View version = meta.find(kMetaVersion);
  const json::View capabilities = meta.find(kMetaCapabilities);
  if (!version.is(json::Kind::kString)) return missing(kMetaVersion, "a string");
  if (!capabilities.is(json::Kind::kObject)) return missing(kMetaCapabilities, "an object");
  Terms terms;
  terms.era = Era::kModern;
  terms.version = *version.as_string();
  terms.capabilities = std::string(capabilities.raw());
  set_client(terms, meta.find(kMetaClientInfo));
  terms.log_level = meta.find(kMetaLogLevel).as_string().value_or("");
  terms.features = read_features(capabilities);
  return terms;
}

}  // namespace touchstone::mcp
