#include "upstream/http_client.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "json/text.hpp"
#include "net/promise.hpp"

namespace touchstone::upstream {
namespace {

using State = http::ResponseReader::State;

std::size_t announced_size(const http::ResponseHead& head) {
  const std::string_view text = head.headers.get("content-length");
  std::size_t size = 0;
  std::from_chars(text.data(), text.data() + text.size(), size);
  return size;
}

}  // namespace

Connection::Connection(net::StreamPtr stream, http::Limits limits,
                       std::shared_ptr<std::size_t> count)
    : stream(std::move(stream)), reader(limits), count(std::move(count)) {
  ++*this->count;
}

// --- one exchange

Exchange::Exchange(std::shared_ptr<HttpClient> client, ConnectionPtr connection,
                   Interrupt* interrupt)
    : client_(std::move(client)), connection_(std::move(connection)), interrupt_(interrupt) {
  interrupt_->set([stream = connection_->stream.get()] { stream->close(); });
}

Exchange& Exchange::operator=(Exchange&& other) noexcept {
  leave();
  client_ = std::move(other.client_);
  connection_ = std::move(other.connection_);
  interrupt_ = other.interrupt_;
  done_ = other.done_;
  return *this;
}

void Exchange::detach() {
  if (interrupt_ != nullptr) std::exchange(interrupt_, nullptr)->clear();
}

void Exchange::leave() {
  if (!connection_) return;
  detach();
  if (done_ && head().keep_alive && !connection_->reader.has_leftover())
    client_->give_back(std::move(connection_));
  connection_.reset();
}

Task<Exchange::Begun> Exchange::begin(std::string_view head, std::string_view body) {
  auto& stream = *connection_->stream;
  auto& reader = connection_->reader;
  Begun begun;
  const auto written = co_await stream.write(head, body);
  const auto written_at = net::Clock::now();
  // A server may answer (413, 401) and close before it has read everything: look for that answer.
  for (;;) {
    const State state = reader.next();
    if (state == State::kHead) co_return begun;
    if (state == State::kRefused) {
      begun.result = base::fail("not an answer in HTTP/1.1: " + reader.refusal().what);
      co_return begun;
    }
    const auto size = co_await stream.read_some(reader.room());
    if (!size || (*size == 0 && !begun.heard)) {
      begun.result = !written ? written
                     : !size  ? base::Result<void>(tl::unexpected(size.error()))
                              : base::fail("the server closed the connection without an answer");
      const bool at_once = net::Clock::now() - written_at < HttpClient::kAtOnce;
      begun.may_repeat = !begun.heard && (!written || (at_once && connection_->was_idle));
      co_return begun;
    }
    begun.heard = true;
    if (*size == 0) {
      reader.commit_end();
    } else {
      reader.commit(*size);
    }
  }
}

Task<base::Result<std::string_view>> Exchange::piece() {
  auto& reader = connection_->reader;
  for (;;) {
    const State state = reader.next();
    if (state == State::kBody) co_return reader.piece();
    if (state == State::kDone) {
      done_ = true;
      co_return std::string_view();
    }
    if (state == State::kRefused) co_return base::fail(reader.refusal().what);
    const auto size = co_await connection_->stream->read_some(reader.room());
    if (!size) co_return tl::unexpected(size.error());
    if (*size == 0) {
      reader.commit_end();
    } else {
      reader.commit(*size);
    }
  }
}

Task<base::Result<std::string>> Exchange::body(std::size_t max, bool cut) {
  std::string all;
  all.reserve(std::min(announced_size(head()), max) + json::Text::kPadding);
  for (;;) {
    const auto next = co_await piece();
    if (!next) co_return tl::unexpected(next.error());
    if (next->empty()) co_return all;
    if (all.size() + next->size() > max) {
      if (!cut) {
        co_return base::fail("an answer larger than " + std::to_string(max >> 20) + " MiB", "",
                             "raise its maxMessage");
      }
      all.append(next->substr(0, max - all.size()));
      co_return all;
    }
    all.append(*next);
  }
}

bool Exchange::is_done() {
  auto state = done_ ? State::kDone : connection_->reader.next();
  while (state == State::kBody) state = connection_->reader.next();
  done_ = state == State::kDone;
  return done_;
}

// --- the connections

struct HttpClient::Dial {
  explicit Dial(const net::Executor& executor) : result(executor) {}
  net::Promise<base::Result<ConnectionPtr>> result;
};

HttpClient::HttpClient(net::Loop& loop, net::Dialler& dialler, http::Url url, http::Limits limits)
    : loop_(loop), dialler_(dialler), url_(std::move(url)), limits_(limits) {}

Task<base::Result<Exchange>> HttpClient::send(std::shared_ptr<HttpClient> client, std::string head,
                                              std::string_view body, Interrupt& interrupt) {
  ConnectionPtr connection = client->take_idle();
  for (;;) {
    const bool used = connection != nullptr;
    if (!used) {
      auto dialled = co_await connect(client, interrupt);
      if (!dialled) co_return tl::unexpected(std::move(dialled.error()));
      connection = std::move(*dialled);
    }
    if (interrupt.fired()) co_return base::fail("interrupted");
    Exchange exchange(client, std::move(connection), &interrupt);
    auto begun = co_await exchange.begin(head, body);
    if (begun.result) co_return std::move(exchange);
    if (!used || !begun.may_repeat || interrupt.fired())
      co_return tl::unexpected(std::move(begun.result.error()));
  }
}

Task<base::Result<ConnectionPtr>> HttpClient::connect(std::shared_ptr<HttpClient> client,
                                                      Interrupt& interrupt) {
  if (interrupt.fired()) co_return base::fail("interrupted");
  if (*client->count_ >= kMaxConnections) {
    co_return base::fail("too many connections at once", client->url_.origin(),
                         "lower maxInFlight of this server");
  }
  // Names and handshakes cannot be called off; so the dialling goes on by itself, and a connection
  // that comes too late for its caller becomes an idle one.
  auto wanted = std::make_shared<Dial>(client->loop_.executor());
  interrupt.set([raw = wanted.get()] { raw->result.keep(base::fail("interrupted")); });
  client->loop_.spawn(dial(client, wanted));
  auto result = co_await wanted->result.wait();
  interrupt.clear();
  co_return result;
}

Task<void> HttpClient::dial(std::shared_ptr<HttpClient> client, std::shared_ptr<Dial> wanted) {
  const auto& url = client->url_;
  auto stream = co_await client->dialler_.tcp(url.host, url.port, url.secure, kDial);
  if (!stream) {
    wanted->result.keep(tl::unexpected(std::move(stream.error())));
    co_return;
  }
  auto connection =
      std::make_unique<Connection>(std::move(*stream), client->limits_, client->count_);
  if (wanted->result.kept()) {
    client->give_back(std::move(connection));
  } else {
    wanted->result.keep(std::move(connection));
  }
}

ConnectionPtr HttpClient::take_idle() {
  while (!idle_.empty()) {
    ConnectionPtr connection = std::move(idle_.back());
    idle_.pop_back();
    connection->was_idle = net::Clock::now() - connection->idle_since >= kFresh;
    if (connection->stream->is_quiet()) return connection;
  }
  return nullptr;
}

void HttpClient::give_back(ConnectionPtr connection) {
  if (closed_ || idle_.size() >= kMaxIdle || !connection->stream->is_open()) return;
  connection->reader.restart();
  connection->idle_since = net::Clock::now();
  idle_.push_back(std::move(connection));
  if (!sweep_) sweep_ = loop_.after(kIdle, [this] { sweep(); });
}

void HttpClient::sweep() {
  sweep_.reset();
  const auto latest = net::Clock::now() - kIdle;
  std::erase_if(idle_, [&](const auto& connection) { return connection->idle_since <= latest; });
  if (!idle_.empty()) sweep_ = loop_.after(kIdle, [this] { sweep(); });
}

void HttpClient::close() {
  closed_ = true;
  idle_.clear();
  sweep_.reset();
}

}  // namespace touchstone::upstream
