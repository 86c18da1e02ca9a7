#include "face/event_stream.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "http/sse.hpp"

namespace touchstone::face {
namespace {

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, number);
  return failed == std::errc() && stop == end;
}

}  // namespace

std::string EventStream::encode(std::uint64_t event, std::string_view message) const {
  std::string out;
  http::append_event(out, message, fmt::format("{}-{}", number_, event));
  return out;
}

void EventStream::push(std::string_view message) {
  ++last_event_;
  keep(message);
  if (sink_ == nullptr) return;
  delivered_ = last_event_;
  sink_->event(encode(last_event_, message));
}

void EventStream::prime() {
  if (sink_ != nullptr) sink_->event(fmt::format("id: {}-{}\ndata: \n\n", number_, last_event_));
}

// The last message is kept however large, if there is room: it may be an answer that nobody has
// got.
void EventStream::keep(std::string_view message) {
  while (!kept_.empty() &&
         (kept_.size() >= kMaxKept || kept_bytes_ + message.size() > kMaxKeptBytes))
    forget(1);
  if (!shelf_.take(message.size())) return forget(kept_.size());
  kept_.push_back({last_event_, std::string(message)});
  kept_bytes_ += message.size();
}

void EventStream::forget(std::size_t count) {
  for (; count > 0; --count) {
    kept_bytes_ -= kept_.front().message.size();
    shelf_.give_back(kept_.front().message.size());
    kept_.pop_front();
  }
}

void EventStream::note_delivered() {
  if (finished_ && delivered_ == last_event_) all_delivered_ = net::Clock::now();
}

void EventStream::finish() {
  finished_ = true;
  if (auto* sink = std::exchange(sink_, nullptr)) sink->end();
  note_delivered();
}

void EventStream::attach(Sink& sink, std::optional<std::uint64_t> after) {
  if (auto* before = std::exchange(sink_, nullptr)) before->end();
  for (const Kept& kept : kept_) {
    if (kept.event > after.value_or(delivered_)) sink.event(encode(kept.event, kept.message));
  }
  delivered_ = last_event_;
  note_delivered();
  if (finished_) return sink.end();
  sink_ = &sink;
}

void EventStream::detach(const Sink& sink) {
  if (sink_ == &sink) sink_ = nullptr;
}

bool EventStream::parse_id(std::string_view id, std::uint64_t& stream, std::uint64_t& event) {
  const std::size_t dash = id.find('-');
  return dash != std::string_view::npos && read_number(id.substr(0, dash), stream) &&
         read_number(id.substr(dash + 1), event);
}

}  // namespace touchstone::face
