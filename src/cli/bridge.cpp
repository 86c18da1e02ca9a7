#include "cli/bridge.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "rpc/line_reader.hpp"

namespace touchstone::cli {
namespace {

constexpr net::Duration kFirstPause(100);
constexpr net::Duration kLongestPause = std::chrono::seconds(2);
constexpr net::Duration kSettled = std::chrono::seconds(1);
constexpr net::Duration kBridgeStep(50);
constexpr net::Duration kLastWords = std::chrono::seconds(2);

}  // namespace

net::Task<void> Bridge::run(base::Result<void>& connected) {
  auto dialled = dial();
  connected = co_await std::move(dialled);
  if (!connected) co_return loop_.stop();
  client_ = net::pipe_stream(loop_, STDIN_FILENO, STDOUT_FILENO);
  give_up_at_ = connected_ + kPatience;
  loop_.spawn(from_client());
  for (bool there = true; there;) {
    co_await from_gateway();
    there = co_await come_back();
  }
  if (!ended_) co_await last_words();
  loop_.stop();
}

net::Task<base::Result<void>> Bridge::dial() {
  auto stream = co_await dialler_.unix_socket(path_);
  if (!stream) co_return tl::unexpected(std::move(stream.error()));
  gateway_ = std::move(*stream);
  connected_ = net::Clock::now();
  const std::string opening = talk_.opening();
  auto written = co_await gateway_->write(opening);
  is_open_ = written.has_value() && !talk_.shakes_hands();
  co_return written;
}

net::Task<void> Bridge::from_client() {
  rpc::LineReader lines(kMaxLine);
  for (;;) {
    while (const auto line = lines.next()) {
      if (line->too_long) {
        err_ << "a message larger than any gateway takes was left out" << '\n';
      } else {
        co_await pass_on(line->text.view());
      }
    }
    lines.shrink();
    const auto size = co_await client_->read_some(lines.room());
    if (!size || *size == 0) break;
    lines.commit(*size);
  }
  ended_ = true;
  if (gateway_) gateway_->close_write();  // it may still answer
}

// What cannot be written is lost with the gateway, which the other direction sees.
net::Task<void> Bridge::pass_on(std::string_view line) {
  while ((!is_open_ && !given_up_) || talk_.is_full()) co_await loop_.sleep(kBridgeStep);
  talk_.said(line);
  if (given_up_) co_return;
  is_writing_ = true;
  (void)co_await gateway_->write(line, "\n");
  is_writing_ = false;
}

net::Task<void> Bridge::from_gateway() {
  rpc::LineReader lines(kMaxLine);
  for (;;) {
    while (const auto line = lines.next()) co_await pass_back(line->text.view());
    lines.shrink();
    const auto size = co_await gateway_->read_some(lines.room());
    if (!size || *size == 0) break;
    lines.commit(*size);
  }
  is_open_ = false;
  gateway_->close();
}

net::Task<void> Bridge::pass_back(std::string_view line) {
  if (talk_.heard(line)) {
    const auto written = co_await client_->write(line, "\n");
    if (!written) ended_ = true;
  } else {
    const std::string rest = talk_.handshake_end();
    if (!rest.empty()) (void)co_await gateway_->write(rest);
  }
  is_open_ = !talk_.shakes_hands();
}

net::Task<bool> Bridge::come_back() {
  if (ended_) co_return false;
  err_ << fmt::format("the gateway at {} has gone; waiting for it to come back", path_) << '\n';
  auto told = answer("the gateway went away before it answered; what was asked may have been done");
  co_await std::move(told);
  // One that is started and fails at once, again and again, is none.
  const auto now = net::Clock::now();
  if (now - connected_ > kSettled) give_up_at_ = now + kPatience;
  net::Duration pause = kFirstPause;
  while (!ended_ && net::Clock::now() < give_up_at_) {
    co_await loop_.sleep(pause);
    pause = std::min(2 * pause, kLongestPause);
    if (is_writing_) continue;  // to the stream that goes
    auto dialled = dial();
    const auto there = co_await std::move(dialled);
    if (!there) continue;
    err_ << fmt::format("a gateway is at {} again", path_) << '\n';
    co_return true;
  }
  co_return false;
}

net::Task<void> Bridge::answer(std::string why) {
  const auto lines = talk_.give_up(why, given_up_);
  for (const std::string& line : lines) {
    const auto written = co_await client_->write(line);
    if (!written) ended_ = true;
  }
}

net::Task<void> Bridge::last_words() {
  err_ << fmt::format("no gateway came back to {} within {} s", path_,
                      std::chrono::duration_cast<std::chrono::seconds>(kPatience).count())
       << '\n';
  given_up_ = true;
  const auto until = net::Clock::now() + kLastWords;
  while (!ended_ && net::Clock::now() < until) {
    co_await loop_.sleep(kBridgeStep);
    auto told = answer("the gateway has gone and did not come back; start it and connect again");
    co_await std::move(told);
  }
}

}  // namespace touchstone::cli
