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

void Ear::pass_on(const rpc::Message& said, const Overheard& heard, Hearing hearing) {
  if (heard.withheld) return withhold(hearing.who(), heard);
  const bool words =
      guard_.is_on() && (hearing.is_question || heard.record != nullptr || has_words(said));
  if (!words && is_quiet()) return hearing.send();
  guard::Hearer hearer = hearing.who();
  guard_.note(heard, &hearer);
  const json::View params = said.params() ? said.params() : said.root();
  if (words && guard_.brings_out(hearer, params)) {
    log_.warning("{}: {} is withheld: it repeats what was withheld before", hearer.server,
                 said.method());
    if (hearing.drop) hearing.drop();
    return;
  }
  const bool is_first = !waiting_.contains(hearer.session.key);
  const bool at_once =
      !words || (!hearing.is_question && is_first && guard_.take_in(hearer, heard.found, params));
  if (is_first && at_once) return hearing.send();
  auto copy = json::Parser().parse(json::Text::copy_of(said.text()));
  hearing.who = nullptr;
  const std::size_t bytes = said.text().size();
  if (copy) wait({std::move(hearer), std::move(*copy), heard, std::move(hearing), words, bytes});
}

void Ear::withhold(guard::Hearer hearer, const Overheard& heard) {
  if (!heard.is_withheld_attack()) return guard_.note(heard, &hearer);
  const bool waits = waiting_.contains(hearer.session.key);
  if (!waits && guard_.is_known_attack(hearer)) return guard_.note(heard, &hearer);
  if (heard.record) heard.record->was_heard = true;
  wait({.hearer = std::move(hearer), .said = {}, .heard = heard, .hearing = {}});
}

void Ear::wait(Word word) {
  const std::string key = word.hearer.session.key;
  Line& line = waiting_[key];
  const bool full = line.words.size() >= kMaxWaiting || line.bytes + word.bytes > kMaxBytes;
  if (full && word.heard.withheld) {
    // An attack is never given up; but one that waits marks the session for all of them.
    const bool marks =
        std::ranges::any_of(line.words, [](const Word& one) { return one.heard.withheld; });
    if (marks) return guard_.note(word.heard, &word.hearer);
  } else if (full && !line.words.empty()) {
    return give_up(word, "too much waits to be written");
  }
  line.bytes += word.bytes;
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
    line.bytes -= word.bytes;
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

// If the store takes nothing at all, nor will it take what comes of the call, and that is not
// delivered either.
Task<void> Ear::mark(const Word& word) {
  base::Result<void> marked;
  for (int attempt = 0; attempt < guard::Guard::kAttempts; ++attempt) {
    marked = co_await guard_.attacked(word.hearer, word.heard);
    if (marked) co_return;
  }
  log_.error("{}: that it attacked a session cannot be written down: {}", word.hearer.server,
             base::to_line(marked.error()));
}

Task<void> Ear::let_pass(Word& word) {
  if (word.heard.withheld) co_return co_await mark(word);
  if (!word.has_words) co_return word.hearing.send();
  const json::View params = said_in(*word.said);
  const json::View said = params ? params : word.said->root();
  if (!word.hearing.is_question && guard_.take_in(word.hearer, word.heard.found, said))
    co_return word.hearing.send();
  const auto kept = co_await guard_.hear(word.hearer, word.heard.found, said);
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
