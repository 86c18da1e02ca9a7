// The parts are those of request_reader.cpp, which says why they are our own.
#include "http/response_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "http/chunked.hpp"
#include "http/fields.hpp"
#include "http/head_scan.hpp"
#include "http/input.hpp"
#include "http/start_line.hpp"

namespace touchstone::http {
namespace {

// Interim responses in a row before one that counts. Two are usual (100, 103).
constexpr int kMaxInterim = 16;
constexpr int kBadGateway = 502;

bool never_has_body(int status) { return status == 204 || status == 304; }

}  // namespace

class ResponseReader::Engine {
 public:
  explicit Engine(Limits limits) : limits_(limits) {}

  [[nodiscard]] State next();
  [[nodiscard]] std::span<char> room() {
    return input_.room_for(at_ == At::kLength ? left_ : chunked_.announced());
  }
  void restart(bool head_only);
  void commit(std::size_t size) { input_.commit(size); }
  void commit_end() { ended_ = true; }
  [[nodiscard]] bool has_leftover() const {
    return at_ == At::kDone && input_.view().size() > piece_.size();
  }
  [[nodiscard]] const ResponseHead& head() const { return head_; }
  [[nodiscard]] std::string_view piece() const { return piece_; }
  [[nodiscard]] const Refusal& refusal() const { return refusal_; }

 private:
  enum class At : std::uint8_t { kHead, kLength, kChunked, kUntilClose, kDone, kRefused };

  State read_head();
  std::optional<Fault> parse_head();
  void begin_body(const Notes& notes);
  State read_length();
  State read_chunks();
  State read_until_close();
  State hand_out(std::string_view piece);
  State more();
  State done();
  State refuse(std::string_view what);

  Limits limits_;
  At at_ = At::kHead;
  bool head_only_ = false;
  bool ended_ = false;
  int interim_ = 0;
  Input input_;
  HeadScan scan_;
  std::string head_text_;
  ResponseHead head_;
  std::uint64_t left_ = 0;
  Chunked chunked_;
  std::string_view piece_;  // at the front of input_, consumed by the next call of next()
  Refusal refusal_;
};

ResponseReader::State ResponseReader::Engine::next() {
  input_.consume(piece_.size());
  piece_ = {};
  switch (at_) {
    case At::kHead: return read_head();
    case At::kLength: return read_length();
    case At::kChunked: return read_chunks();
    case At::kUntilClose: return read_until_close();
    case At::kDone: return State::kDone;
    case At::kRefused: break;
  }
  return State::kRefused;
}

ResponseReader::State ResponseReader::Engine::read_head() {
  while (true) {
    if (const auto fault = scan_.look(input_.view(), limits_.max_head)) return refuse(fault->what);
    if (scan_.size() == 0) return more();
    head_text_.assign(input_.view().substr(0, scan_.size()));
    input_.consume(scan_.size());
    scan_ = {};
    head_.headers.clear();
    if (const auto fault = parse_head()) return refuse(fault->what);
    if (head_.status >= 200) return State::kHead;
    if (++interim_ > kMaxInterim) return refuse("too many interim answers");
  }
}

std::optional<Fault> ResponseReader::Engine::parse_head() {
  const std::string_view text = head_text_;
  const std::size_t line_end = text.find("\r\n");
  StatusLine line;
  Notes notes;
  if (auto fault = parse_status_line(text.substr(0, line_end), line)) return fault;
  auto fault = parse_fields(text.substr(line_end + 2), limits_.max_headers, head_.headers);
  if (!fault) fault = take_notes(head_.headers, line.minor_version, notes);
  if (fault) return fault;
  // Nobody here asks for another protocol, and what follows would be one.
  if (line.status == 101) return Fault{kBadGateway, "the server switched protocols unasked"};
  head_.status = line.status;
  head_.reason = line.reason;
  head_.keep_alive = stays_open(notes, line.minor_version);
  if (line.status < 200) return std::nullopt;
  begin_body(notes);
  if (at_ == At::kLength && left_ > limits_.max_body) {
    return Fault{kBadGateway, "the body is too large"};
  }
  return std::nullopt;
}

void ResponseReader::Engine::begin_body(const Notes& notes) {
  const Framing::Kind kind = notes.framing.kind;
  if (head_only_ || never_has_body(head_.status)) {
    at_ = At::kLength;
    left_ = 0;
  } else if (kind == Framing::Kind::kLength) {
    at_ = At::kLength;
    left_ = notes.framing.length;
  } else if (kind == Framing::Kind::kChunked) {
    at_ = At::kChunked;
  } else {
    at_ = At::kUntilClose;
    head_.keep_alive = false;
  }
}

ResponseReader::State ResponseReader::Engine::read_length() {
  if (left_ == 0) return done();
  const std::string_view bytes = input_.view();
  if (bytes.empty()) return more();
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left_));
  left_ -= size;
  return hand_out(bytes.substr(0, size));
}

