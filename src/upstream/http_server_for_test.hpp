// For tests: an HTTP server on a loopback socket whose every byte the test decides.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "http/request_reader.hpp"
#include "http/sse.hpp"
#include "http/write.hpp"
#include "net/listen.hpp"

namespace touchstone::upstream {

struct Seen {
  std::string method, target, body;
  std::map<std::string, std::string> headers;  // names in lower case
  int connection = 0;                          // counted from 1

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto it = headers.find(name);
    return it != headers.end() ? it->second : "";
  }
  [[nodiscard]] bool is(std::string_view method_name) const {
    return body.find("\"method\":\"" + std::string(method_name) + "\"") != std::string::npos;
  }
  // The id of the request, in decimal.
  [[nodiscard]] std::string id() const {
    const auto at = body.find("\"id\":");
    return at == std::string::npos ? "null" : body.substr(at + 5, body.find(',', at) - at - 5);
  }
};

struct Reply {
  std::string bytes;
  bool close = false;     // after the bytes
  bool hang = false;      // after the bytes nothing more comes, and nothing more is read
  std::size_t slice = 0;  // the bytes come in pieces of this size; 0: at once
};

inline Reply answer(int status, std::string_view type, std::string_view body,
                    std::string_view more = {}) {
  Reply reply;
  http::append_response_line(reply.bytes, status);
  if (!type.empty()) http::append_header(reply.bytes, "Content-Type", type);
  http::append_header(reply.bytes, "Content-Length", body.size());
  reply.bytes += more;
  http::end_head(reply.bytes);
  reply.bytes += body;
  return reply;
}
inline Reply json_answer(std::string_view body, std::string_view more = {}) {
  return answer(200, "application/json", body, more);
}
inline std::string result_of(const Seen& seen, std::string_view result = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + seen.id() + R"(,"result":)" + std::string(result) + "}";
}
// The events, in chunks; with the end of the response unless it is to stay open.
inline Reply event_answer(const std::vector<std::string>& events, bool end = true,
                          std::string_view more = {}) {
  Reply reply;
  http::append_response_line(reply.bytes, 200);
  http::append_header(reply.bytes, "Content-Type", "text/event-stream; charset=utf-8");
  http::append_header(reply.bytes, "Transfer-Encoding", "chunked");
  reply.bytes += more;
  http::end_head(reply.bytes);
  for (const auto& event : events) http::append_chunk(reply.bytes, event);
  if (end) reply.bytes += http::kLastChunk;
  reply.hang = !end;
  return reply;
}
inline std::string event(std::string_view data, std::string_view id = {},
                         std::string_view name = {}) {
  std::string out;
  http::append_event(out, data, id, name);
  return out;
}

class HttpServer {
 public:
  using Handler = std::function<Reply(const Seen&)>;

  HttpServer(net::Loop& loop, Handler handler)
      : state_(std::make_shared<State>(loop, std::move(handler))) {
    auto listener = net::listen_tcp(loop, "127.0.0.1", 0, [state = state_](net::StreamPtr stream) {
      state->loop.spawn(serve(state, std::move(stream)));
    });
    if (listener) listener_ = std::move(*listener);
  }
  ~HttpServer() { close_all(); }
  HttpServer(const HttpServer&) = delete;

  [[nodiscard]] std::string url(std::string_view path = "/mcp") const {
    return "http://127.0.0.1:" + std::to_string(listener_->port()) + std::string(path);
  }
  [[nodiscard]] const std::vector<Seen>& seen() const { return state_->seen; }
  [[nodiscard]] int connections() const { return state_->connections; }
  [[nodiscard]] int open_connections() const { return static_cast<int>(state_->streams.size()); }
  void close_all() {
    for (const auto& [number, stream] : state_->streams) stream->close();
  }
  // On the stream that hangs open: the bytes go out as they are.
  void push(std::string bytes) {
    for (const auto& [number, stream] : state_->streams)
      if (state_->hanging.contains(number)) state_->loop.spawn(write(stream, bytes));
  }

 private:
  using SharedStream = std::shared_ptr<net::Stream>;
  struct State {
    State(net::Loop& the_loop, Handler the_handler)
        : loop(the_loop), handler(std::move(the_handler)) {}
    net::Loop& loop;
    Handler handler;
    std::vector<Seen> seen;
    int connections = 0;
    std::map<int, SharedStream> streams;
    std::map<int, bool> hanging;
  };
  using StatePtr = std::shared_ptr<State>;

  static net::Task<void> write(SharedStream stream, std::string bytes) {
    (void)co_await stream->write(bytes);
  }

  static net::Task<void> serve(StatePtr state, net::StreamPtr owned) {
    const SharedStream stream = std::move(owned);
    const int number = ++state->connections;
    state->streams[number] = stream;
    co_await converse(state, stream, number);
    state->streams.erase(number);
    stream->close();
  }

  static net::Task<void> converse(StatePtr state, SharedStream stream, int number) {
    http::RequestReader reader;
    for (;;) {
      const auto step = reader.next();
      if (step == http::RequestReader::State::kRefused) co_return;
      if (step == http::RequestReader::State::kMore) {
        const auto size = co_await stream->read_some(reader.room());
        if (!size || *size == 0) co_return;
        reader.commit(*size);
      }
      if (step != http::RequestReader::State::kRequest) continue;
      Seen seen{
          std::string(reader.head().method), std::string(reader.head().target), "", {}, number};
      for (const auto& header : reader.head().headers)
        seen.headers[base::lower_case(header.name)] = header.value;
      seen.body = reader.take_body();
      reader.restart();
      state->seen.push_back(seen);
      const Reply reply = state->handler(seen);
      const std::size_t slice = reply.slice == 0 ? reply.bytes.size() : reply.slice;
      for (std::size_t at = 0; at < reply.bytes.size(); at += slice) {
        const auto part = std::string_view(reply.bytes).substr(at, slice);
        const auto written = co_await stream->write(part);
        if (!written) co_return;
      }
      if (reply.close) co_return;
      if (reply.hang) state->hanging[number] = true;
    }
  }

  StatePtr state_;
  std::unique_ptr<net::Listener> listener_;
};

}  // namespace touchstone::upstream
