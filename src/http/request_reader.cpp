// A parser of our own, not Beast's. Every rule of request_reader.hpp would have been a check of the
// same bytes before or after Beast looked at them; with those checks made, what is left to do is
// less than the glue. The grammar that is accepted is small, and all of it is in four files:
// head_scan.cpp (where a head ends), start_line.cpp, fields.cpp (headers, framing), chunked.cpp.
//
// A head is copied once, whole, into memory that is reused, and parsed there: the headers stay
// valid while the body comes in. Nothing is allocated for a request but its body.
#include "http/request_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "http/bytes.hpp"
#include "http/chunked.hpp"
#include "http/fields.hpp"
#include "http/head_scan.hpp"
#include "http/input.hpp"
#include "http/start_line.hpp"

namespace touchstone::http {
namespace {

// A Content-Length is a promise. This much is taken on trust; beyond it the bytes come first.
constexpr std::size_t kTrusted = std::size_t{1} << 20;

// What an idle connection keeps, so that an ordinary request finds it there.
constexpr std::size_t kKeptHead = std::size_t{1} << 10;
constexpr std::size_t kKeptHeaders = 16;

constexpr Fault kTooLarge{413, "the body is too large"};

std::optional<Fault> check_host(const Notes& notes, const RequestLine& line) {
  if (notes.hosts > 1) return Fault{400, "more than one Host"};
  if (notes.hosts == 0 && line.minor_version == 1) return Fault{400, "no Host"};
  if (notes.hosts == 1 && (notes.host.empty() || !all(notes.host, kHostByte))) {
    return Fault{400, "Host is not the name of a host"};
  }
  // Whoever checks the Host must be sure that it is the only name in the request.
  if (line.authority.data() != nullptr && !same_name(line.authority, notes.host)) {
    return Fault{400, "the target names another host than Host"};
  }
  return std::nullopt;
}

}  // namespace

class RequestReader::Engine {
 public:
  Engine(Limits limits, std::size_t padding) : limits_(limits), padding_(padding) {}

  [[nodiscard]] State next();
  [[nodiscard]] std::span<char> room() { return input_.room_for(body_left()); }
  void restart();
  void shrink();
  [[nodiscard]] bool idle() const { return at_ == At::kHead && input_.empty(); }

  Input& input() { return input_; }
  RequestHead& head() { return head_; }
  std::string& body() { return body_; }
  Refusal& refusal() { return refusal_; }

 private:
  enum class At : std::uint8_t { kHead, kBody, kDone, kRefused };

  State read_head();
  std::optional<Fault> find_head();
  std::optional<Fault> parse_head();
  State read_body();
  State read_length();
  State read_chunks();
  State refuse(const Fault& fault);
  State done();
  void append(std::string_view piece);
  [[nodiscard]] std::uint64_t body_left() const;

  Limits limits_;
  std::size_t padding_;
  At at_ = At::kHead;
  Input input_;
  HeadScan scan_;
  std::string head_text_;
  RequestHead head_;
  Framing framing_;
  Chunked chunked_;
  std::string body_;
  Refusal refusal_;
};

RequestReader::State RequestReader::Engine::next() {
  switch (at_) {
    case At::kHead: return read_head();
    case At::kBody: return read_body();
    case At::kDone: return State::kRequest;
    case At::kRefused: break;
  }
  return State::kRefused;
}

RequestReader::State RequestReader::Engine::read_head() {
  if (const auto fault = find_head()) return refuse(*fault);
  if (scan_.size() == 0) return State::kMore;
  head_text_.assign(input_.view().substr(0, scan_.size()));
  input_.consume(scan_.size());
  if (const auto fault = parse_head()) return refuse(*fault);
  at_ = At::kBody;
  return State::kHead;
}

std::optional<Fault> RequestReader::Engine::find_head() {
  const std::string_view bytes = input_.view();
  // Most often TLS spoken to a port that has none: say so now, not when the time is up.
  if (!bytes.empty() && !is(bytes[0], kTokenByte)) {
    return Fault{400, "this is not HTTP/1.1; is the client told to use TLS or HTTP/2?"};
  }
  return scan_.look(bytes, limits_.max_head);
}

std::optional<Fault> RequestReader::Engine::parse_head() {
  const std::string_view text = head_text_;
  const std::size_t line_end = text.find("\r\n");
  RequestLine line;
  Notes notes;
  if (auto fault = parse_request_line(text.substr(0, line_end), line)) return fault;
  auto fault = parse_fields(text.substr(line_end + 2), limits_.max_headers, head_.headers);
  if (!fault) fault = take_notes(head_.headers, line.minor_version, notes);
  if (!fault) fault = check_host(notes, line);
  if (fault) return fault;
  framing_ = notes.framing;
  if (framing_.length > limits_.max_body) return kTooLarge;
  const bool has_body = framing_.kind == Framing::Kind::kChunked || framing_.length != 0;
  head_.method = line.method;
  head_.target = line.target;
  head_.minor_version = line.minor_version;
  head_.keep_alive = stays_open(notes, line.minor_version);
  head_.expects_continue = notes.says_continue && has_body && line.minor_version == 1;
  return std::nullopt;
}

RequestReader::State RequestReader::Engine::read_body() {
  switch (framing_.kind) {
    case Framing::Kind::kNone: append({}); return done();
    case Framing::Kind::kLength: return read_length();
    case Framing::Kind::kChunked: break;
  }
  return read_chunks();
}

RequestReader::State RequestReader::Engine::read_length() {
  const std::string_view bytes = input_.view();
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), body_left()));
  append(bytes.substr(0, size));
  input_.consume(size);
  return body_left() == 0 ? done() : State::kMore;
}

