#include "cli/live.hpp"

#include <csignal>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/host.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"
#include "mcp/era.hpp"
#include "net/dial.hpp"
#include "rpc/message.hpp"

namespace touchstone::cli {
namespace {

constexpr net::Duration kPatience = std::chrono::seconds(40);

net::Task<base::Result<std::string>> exchange(net::Loop& loop, std::string path,
                                              std::string question) {
  net::Dialler dialler(loop);
  auto stream = co_await dialler.unix_socket(path);
  if (!stream) {
    co_return base::fail("no gateway runs here", path,
                         "start one with `touchstone run`, or name its config or its socket");
  }
  const net::Alarm late = loop.after(kPatience, [&stream] { (*stream)->close(); });
  const auto sent = co_await (*stream)->write(question, {});
  if (!sent) co_return tl::unexpected(sent.error());
  std::string line;
  std::vector<char> buffer(std::size_t{64} << 10);
  while (line.find('\n') == std::string::npos) {
    const auto size = co_await (*stream)->read_some(buffer);
    if (!size || *size == 0) co_return base::fail("the gateway did not answer", path);
    line.append(buffer.data(), *size);
  }
  co_return line.substr(0, line.find('\n'));
}

base::Result<std::string> result_in(std::string answer, const std::string& where) {
  json::Parser parser;
  const auto message = rpc::Message::parse(parser, json::Text(std::move(answer)));
  if (!message) return base::fail(message.error().what, where);
  if (message->kind() != rpc::Kind::kResult) {
    return base::fail(message->error().find("message").as_string().value_or("it failed"), where,
                      "the gateway may be of another version: restart it");
  }
  return std::string(message->result().raw());
}

// `members` of the params, each with a comma behind it.
std::string request_for(std::string_view method, std::string_view members = {}) {
  return fmt::format(
      R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{{{}"_meta":{{"{}":"{}","{}":{{}}}}}}}})",
      method, members, mcp::kMetaVersion, mcp::kModernVersion, mcp::kMetaCapabilities);
}
std::string inventory_request() { return request_for(gateway::kInventory); }

base::Result<std::string> ask_gateway(std::string question,
                                      const std::string& path = socket_path(usual_config())) {
  std::signal(SIGPIPE, SIG_IGN);
  base::Result<std::string> answer = base::fail("the gateway did not answer", path);
  net::Loop loop;
  const auto ask = [](net::Loop& on, std::string at, std::string what,
                      base::Result<std::string>& into) -> net::Task<void> {
    auto said = co_await exchange(on, std::move(at), std::move(what));
    into = std::move(said);
    on.stop();
  };
  loop.spawn(ask(loop, path, std::move(question) + "\n", answer));
  loop.run();
  loop.end();
  if (!answer) return answer;
  return result_in(std::move(*answer), path);
}

// What is held is what the store of the config says, but asking must not change what is in it.
base::Result<void> use_copy_of_pins(Origin& origin) {
  origin.config.store = config::kInMemory;
  const std::string path = std::exchange(origin.config.pins, std::string(config::kInMemory));
  std::error_code failed;
  if (path == config::kInMemory || !std::filesystem::exists(path, failed)) return {};
  if (origin.scratch) return {};  // the demo servers have no store
  auto made = Scratch::make();
  if (!made) return tl::unexpected(made.error());
  origin.scratch = std::move(*made);
  const std::string copy = origin.scratch->path() + "/pins.json";
  if (!std::filesystem::copy_file(path, copy, failed))
    return base::fail("cannot read the pins: " + failed.message(), path, "check who may read it");
  origin.config.pins = copy;
  return {};
}

base::Result<std::string> ask_config(const std::string& config, const std::string& request,
                                     Io& io) {
  auto origin = find_config(config, io.err);
  if (!origin)
    return base::fail("the config cannot be used", config,
                      config.empty() ? "touchstone config check"
                                     : "touchstone config check " + base::shell_word(config));
  if (auto copied = use_copy_of_pins(*origin); !copied) return tl::unexpected(copied.error());
  const std::string name = origin->config.source;
  auto means = passing_means();
  if (!means) return tl::unexpected(means.error());
  Host host(std::move(*origin), std::move(*means), base::Level::kWarning);
  return result_in(host.ask(request), name);
}

}  // namespace

base::Result<std::string> tools_of_gateway() { return ask_gateway(inventory_request()); }

base::Result<std::string> status_of_gateway(const std::string& socket) {
  return ask_gateway(request_for(gateway::kStatus), socket);
}

base::Result<std::string> tools_of_config(const std::string& config, Io& io) {
  return ask_config(config, inventory_request(), io);
}

base::Result<std::string> asked_of_server(const std::string& source, const Call& call, Io& io) {
  std::string request =
      request_for(gateway::kAskServer,
                  fmt::format(R"("server":{},"name":{},"arguments":{},)", json::quoted(call.server),
                              json::quoted(call.tool), call.arguments));
  if (source == kGatewayInput) return ask_gateway(std::move(request));
  return ask_config(source, request, io);
}

}  // namespace touchstone::cli
