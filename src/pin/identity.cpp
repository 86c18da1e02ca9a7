#include "pin/identity.hpp"

#include "base/secret_words.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::pin {
namespace {

bool is_flag(std::string_view argument) { return argument.starts_with('-'); }

std::string redacted(std::string_view argument, std::string_view before) {
  if (argument.find("://") != std::string_view::npos) {
    const auto equals = argument.find('=');
    const auto url = argument.find("://");
    const auto start = equals < url ? equals + 1 : 0;
    return std::string(argument.substr(0, start)) + without_secrets(argument.substr(start));
  }
  if (const auto equals = argument.find('='); equals != std::string_view::npos) {
    const auto name = argument.substr(0, equals);
    const auto value = argument.substr(equals + 1);
    const bool secret = base::names_secret(name) || base::looks_random(value);
    return std::string(name) + "=" + std::string(secret ? kRedacted : value);
  }
  if (const auto colon = argument.find(':'); colon != std::string_view::npos && colon > 1 &&
                                             base::names_secret(argument.substr(0, colon))) {
    return std::string(argument.substr(0, colon + 1)) + std::string(kRedacted);  // a header
  }
  const bool follows = is_flag(before) && before.find('=') == std::string_view::npos &&
                       base::names_secret(before) && !is_flag(argument);
  return std::string(follows || base::looks_random(argument) ? kRedacted : argument);
}

void write_info(json::Writer& out, const std::string& info) {
  if (info.empty()) return;
  const auto document = json::Parser().parse(json::Text::copy_of(info));
  if (document) out.key("serverInfo").raw(info);
}

}  // namespace

std::string without_secrets(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::string(url);
  const auto host = scheme + 3;
  const auto authority = url.substr(host, url.find('/', host) - host);
  const auto user = authority.rfind('@');
  const auto skip = user == std::string_view::npos ? 0 : user + 1;
  return std::string(url.substr(0, host)) + std::string(url.substr(host + skip));
}

std::vector<std::string> without_secrets(const std::vector<std::string>& command) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < command.size(); ++i) {
    out.push_back(i == 0 ? command[i] : redacted(command[i], command[i - 1]));
  }
  return out;
}

Pin pin_of(const Identity& identity) {
  json::Writer out;
  out.begin_object();
  if (!identity.command.empty()) {
    out.key("command").begin_array();
    for (const auto& word : without_secrets(identity.command)) out.string(word);
    out.end_array();
  }
  if (!identity.url.empty()) out.key("url").string(without_secrets(identity.url));
  write_info(out, identity.server_info);
  if (!identity.instructions.empty()) out.key("instructions").string(identity.instructions);
  if (!identity.tls_key.empty()) out.key("tlsKey").string(identity.tls_key);
  out.end_object();
  const auto document = json::Parser().parse(json::Text(std::move(out).take()));
  return pin_of(Subject::kServer, "", document ? document->root() : json::View());
}

}  // namespace touchstone::pin
