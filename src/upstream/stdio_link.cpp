#include "upstream/stdio_link.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "rpc/line_reader.hpp"
#include "upstream/calls.hpp"
#include "upstream/message_reader.hpp"
#include "upstream/process.hpp"
#include "upstream/stderr_log.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr std::size_t kBigRoom = std::size_t{64} << 10;  // given back when nothing is in it
constexpr net::Duration kLastWords{1'000};               // for the pipes to run dry after the end

// Shared by the link and the coroutines that read and write for it.
class Core : public std::enable_shared_from_this<Core> {
 public:
  Core(const config::Server& server, std::shared_ptr<Hearing> hearing, const Context& context)
      : loop_(context.loop),
        log_(context.log),
        name_(server.name),
        max_message_(server.max_message),
        reader_(context, server.name, server.max_message),
        stderr_(context.log, server.name),
        hearing_(std::move(hearing)),
        calls_(context.loop, server.name) {}

  base::Result<void> start(const config::Server& server) {
    const Program program{server.command, server.args, clean_environment(server), server.cwd,
                          server.where.empty() ? server.name : server.where};
    auto process =
        Process::start(loop_, program, [this](const Exit& exit) { process_ended(exit); });
    if (!process) return tl::unexpected(std::move(process.error()));
    process_ = std::move(*process);
    loop_.spawn(read_output(shared_from_this()));
    loop_.spawn(read_errors(shared_from_this()));
    return {};
  }

  static Task<LinkResult<rpc::Message>> request(std::shared_ptr<Core> core, Outgoing out) {
    if (auto no = core->refusal(out.message.size())) co_return tl::unexpected(std::move(*no));
    if (!core->calls_.begin(out.id, out.timeout)) {
      co_return tl::unexpected(
          trouble(Trouble::kProtocol, "the id of this call is in use", core->name_));
    }
    core->write(std::move(out.message));
    auto answer = co_await core->calls_.wait(out.id);
    co_return answer;
  }

  static Task<LinkResult<void>> send(std::shared_ptr<Core> core, std::string message) {
    if (auto no = core->refusal(message.size())) co_return tl::unexpected(std::move(*no));
    core->write(std::move(message));
    co_return LinkResult<void>();
  }

  void abandon(CallId id) { calls_.fail(id, cancelled(name_)); }
  [[nodiscard]] bool is_open() const { return !end_ && !closing_; }
  [[nodiscard]] bool is_gone() const { return end_.has_value(); }

  void close() {
    if (std::exchange(closing_, true) || end_) return;
    calls_.fail_all(trouble(Trouble::kEnded, "the gateway ended this server", name_));
    process_->end();
  }

  // The link is being destroyed: nobody is to hear of anything any more.
  void stop() {
    hearing_->mute();
    calls_.fail_all(trouble(Trouble::kEnded, "the gateway ended this server", name_));
    closing_ = true;
    process_->kill();
    process_->pipes().close();
    process_->errors().close();
  }

 private:
  // --- what the server says

  static Task<void> read_output(std::shared_ptr<Core> core) {
    rpc::LineReader lines(core->max_message_);
    for (;;) {
      const auto room = lines.room();
      const auto size = co_await core->process_->pipes().read_some(room);
      if (!size || *size == 0) break;
      lines.commit(*size);
      int in_a_row = 0;
      while (auto line = lines.next()) {
        core->take(std::move(*line));
        if (++in_a_row % kLinesInARow == 0) co_await core->loop_.turn();
      }
      if (room.size() > kBigRoom) lines.shrink();
    }
    if (lines.unfinished() > 0)
      core->log_.debug("{}: half a line at the end of its output", core->name_);
    core->stream_ended();
    // It cannot answer any more; if it does not end now it never will.
    if (!core->exit_ && !core->closing_) core->kill_soon();
  }

  static Task<void> read_errors(std::shared_ptr<Core> core) {
    rpc::LineReader lines(StderrLog::kMaxLine);
    for (;;) {
      const auto size = co_await core->process_->errors().read_some(lines.room());
      if (!size || *size == 0) break;
      lines.commit(*size);
      while (const auto line = lines.next())
        core->stderr_.line(line->too_long ? "(a very long line)" : line->text.view());
    }
    core->stream_ended();
  }

  void take(rpc::LineReader::Line line) {
    if (line.too_long) return take_too_long();
    auto message = reader_.sift(std::move(line.text), "printed a line");
    if (!message) return calls_.fail(message.error().call, unreadable(message.error().why, name_));
    if (message->is_response()) return calls_.answer(std::move(*message));
    if (message->is_notification()) calls_.touch(progress_of(*message));
    hearing_->message(std::move(*message), 0);
  }

  void take_too_long() {
    const std::string what =
        "an answer larger than " + std::to_string(max_message_ >> 20) + " MiB (maxMessage)";
    log_.warning("{}: printed {}; it was thrown away", name_, what);
    if (const CallId id = calls_.only_one())
      calls_.fail(id, trouble(Trouble::kProtocol, what, name_, "raise its maxMessage"));
  }

  // --- what we say

  [[nodiscard]] std::optional<LinkError> refusal(std::size_t size) const {
    if (end_) return trouble(Trouble::kEnded, *end_);
    if (closing_) return trouble(Trouble::kEnded, "the gateway ended this server", name_);
    const std::size_t unwritten = next_.size() + writing_.size();
    if (unwritten == 0 || unwritten + size <= kMaxUnwritten) return std::nullopt;
    return trouble(Trouble::kRefused, "the server does not read what it is sent", name_,
                   "restart it; " + std::to_string(unwritten >> 20) + " MiB wait to be written");
  }

  void write(std::string message) {
    std::ranges::replace(message, '\n', ' ');
    if (next_.empty()) {
      next_ = std::move(message);
    } else {
      next_ += message;
    }
    next_ += '\n';
    if (!std::exchange(writes_, true)) loop_.spawn(write_all(shared_from_this()));
  }

  static Task<void> write_all(std::shared_ptr<Core> core) {
    while (!core->next_.empty()) {
      core->writing_ = std::exchange(core->next_, {});
      const auto written = co_await core->process_->pipes().write(core->writing_);
      core->writing_.clear();
      if (!written) co_return core->deaf();
    }
    core->writes_ = false;
  }

  // Its stdin is closed. If it still lives it is of no use.
  void deaf() {
    next_.clear();
    if (!exit_ && !closing_) kill_soon();
  }

  // --- the end

  void kill_soon() {
    last_wait_ = loop_.after(kLastWords, [this] { process_->kill(); });
  }

  void process_ended(const Exit& exit) {
    const auto self = shared_from_this();
    exit_ = exit;
    last_wait_ = loop_.after(kLastWords, [this] { finish(); });
    if (open_streams_ == 0) finish();
  }

  void stream_ended() {
    --open_streams_;
    if (open_streams_ == 0 && exit_) finish();
  }

  void finish() {
    if (end_) return;
    const auto self = shared_from_this();
    std::string what = in_words(*exit_);
    if (!stderr_.last().empty()) what += "; it last said: " + stderr_.last();
    end_ = base::Error{std::move(what), name_, closing_ ? "" : "look at its messages in the log"};
    last_wait_.reset();
    calls_.fail_all(trouble(Trouble::kEnded, *end_));
    hearing_->ended(*end_);
  }

  net::Loop& loop_;
  const base::Log& log_;
  std::string name_;
  std::size_t max_message_;
  MessageReader reader_;
  StderrLog stderr_;
  std::shared_ptr<Hearing> hearing_;
  Calls calls_;
  std::unique_ptr<Process> process_;
  std::string next_, writing_;  // what waits to be written, and what is being written
  bool writes_ = false;
  int open_streams_ = 2;
  std::optional<Exit> exit_;
  std::optional<base::Error> end_;
  bool closing_ = false;
  net::Alarm last_wait_;
};

class StdioLink final : public Link {
 public:
  explicit StdioLink(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  // NOLINTNEXTLINE(bugprone-exception-escape): what leaves a task ends the program anyway
  ~StdioLink() override { core_->stop(); }

  Task<LinkResult<rpc::Message>> request(Outgoing out) override {
    return Core::request(core_, std::move(out));
  }
  Task<LinkResult<void>> send(
      std::string message, std::vector<std::pair<std::string, std::string>> /*headers*/) override {
    return Core::send(core_, std::move(message));
  }
  void abandon(CallId id) override { core_->abandon(id); }
  void close() override { core_->close(); }
  [[nodiscard]] bool is_open() const override { return core_->is_open(); }
  [[nodiscard]] bool is_gone() const override { return core_->is_gone(); }

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace

base::Result<std::unique_ptr<Link>> open_stdio(const config::Server& server,
                                               std::shared_ptr<Hearing> hearing,
                                               const Context& context) {
  auto core = std::make_shared<Core>(server, std::move(hearing), context);
  auto started = core->start(server);
  if (!started) return tl::unexpected(std::move(started.error()));
  return std::make_unique<StdioLink>(std::move(core));
}

}  // namespace touchstone::upstream
