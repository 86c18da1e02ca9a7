#include "gateway/ear.hpp"

#include <algorithm>
#include <utility>

#include "base/word_list.hpp"
#include "json/parser.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::size_t kMostOfBare = 512;  // bytes of params that say nothing

// Numbers, and names of what the client has asked for itself.
constexpr base::WordList kBareMembers(
    "progressToken progress total uri taskId status elicitationId requestId ttl pollInterval "
    "createdAt lastUpdatedAt");

json::View said_in(const json::Document& message) { return message.root().find("params"); }

}  // namespace

bool has_words(const rpc::Message& notification) {
  const json::View params = notification.params();
  if (!params) return false;
  if (params.raw().size() > kMostOfBare) return true;
  const auto all = params.members();
  return !std::all_of(all.begin(), all.end(), [](const json::Member& member) {
    return kBareMembers.has(member.key.as_string().value_or(""));
  });
}

void Ear::pass_on(const rpc::Message& said, const detect::ResultDetections& found,
                  Hearing hearing) {
  const bool words = guard_.is_on() && (hearing.is_question || has_words(said));
  if (!words && is_quiet()) return hearing.send();
  guard::Hearer hearer = hearing.who();
  const json::View params = said.params() ? said.params() : said.root();
  if (words && guard_.brings_out(hearer, params)) {
    log_.warning("{}: {} is withheld: it repeats what was withheld before", hearer.server,
                 said.method());
    if (hearing.drop) hearing.drop();
    return;
  }
  const bool is_first = !waiting_.contains(hearer.session.key);
  const bool at_once =
      !words || (!hearing.is_question && is_first && guard_.take_in(hearer, found, params));
  if (is_first && at_once) return hearing.send();
  auto copy = json::Parser().parse(json::Text::copy_of(said.text()));
  hearing.who = nullptr;
  if (copy) wait({std::move(hearer), std::move(*copy), found, std::move(hearing), words});
}

void Ear::wait(Word word) {
  const std::string key = word.hearer.session.key;
  Line& line = waiting_[key];
  const std::size_t bytes = word.said.text().size();
  const bool full = line.words.size() >= kMaxWaiting || line.bytes + bytes > kMaxBytes;
  if (full && !line.words.empty()) return give_up(word, "too much waits to be written");
  line.bytes += bytes;
  line.words.push_back(std::move(word));
  if (line.words.size() == 1) loop_.spawn(drain(key));
}

void Ear::give_up(const Word& word, std::string_view why) const {
  log_.warning("{}: what it says besides answering is dropped: {}", word.hearer.server, why);
  if (word.hearing.drop) word.hearing.drop();
}

// A word stays in its place while it is written, so that others wait behind it.
Task<void> Ear::drain(std::string key) {
  Line& line = waiting_[key];
  while (!line.words.empty()) {
    Word& word = line.words.front();
    co_await let_pass(word);
    line.bytes -= word.said.text().size();
    line.words.pop_front();
    ++line.passed;
    std::erase_if(line.patient, [&](const auto& entry) {
      if (entry.first > line.passed) return false;
      entry.second->keep(true);
      return true;
    });
  }
  waiting_.erase(key);
}

Task<void> Ear::let_pass(Word& word) {
  if (!word.has_words) co_return word.hearing.send();
  const json::View params = said_in(word.said);
  const json::View said = params ? params : word.said.root();
  if (!word.hearing.is_question && guard_.take_in(word.hearer, word.found, said))
    co_return word.hearing.send();
  const auto kept = co_await guard_.hear(word.hearer, word.found, said);
  if (kept) co_return word.hearing.send();
  give_up(word, base::to_line(kept.error()));
}

Task<void> Ear::settled(std::string key) {
  const auto line = waiting_.find(key);
  if (line == waiting_.end()) co_return;
  net::Promise<bool> over(loop_.executor());
  line->second.patient.emplace_back(line->second.passed + line->second.words.size(), &over);
  (void)co_await over.wait();
}

}  // namespace touchstone::gateway