RequestReader::State RequestReader::Engine::read_chunks() {
  std::string_view bytes = input_.view();
  while (true) {
    const Chunked::Step step = chunked_.take(bytes);
    if (step == Chunked::Step::kBad) return refuse({400, "the chunks of the body are malformed"});
    const std::string_view piece = step == Chunked::Step::kPiece ? chunked_.piece() : "";
    const std::size_t free = limits_.max_body - body_.size();
    if (piece.size() > free || chunked_.announced() > free - piece.size()) return refuse(kTooLarge);
    append(piece);
    if (step == Chunked::Step::kPiece) continue;
    input_.consume(input_.view().size() - bytes.size());
    return step == Chunked::Step::kEnd ? done() : State::kMore;
  }
}

RequestReader::State RequestReader::Engine::refuse(const Fault& fault) {
  at_ = At::kRefused;
  refusal_ = {fault.status, std::string(fault.what)};
  return State::kRefused;
}

RequestReader::State RequestReader::Engine::done() {
  at_ = At::kDone;
  return State::kRequest;
}

// There is always room for the padding. What is reserved ahead is at most what has come already, or
// kTrusted.
void RequestReader::Engine::append(std::string_view piece) {
  const std::size_t needed = body_.size() + piece.size() + padding_;
  if (needed > body_.capacity()) {
    const std::uint64_t rest = body_left() + padding_;
    const std::uint64_t ahead = std::max<std::uint64_t>(body_.size(), kTrusted);
    const std::uint64_t wanted =
        framing_.kind == Framing::Kind::kLength ? std::min(rest, ahead) : body_.size();
    body_.reserve(std::max(needed, body_.size() + static_cast<std::size_t>(wanted)));
  }
  body_.append(piece);
}

std::uint64_t RequestReader::Engine::body_left() const {
  if (at_ != At::kBody) return 0;
  if (framing_.kind == Framing::Kind::kLength) return framing_.length - body_.size();
  return chunked_.announced();
}

void RequestReader::Engine::restart() {
  if (at_ != At::kDone) return;
  at_ = At::kHead;
  scan_ = {};
  chunked_ = {};
  framing_ = {};
  head_.headers.clear();
  body_.clear();
  if (body_.capacity() > kTrusted) std::string().swap(body_);  // nobody took it
}

void RequestReader::Engine::shrink() {
  if (!idle()) return;
  input_.shrink();
  head_.method = head_.target = {};
  head_.headers.shrink(kKeptHeaders);
  if (head_text_.capacity() > kKeptHead) std::string().swap(head_text_);
  std::string().swap(body_);
}

RequestReader::RequestReader(Limits limits, std::size_t body_padding)
    : engine_(std::make_unique<Engine>(limits, body_padding)) {}
RequestReader::~RequestReader() = default;
RequestReader::RequestReader(RequestReader&&) noexcept = default;
RequestReader& RequestReader::operator=(RequestReader&&) noexcept = default;

std::span<char> RequestReader::room() { return engine_->room(); }
void RequestReader::commit(std::size_t size) { engine_->input().commit(size); }
RequestReader::State RequestReader::next() { return engine_->next(); }
const RequestHead& RequestReader::head() const { return engine_->head(); }
std::string RequestReader::take_body() { return std::exchange(engine_->body(), {}); }
const Refusal& RequestReader::refusal() const { return engine_->refusal(); }
void RequestReader::restart() { engine_->restart(); }
bool RequestReader::idle() const { return engine_->idle(); }
void RequestReader::shrink() { engine_->shrink(); }

}  // namespace touchstone::http
