// What a call over HTTP costs, our side and a bare responder on the same loop together: four system
// calls and what we do between them.
#include <array>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "net/listen.hpp"
#include "rpc/write.hpp"
#include "upstream/http_link.hpp"

namespace touchstone::upstream {
namespace {

class Nobody final : public Listener {
  void heard(rpc::Message /*notification*/, CallId /*related*/) override {}
  void asked(rpc::Message /*request*/, CallId /*related*/) override {}
  void ended(const base::Error& /*why*/) override {}
};

// Answers whatever comes; the id of the answer is always the same.
Task<void> respond(net::StreamPtr stream, std::string answer) {
  std::array<char, 65'536> buffer;
  for (;;) {
    const auto size = co_await stream->read_some(buffer);
    if (!size || *size == 0) co_return;
    const auto written = co_await stream->write(answer);
    if (!written) co_return;
  }
}

std::string canned(std::size_t size, bool events) {
  std::string body = rpc::result("1", "\"" + std::string(size, 'x') + "\"");
  if (events) body = "event: message\ndata: " + body + "\n\n";
  return std::string("HTTP/1.1 200 OK\r\nContent-Type: ") +
         (events ? "text/event-stream" : "application/json") +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

Task<void> call_many(net::Loop& loop, Link& link, benchmark::State& state) {
  const std::string message = rpc::request("1", "tools/call", R"({"name":"echo"})");
  for ([[maybe_unused]] const auto _ : state) {
    Outgoing out{
        message, 1, {{"Mcp-Method", "tools/call"}, {"Mcp-Name", "echo"}}, net::Duration(60'000)};
    const auto answer = co_await link.request(std::move(out));
    if (!answer) state.SkipWithError(answer.error().error.what.c_str());
    if (!answer) break;
  }
  loop.stop();
}

void http_call(benchmark::State& state) {
  net::Loop loop;
  net::Dialler dialler(loop);
  const base::Log log(STDERR_FILENO, base::Level::kOff);
  json::Parser parser;
  Nobody nobody;
  const std::string answer = canned(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  auto listener = net::listen_tcp(loop, "127.0.0.1", 0, [&](net::StreamPtr stream) {
    loop.spawn(respond(std::move(stream), answer));
  });
  if (!listener) return state.SkipWithError("cannot listen");
  config::Server server;
  server.url = "http://127.0.0.1:" + std::to_string((*listener)->port()) + "/mcp";
  auto link = open_http(server, std::make_shared<Hearing>(loop, nobody),
                        Context{loop, dialler, log, parser});
  loop.spawn(call_many(loop, **link, state));
  loop.run();
}
BENCHMARK(http_call)
    ->ArgNames({"bytes", "events"})
    ->Args({1'000, 0})
    ->Args({1'000, 1})
    ->Args({64'000, 0});

}  // namespace
}  // namespace touchstone::upstream
