// What one message costs on the way through HTTP. A request is some 1 KB, as MCP clients send them:
// eight headers and a tools/call.
#include <cstring>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "http/request_reader.hpp"
#include "http/response_reader.hpp"
#include "http/sse.hpp"
#include "http/write.hpp"

namespace touchstone::http {
namespace {

std::string headers() {
  return "Host: gateway.example.com:8080\r\n"
         "User-Agent: example-client/1.24.0 (linux; x64)\r\n"
         "Accept: application/json, text/event-stream\r\n"
         "Content-Type: application/json\r\n"
         "Authorization: Bearer 0123456789abcdef0123456789abcdef0123456789abcdef\r\n"
         "MCP-Protocol-Version: 2025-06-18\r\n"
         "Mcp-Session-Id: 0f5a2b7c-31d4-4c89-9f0e-6b1f5d2c7a88\r\n";
}

std::string post(std::size_t body_size, bool chunked) {
  const std::string body(body_size, 'x');
  std::string out = "POST /mcp HTTP/1.1\r\n" + headers();
  if (chunked) {
    append_header(out, "Transfer-Encoding", "chunked");
    end_head(out);
    append_chunk(out, std::string_view(body).substr(0, body_size / 2));
    append_chunk(out, std::string_view(body).substr(body_size / 2));
    return out.append(kLastChunk);
  }
  append_header(out, "Content-Length", body_size);
  end_head(out);
  return out + body;
}

template <typename Reader>
void receive(Reader& reader, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto room = reader.room();
    const std::size_t size = std::min(room.size(), bytes.size());
    std::memcpy(room.data(), bytes.data(), size);
    reader.commit(size);
    bytes.remove_prefix(size);
  }
}

void request(benchmark::State& state, bool chunked) {
  const std::string bytes = post(static_cast<std::size_t>(state.range(0)), chunked);
  RequestReader reader;
  for (auto _ : state) {
    receive(reader, bytes);
    RequestReader::State at = reader.next();
    while (at == RequestReader::State::kHead) at = reader.next();
    if (at != RequestReader::State::kRequest) state.SkipWithError("not read");
    benchmark::DoNotOptimize(reader.take_body());
    reader.restart();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}
BENCHMARK_CAPTURE(request, length, false)->Arg(0)->Arg(600)->Arg(100'000);
BENCHMARK_CAPTURE(request, chunked, true)->Arg(600)->Arg(100'000);

void response(benchmark::State& state) {
  std::string bytes;
  append_response_line(bytes, 200);
  bytes += headers();
  append_header(bytes, "Content-Length", std::size_t{600});
  end_head(bytes);
  bytes.append(600, 'x');
  ResponseReader reader;
  for (auto _ : state) {
    receive(reader, bytes);
    ResponseReader::State at = reader.next();
    for (; at == ResponseReader::State::kHead || at == ResponseReader::State::kBody;
         at = reader.next()) {
      benchmark::DoNotOptimize(reader.piece());
    }
    if (at != ResponseReader::State::kDone) state.SkipWithError("not read");
    reader.restart();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}
BENCHMARK(response);

void event(benchmark::State& state) {
  std::string bytes;
  append_event(bytes, std::string(static_cast<std::size_t>(state.range(0)), 'x'), "42");
  SseReader reader;
  for (auto _ : state) {
    reader.feed(bytes);
    benchmark::DoNotOptimize(reader.next());
    benchmark::DoNotOptimize(reader.next());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}
BENCHMARK(event)->Arg(600)->Arg(100'000);

void write_answer(benchmark::State& state) {
  const std::string body(600, 'x');
  std::string out;
  for (auto _ : state) {
    out.clear();
    append_response_line(out, 200);
    append_header(out, "Content-Type", "application/json");
    append_header(out, "Content-Length", body.size());
    end_head(out);
    out += body;
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(write_answer);

}  // namespace
}  // namespace touchstone::http
