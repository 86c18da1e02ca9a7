#include "mcp/translate.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"
#include "model/request_wire.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::mcp {
namespace {

constexpr std::array<std::string_view, 4> kModernKeys = {kMetaVersion, kMetaCapabilities,
                                                         kMetaClientInfo, kMetaLogLevel};
constexpr std::string_view kNoCaching = R"("ttlMs":0,"cacheScope":"private")";

bool is_modern_key(json::View key) {
  return std::ranges::any_of(kModernKeys, [&](auto name) { return key.equals(name); });
}

// What a modern request's _meta must say, for a client that said it in its handshake.
void write_terms(json::Writer& out, const Terms& client, bool tasks) {
  out.key(kMetaVersion).string(kModernVersion);
  out.key(kMetaCapabilities).raw(modern_capabilities(client.capabilities, tasks));
  if (!client.client_info.empty()) out.key(kMetaClientInfo).raw(client.client_info);
  if (!client.log_level.empty()) out.key(kMetaLogLevel).string(client.log_level);
}

struct MetaEdit {
  const Terms* add = nullptr;  // a legacy client's terms, for a modern server
  bool strip = false;          // a modern client's keys, for a legacy server
  const std::optional<std::string>* progress = nullptr;
  bool tasks = false;                     // with `add`: it understands them
  const model::Label* context = nullptr;  // for `annotations`
};

// The whole _meta anew, its members copied as they came.
std::string edited_meta(json::View meta, const MetaEdit& edit) {
  const std::string annotations =
      edit.context == nullptr ? std::string()
                              : model::request_annotations(meta.find("annotations"), *edit.context);
  json::Writer out;
  out.begin_object();
  for (const auto [key, value] : meta.members()) {
    if ((edit.strip || edit.add != nullptr) && is_modern_key(key)) continue;
    if (!annotations.empty() && key.equals("annotations")) continue;
    if (key.equals(kMetaSession)) continue;
    const bool token = *edit.progress && key.equals("progressToken");
    out.key(*key.as_string()).raw(token ? std::string_view(**edit.progress) : value.raw());
  }
  if (edit.add != nullptr) write_terms(out, *edit.add, edit.tasks);
  if (!annotations.empty()) out.key("annotations").raw(annotations);
  out.end_object();
  return std::move(out).take();
}

void edit_meta(json::Splice& splice, const rpc::Message& request, const MetaEdit& edit) {
  const json::View params = request.params();
  const json::View meta = params.find("_meta");
  const bool whole = edit.strip || edit.add != nullptr;
  if (!whole) {
    if (*edit.progress) splice.replace(meta.find("progressToken"), **edit.progress);
    if (edit.context != nullptr) model::annotate_request(splice, params, *edit.context);
    if (meta.find(kMetaSession)) splice.remove_member(meta, kMetaSession);
    return;
  }
  if (!meta && edit.add == nullptr && edit.context == nullptr) return;
  std::string text = edited_meta(meta, edit);
  if (!meta && text == "{}") return;
  if (!params) return splice.set_member(request.root(), "params", R"({"_meta":)" + text + "}");
  splice.set_member(params, "_meta", std::move(text));
}

void edit_error(json::Splice& splice, const rpc::Message& response, const Homeward& how) {
  const bool missing = response.error_code() == rpc::kResourceNotFound;
  if (how.client == Era::kModern && missing && how.method == "resources/read")
    splice.replace(response.error().find("code"), std::to_string(rpc::kInvalidParams));
}

void edit_result(json::Splice& splice, const rpc::Message& response, const Homeward& how) {
  const json::View result = response.result();
  if (how.request_state)
    splice.set_member(result, "requestState", json::quoted(*how.request_state));
  for (const json::View content : result.find("contents").elements()) {
    const json::View uri = content.find("uri");
    if (!how.uri_here.empty() && uri.equals(how.uri_there))
      splice.replace(uri, json::quoted(how.uri_here));
  }
  if (how.client != Era::kModern) return;
  const json::View type = result.find("resultType");
  if (!type) splice.set_member(result, "resultType", R"("complete")");
  const bool complete = !type || type.equals("complete");
  if (!complete || !(is_cacheable(how.method) || how.uncached)) return;
  if (how.uncached || !result.find("ttlMs")) splice.set_member(result, "ttlMs", "0");
  if (how.uncached || !result.find("cacheScope"))
    splice.set_member(result, "cacheScope", R"("private")");
}

// A member of the params, or none if there is nothing to say.
void put(json::Splice& splice, json::View params, std::string_view key, std::string_view raw) {
  if (raw.empty()) {
    splice.remove_member(params, key);
  } else {
    splice.set_member(params, key, std::string(raw));
  }
}

}  // namespace

