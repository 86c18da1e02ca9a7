#include "cli/talk.hpp"

#include <fmt/format.h>

#include "face/stdio_face.hpp"
#include "rpc/code.hpp"
#include "rpc/message.hpp"
#include "rpc/write.hpp"

namespace touchstone::cli {
namespace {

std::string as_line(std::string_view text) { return fmt::format("{}\n", text); }

}  // namespace

void Talk::said(std::string_view line) {
  const auto message = rpc::Message::parse(parser_, json::Text::copy_of(line));
  if (!message) return;
  if (message->method() == "notifications/initialized") initialized_ = as_line(line);
  if (!message->is_request()) return;
  waiting_.emplace(message->raw_id());
  if (message->method() != "initialize") return;
  hello_ = as_line(line);
  hello_id_ = message->raw_id();
  initialized_.clear();
  greeted_ = false;
}

bool Talk::heard(std::string_view line) {
  const auto message = rpc::Message::parse(parser_, json::Text::copy_of(line));
  if (!message || !message->is_response()) return true;
  if (message->raw_id() == hello_id_ && repeats_) {
    repeats_ = false;
    return false;
  }
  if (message->raw_id() == hello_id_ && !hello_.empty()) greeted_ = true;
  waiting_.erase(std::string(message->raw_id()));
  return true;
}

std::vector<std::string> Talk::give_up(std::string_view why, bool for_good) {
  std::vector<std::string> answers;
  const bool keeps_hello = !for_good && !greeted_ && waiting_.contains(hello_id_);
  for (const std::string& id : waiting_) {
    if (keeps_hello && id == hello_id_) continue;
    answers.push_back(as_line(rpc::error(id, rpc::kUpstreamFailed, why)));
  }
  waiting_.clear();
  if (keeps_hello) waiting_.insert(hello_id_);
  return answers;
}

std::string Talk::opening() {
  repeats_ = greeted_;
  return as_line(rpc::notification(face::kSessionNotice,
                                   fmt::format(R"({{"marker":"{}"}})", marker_))) +
         hello_;
}

}  // namespace touchstone::cli
