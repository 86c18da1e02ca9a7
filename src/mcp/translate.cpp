#include "mcp/translate.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"

namespace touchstone::mcp {
namespace {

constexpr std::array<std::string_view, 4> kModernKeys = {kMetaVersion, kMetaCapabilities,
                                                         kMetaClientInfo, kMetaLogLevel};
constexpr std::string_view kNoCaching = R"("ttlMs":0,"cacheScope":"private")";

bool is_modern_key(json::View key) {
  return std::ranges::any_of(kModernKeys, [&](auto name) { return key.equals(name); });
}

// What a modern request's _meta must say, for a client that said it in its handshake.
void write_terms(json::Writer& out, const Terms& client) {
  out.key(kMetaVersion).string(kModernVersion);
  out.key(kMetaCapabilities).raw(client.capabilities);
  if (!client.client_info.empty()) out.key(kMetaClientInfo).raw(client.client_info);
  if (!client.log_level.empty()) out.key(kMetaLogLevel).string(client.log_level);
}

struct MetaEdit {
  const Terms* add = nullptr;  // a legacy client's terms, for a modern server
  bool strip = false;          // a modern client's keys, for a legacy server
  const std::optional<std::string>* progress = nullptr;
};

// The whole _meta anew, its members copied as they came.
std::string edited_meta(json::View meta, const MetaEdit& edit) {
  json::Writer out;
  out.begin_object();
  for (const auto [key, value] : meta.members()) {
    if ((edit.strip || edit.add != nullptr) && is_modern_key(key)) continue;
    const bool token = *edit.progress && key.equals("progressToken");
    out.key(*key.as_string()).raw(token ? std::string_view(**edit.progress) : value.raw());
  }
  if (edit.add != nullptr) write_terms(out, *edit.add);
  out.end_object();
  return std::move(out).take();
}

void edit_meta(json::Splice& splice, const rpc::Message& request, const MetaEdit& edit) {
  const json::View params = request.params();
  const json::View meta = params.find("_meta");
  const bool whole = edit.strip || edit.add != nullptr;
  if (!whole) {
    if (*edit.progress) splice.replace(meta.find("progressToken"), **edit.progress);
    return;
  }
  if (!meta && edit.add == nullptr) return;
  std::string text = edited_meta(meta, edit);
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
  if (how.client != Era::kModern) return;
  const json::View type = result.find("resultType");
  if (!type) splice.set_member(result, "resultType", R"("complete")");
  if (!is_cacheable(how.method) || (type && !type.equals("complete"))) return;
  if (!result.find("ttlMs")) splice.set_member(result, "ttlMs", "0");
  if (!result.find("cacheScope")) splice.set_member(result, "cacheScope", R"("private")");
}

}  // namespace

std::string to_server(const rpc::Message& request, const Terms& client, const Outward& how) {
  json::Splice splice(request.document());
  const json::View params = request.params();
  splice.replace(request.id(), how.id);
  if (how.renamed) splice.replace(how.renamed, json::quoted(how.name));
  if (!how.input_responses.empty())
    splice.set_member(params, "inputResponses", how.input_responses);
  if (how.request_state) {
    if (how.request_state->empty()) {
      splice.remove_member(params, "requestState");
    } else {
      splice.set_member(params, "requestState", json::quoted(*how.request_state));
    }
  }
  const bool upgrade = client.era == Era::kLegacy && how.server == Era::kModern;
  const bool downgrade = client.era == Era::kModern && how.server == Era::kLegacy;
  edit_meta(splice, request, {upgrade ? &client : nullptr, downgrade, &how.progress});
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