ResponseReader::State ResponseReader::Engine::read_chunks() {
  std::string_view bytes = input_.view();
  const Chunked::Step step = chunked_.take(bytes);
  if (step == Chunked::Step::kBad) return refuse("the chunks of the body are malformed");
  const std::size_t taken = input_.view().size() - bytes.size();
  if (step == Chunked::Step::kPiece) {
    input_.consume(taken - chunked_.piece().size());
    return hand_out(chunked_.piece());
  }
  input_.consume(taken);
  return step == Chunked::Step::kEnd ? done() : more();
}

ResponseReader::State ResponseReader::Engine::read_until_close() {
  if (!input_.empty()) return hand_out(input_.view());
  return ended_ ? done() : State::kMore;
}

ResponseReader::State ResponseReader::Engine::hand_out(std::string_view piece) {
  piece_ = piece;
  return State::kBody;
}

ResponseReader::State ResponseReader::Engine::more() {
  if (!ended_) return State::kMore;
  const bool silent = at_ == At::kHead && input_.empty();
  return refuse(silent ? "closed without an answer" : "closed in the middle of an answer");
}

ResponseReader::State ResponseReader::Engine::done() {
  at_ = At::kDone;
  return State::kDone;
}

ResponseReader::State ResponseReader::Engine::refuse(std::string_view what) {
  at_ = At::kRefused;
  refusal_ = {kBadGateway, std::string(what)};
  return State::kRefused;
}

void ResponseReader::Engine::restart(bool head_only) {
  input_.consume(piece_.size());
  piece_ = {};
  // The rest of a body must never be read as a head.
  if (at_ != At::kDone && at_ != At::kHead) {
    if (at_ != At::kRefused) refuse("given up in the middle of an answer");
    return;
  }
  at_ = At::kHead;
  head_only_ = head_only;
  interim_ = 0;
  scan_ = {};
  chunked_ = {};
  head_.headers.clear();
}

ResponseReader::ResponseReader(Limits limits) : engine_(std::make_unique<Engine>(limits)) {}
ResponseReader::~ResponseReader() = default;
ResponseReader::ResponseReader(ResponseReader&&) noexcept = default;
ResponseReader& ResponseReader::operator=(ResponseReader&&) noexcept = default;

void ResponseReader::restart(bool head_only) { engine_->restart(head_only); }
std::span<char> ResponseReader::room() { return engine_->room(); }
void ResponseReader::commit(std::size_t size) { engine_->commit(size); }
void ResponseReader::commit_end() { engine_->commit_end(); }
ResponseReader::State ResponseReader::next() { return engine_->next(); }
const ResponseHead& ResponseReader::head() const { return engine_->head(); }
std::string_view ResponseReader::piece() const { return engine_->piece(); }
const Refusal& ResponseReader::refusal() const { return engine_->refusal(); }
bool ResponseReader::has_leftover() const { return engine_->has_leftover(); }

}  // namespace touchstone::http
