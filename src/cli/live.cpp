#include "cli/live.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/host.hpp"
#include "json/parser.hpp"
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
                         "start one with `touchstone run`, or name a config instead of @gateway");
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

std::string inventory_request() {
  return fmt::format(
      R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{{"_meta":{{"{}":"{}","{}":{{}}}}}}}})",
      gateway::kInventory, mcp::kMetaVersion, mcp::kModernVersion, mcp::kMetaCapabilities);
}

// What is held is what the store of the config says, but asking must not change what is in it.
base::Result<void> use_copy_of_pins(Origin& origin) {
  const std::string path = std::exchange(origin.config.pins, std::string(config::kPinsInMemory));
  std::error_code failed;
  if (path == config::kPinsInMemory || !std::filesystem::exists(path, failed)) return {};
  std::string folder =
      (std::filesystem::temp_directory_path(failed) / "touchstone-pins-XXXXXX").string();
  if (!origin.scratch.empty()) return {};  // the demo servers have no store
  if (failed || ::mkdtemp(folder.data()) == nullptr)
    return base::fail("cannot make a folder for a copy of the pins", folder,
                      "set TMPDIR to a writable folder");
  origin.scratch = folder;
  const std::string copy = folder + "/pins.json";
  if (!std::filesystem::copy_file(path, copy, failed))
    return base::fail("cannot read the pins: " + failed.message(), path, "check who may read it");
  origin.config.pins = copy;
  return {};
}

}  // namespace

base::Result<std::string> tools_of_gateway() {
  std::signal(SIGPIPE, SIG_IGN);
  const config::Sources sources = config::real_sources();
  config::Config config;
  if (const auto file = config::find_file(sources); !file.empty())
    config = config::load(file, sources).config;
  const std::string path = socket_path(config);
  base::Result<std::string> answer = base::fail("the gateway did not answer", path);
  net::Loop loop;
  const auto ask = [](net::Loop& on, std::string at,
                      base::Result<std::string>& into) -> net::Task<void> {
    auto said = co_await exchange(on, std::move(at), inventory_request() + "\n");
    into = std::move(said);
    on.stop();
  };
  loop.spawn(ask(loop, path, answer));
  loop.run();
  loop.end();
  if (!answer) return answer;
  return result_in(std::move(*answer), path);
}

base::Result<std::string> tools_of_config(const std::string& config, Io& io) {
  auto origin = find_config(config, io.err);
  if (!origin)
    return base::fail("the config cannot be used", config,
                      config.empty() ? "touchstone config check"
                                     : "touchstone config check " + base::shell_word(config));
  if (auto copied = use_copy_of_pins(*origin); !copied) return tl::unexpected(copied.error());
  const std::string name = origin->config.source;
  Host host(std::move(*origin), base::Level::kWarning);
  return result_in(host.ask(inventory_request()), name);
}

}  // namespace touchstone::cli
