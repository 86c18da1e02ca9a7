// The words that stand for the values of an enumeration in a config file, for all of them here.
// The first word of a value is the one that show() writes.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "model/evidence.hpp"

namespace touchstone::config {

template <typename Enum>
struct Word {
  std::string_view word;
  Enum value;
};

inline constexpr std::array<Word<Transport>, 5> kTransportWords{
    {{"stdio", Transport::kStdio},
     {"http", Transport::kHttp},
     {"streamable-http", Transport::kHttp},
     {"streamableHttp", Transport::kHttp},
     {"sse", Transport::kSse}}};

inline constexpr std::array<Word<Trust>, 5> kTrustWords{{{"trusted", Trust::kTrusted},
                                                         {"standard", Trust::kStandard},
                                                         {"untrusted", Trust::kUntrusted},
                                                         {"quarantine", Trust::kQuarantine},
                                                         {"blocked", Trust::kBlocked}}};

inline constexpr std::array<Word<Routing>, 2> kRoutingWords{
    {{"all", Routing::kAll}, {"search", Routing::kSearch}}};

inline constexpr std::array<Word<model::Annotate>, 3> kAnnotateWords{
    {{"enrich", model::Annotate::kEnrich},
     {"fill", model::Annotate::kFill},
     {"off", model::Annotate::kOff}}};

inline constexpr std::array<Word<model::Tier>, 3> kTierWords{
    {{"read", model::Tier::kRead},
     {"write", model::Tier::kWrite},
     {"destructive", model::Tier::kDestructive}}};

inline constexpr std::array<Word<Isolation>, 3> kIsolationWords{
    {{"auto", Isolation::kAuto}, {"session", Isolation::kSession}, {"shared", Isolation::kShared}}};

inline constexpr std::array<Word<Start>, 2> kStartWords{
    {{"lazy", Start::kLazy}, {"eager", Start::kEager}}};

inline constexpr std::array<Word<OnDrift>, 3> kOnDriftWords{
    {{"ask", OnDrift::kAsk}, {"block", OnDrift::kBlock}, {"accept", OnDrift::kAccept}}};

inline constexpr std::array<Word<Writes>, 3> kWritesWords{{{"serial", Writes::kSerial},
                                                           {"exclusive", Writes::kExclusive},
                                                           {"parallel", Writes::kParallel}}};

constexpr std::span<const Word<Transport>> words_for(Transport /*any*/) { return kTransportWords; }
constexpr std::span<const Word<Trust>> words_for(Trust /*any*/) { return kTrustWords; }
constexpr std::span<const Word<Routing>> words_for(Routing /*any*/) { return kRoutingWords; }
constexpr std::span<const Word<model::Annotate>> words_for(model::Annotate /*any*/) {
  return kAnnotateWords;
}
constexpr std::span<const Word<model::Tier>> words_for(model::Tier /*any*/) { return kTierWords; }
constexpr std::span<const Word<Isolation>> words_for(Isolation /*any*/) { return kIsolationWords; }
constexpr std::span<const Word<Start>> words_for(Start /*any*/) { return kStartWords; }
constexpr std::span<const Word<OnDrift>> words_for(OnDrift /*any*/) { return kOnDriftWords; }
constexpr std::span<const Word<Writes>> words_for(Writes /*any*/) { return kWritesWords; }

template <typename Enum>
std::vector<std::string> all_words() {
  std::vector<std::string> out;
  for (const auto& [word, value] : words_for(Enum{})) out.emplace_back(word);
  return out;
}

template <typename Enum>
std::string_view word_for(Enum value) {
  for (const auto& [word, known] : words_for(value)) {
    if (known == value) return word;
  }
  return {};
}

}  // namespace touchstone::config
