#include "rpc/write.hpp"

#include "json/splice.hpp"
#include "json/string.hpp"

namespace touchstone::rpc {
namespace {

constexpr std::string_view kOpen = R"({"jsonrpc":"2.0")";
constexpr std::size_t kRoom = 64;  // for the envelope, and for a reader's padding

std::string open(std::size_t payload) {
  std::string out;
  out.reserve(kOpen.size() + payload + 2 * kRoom);
  return out += kOpen;
}

void add(std::string& out, std::string_view key, std::string_view raw) {
  out += ",\"";
  out += key;
  out += "\":";
  out += raw;
}

}  // namespace

std::string request(std::string_view raw_id, std::string_view method, std::string_view raw_params) {
  std::string out = open(raw_id.size() + method.size() + raw_params.size());
  add(out, "id", raw_id);
  add(out, "method", json::quoted(method));
  if (!raw_params.empty()) add(out, "params", raw_params);
  return out += '}';
}

std::string notification(std::string_view method, std::string_view raw_params) {
  std::string out = open(method.size() + raw_params.size());
  add(out, "method", json::quoted(method));
  if (!raw_params.empty()) add(out, "params", raw_params);
  return out += '}';
}

std::string result(std::string_view raw_id, std::string_view raw_result) {
  std::string out = open(raw_id.size() + raw_result.size());
  add(out, "id", raw_id);
  add(out, "result", raw_result);
  return out += '}';
}

std::string error(std::string_view raw_id, int code, std::string_view message,
                  std::string_view raw_data) {
  std::string out = open(raw_id.size() + message.size() + raw_data.size() + kRoom);
  add(out, "id", raw_id);
  out += R"(,"error":{"code":)" + std::to_string(code);
  add(out, "message", json::quoted(message));
  if (!raw_data.empty()) add(out, "data", raw_data);
  return out += "}}";
}

std::string with_id(const Message& message, std::string_view raw_id) {
  const std::string_view text = message.text();
  const json::View id = message.id();
  if (!id) return std::string(text);
  std::string out;
  out.reserve(text.size() + raw_id.size() + kRoom);
  out += text.substr(0, id.begin_offset());
  out += raw_id;
  return out += text.substr(id.end_offset());
}

}  // namespace touchstone::rpc