// What tells of a task has a ttlMs of another meaning.
void forbid_keeping(json::Splice& splice, json::View result, Era client) {
  const json::View type = result.find("resultType");
  if (result.find("taskId") || (type && !type.equals("complete"))) return;
  if (client == Era::kModern || result.find("ttlMs")) splice.set_member(result, "ttlMs", "0");
  if (client == Era::kModern || result.find("cacheScope"))
    splice.set_member(result, "cacheScope", R"("private")");
}

std::string to_server(const rpc::Message& request, const Terms& client, const Outward& how) {
  json::Splice splice(request.document());
  const json::View params = request.params();
  splice.replace(request.id(), how.id);
  if (how.renamed) splice.replace(how.renamed, json::quoted(how.name));
  if (how.input_responses) put(splice, params, "inputResponses", *how.input_responses);
  if (how.request_state) {
    const std::string& state = *how.request_state;
    put(splice, params, "requestState", state.empty() ? "" : json::quoted(state));
  }
  const bool upgrade = client.era == Era::kLegacy && how.server == Era::kModern;
  const bool downgrade = client.era == Era::kModern && how.server == Era::kLegacy;
  // Beside a name there is always a member left to put new ones behind.
  if ((upgrade || how.plainly) && params.find("name")) splice.remove_member(params, "task");
  if (downgrade && (params.find("name") || params.find("uri")))
    splice.remove_member(params, "inputResponses");
  if (downgrade && how.as_task) splice.set_member(params, "task", "{}");
  edit_meta(splice, request,
            {upgrade ? &client : nullptr, downgrade, &how.progress, how.as_task, how.context});
  return splice.apply();
}

std::string to_client(const rpc::Message& response, const Homeward& how) {
  json::Splice splice(response.document());
  splice.replace(response.id(), std::string(how.id));
  if (response.kind() == rpc::Kind::kError) {
    edit_error(splice, response, how);
  } else {
    edit_result(splice, response, how);
  }
  return splice.apply();
}

std::optional<UrlsRequired> urls_required(const rpc::Message& response, const Homeward& how) {
  constexpr std::size_t kMaxUrls = 16;
  const bool asks = response.error_code() == rpc::kUrlElicitationRequired;
  if (how.client != Era::kModern || !asks) return std::nullopt;
  if (!how.opens_urls) {
    return UrlsRequired{
        rpc::error(how.id, rpc::kMissingCapability, "the server needs a client that can open URLs",
                   R"({"requiredCapabilities":{"elicitation":{"url":{}}}})"),
        rpc::kMissingCapability};
  }
  json::Writer out;
  out.begin_object().key("resultType").string("input_required");
  out.key("inputRequests").begin_object();
  std::size_t count = 0;
  for (const json::View one : response.error().find("data").find("elicitations").elements()) {
    const auto url = one.find("url").as_string();
    if (!url || count >= kMaxUrls) continue;
    out.key(fmt::format("url{}", ++count)).begin_object();
    out.key("method").string("elicitation/create").key("params").begin_object();
    out.key("mode").string("url").key("url").string(*url);
    out.key("message").string(one.find("message").as_string().value_or("Open this page"));
    out.end_object().end_object();
  }
  if (count == 0) return std::nullopt;
  out.end_object().end_object();
  return UrlsRequired{rpc::result(how.id, out.text()), 0};
}

bool is_cacheable(std::string_view method) {
  return method == "server/discover" || method == "tools/list" || method == "prompts/list" ||
         method == "resources/list" || method == "resources/templates/list" ||
         method == "resources/read";
}

std::string complete(std::string raw_object, std::string_view method) {
  raw_object.pop_back();
  if (!raw_object.ends_with('{')) raw_object += ',';
  raw_object += R"("resultType":"complete")";
  if (is_cacheable(method)) raw_object += fmt::format(",{}", kNoCaching);
  return raw_object += '}';
}

}  // namespace touchstone::mcp
