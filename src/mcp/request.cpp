#include "mcp/request.hpp"

#include "json/writer.hpp"
#include "rpc/write.hpp"

namespace touchstone::mcp {

Headers standard_headers(std::string_view method, std::string_view name) {
  Headers headers = {{"MCP-Protocol-Version", std::string(kModernVersion)},
                     {"Mcp-Method", to_header(method)}};
  if (!name.empty()) headers.emplace_back("Mcp-Name", to_header(name));
  return headers;
}

void prepare(std::string& message, Headers& headers, std::string_view raw_id,
             std::string_view method, std::string_view raw_params, Era server, const Terms& terms) {
  if (server == Era::kLegacy) {
    message = rpc::request(raw_id, method, raw_params);
    return;
  }
  json::Writer meta;
  meta.begin_object();
  meta.key(kMetaVersion).string(kModernVersion);
  meta.key(kMetaCapabilities).raw(terms.capabilities);
  if (!terms.client_info.empty()) meta.key(kMetaClientInfo).raw(terms.client_info);
  meta.end_object();
  std::string params(raw_params.substr(0, raw_params.size() - 1));
  if (!params.ends_with('{')) params += ',';
  params.append(R"("_meta":)").append(meta.text()).append("}");
  message = rpc::request(raw_id, method, params);
  headers = standard_headers(method, {});
}

}  // namespace touchstone::mcp
