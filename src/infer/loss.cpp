#include "infer/loss.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/objects.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

// What somebody has agreed on with others, and loses by cancelling it.
bool is_agreement(std::string_view word) {
  static constexpr base::WordList kAgreements(
      "account appointment booking contract event flight insurance lease licence license meeting "
      "membership order registration rental reservation stay subscription ticket trip");
  return has_noun(kAgreements, word);
}

bool is_holding(std::string_view word) {
  static constexpr base::WordList kHoldings("account contract position");
  return has_noun(kHoldings, word);
}

bool is_community(std::string_view word) {
  static constexpr base::WordList kCommunities(
      "community company guild organisation organization server team workspace");
  return has_noun(kCommunities, word);
}

// Of two of these one is left when they are merged. Branches and pages are another matter: what was
// merged is kept with them.
bool is_entry(std::string_view word) {
  static constexpr base::WordList kEntries(
      "account client company contact customer duplicate entity lead patient person people profile "
      "record supplier user vendor");
  return has_noun(kEntries, word);
}

// What has been published there is out of its author's hands.
bool is_publication(std::string_view word) {
  static constexpr base::WordList kPublications("crate gem npm package pypi registry wheel");
  return has_noun(kPublications, word);
}

bool is_history(std::string_view word) {
  static constexpr base::WordList kHistory("branch branche commit history merge");
  return has_noun(kHistory, word);
}

bool is_disk(std::string_view word) {
  static constexpr base::WordList kDisks("card disk drive partition volume");
  return has_noun(kDisks, word);
}

bool is_bond(std::string_view word) {
  static constexpr base::WordList kBonds("agreement contract deed lease mortgage transaction will");
  return has_noun(kBonds, word);
}

bool is_tax(std::string_view word) { return word == "tax" || word == "taxes" || word == "vat"; }

bool whatever(std::string_view /*word*/) { return true; }

struct End {
  base::WordList verbs;
  bool (*object)(std::string_view word);
  std::string_view why;
};
constexpr std::array kEnds{
    End{base::WordList("accept approve authorise authorize complete confirm execute finalise "
                       "finalize force initiate perform process request run schedule start "
                       "submit trigger"),
        is_destruction, "what is agreed to there is a destruction"},
    End{base::WordList("cancel"), is_agreement, "what is cancelled is given up"},
    End{base::WordList("close"), is_holding, "what is closed is given up"},
    End{base::WordList("leave"), is_community, "who has left needs others to come back"},
    End{base::WordList("merge"), is_entry, "one is left of what is merged"},
    End{base::WordList("amend squash"), is_history, "it rewrites history"},
    End{base::WordList("rebase"), whatever, "it rewrites history"},
    End{base::WordList("format reformat"), is_disk, "what was on it is gone"},
    End{base::WordList("offboard"), whatever, "who is offboarded loses what they could use"},
    End{base::WordList("publish release"), is_publication,
        "what is published there cannot be taken back"},
    End{base::WordList("sign"), is_bond, "a signature binds"},
    End{base::WordList("submit"), is_tax, "what is filed is binding"},
};

bool ends(const Mention& mention, const End& ending) {
  if (!ending.verbs.has(mention.verb->word)) return false;
  return ending.object == whatever || mention.takes(ending.object) ||
         (ending.object == is_publication && mention.is_about(ending.object));
}

// "Is replaced", "will be permanently deleted", "gets lost".
bool is_passive(const Words& text, std::size_t at) {
  static constexpr base::WordList kBe("are be being get gets is");
  static constexpr base::WordList kHow(
      "also automatically completely first permanently silently then");
  if (at == 0 || text.gap(at) >= Gap::kComma) return false;
  if (kBe.has(text[at - 1])) return true;
  return at > 1 && kHow.has(text[at - 1]) && kBe.has(text[at - 2]);
}

constexpr base::WordList kThereBefore("current duplicate existing extra old previous prior");

// The clause before the word speaks of what was there before, and does not deny it.
bool is_said_of_existing(const Words& text, std::size_t at) {
  constexpr std::size_t kBack = 10;
  static constexpr base::WordList kDenied("never no nor not nothing unless won't without");
  static constexpr base::WordList kOfOld("already any if original whole");
  bool before = false;
  for (std::size_t back = 1; back <= kBack && back <= at; ++back) {
    const auto i = at - back;
    if (kDenied.has(text[i])) return false;
    before = before || has_noun(kThereBefore, text[i]) || kOfOld.has(text[i]);
    if (text.gap(i) >= Gap::kClause) break;
  }
  return before;
}

// "Replaces an existing page", "deleting extra files".
bool takes_existing(const Words& text, std::size_t at) {
  constexpr std::size_t kAhead = 3;
  for (auto i = at + 1; i <= at + kAhead && text.gap(i) < Gap::kComma; ++i) {
    if (has_noun(kThereBefore, text[i])) return true;
  }
  return false;
}

bool is_denied_before(const Words& text, std::size_t at) {
  static constexpr base::WordList kDenied(
      "avoid avoids cannot doesn't never no not or prevent prevents to without won't");
  return at > 0 && text.gap(at) < Gap::kClause && kDenied.has(text[at - 1]);
}

// Takes away whole things: not "clear" or "remove", which are done to fields and marks too. In all
// their forms, for each word of a description is asked.
constexpr base::WordList kTakesWhole(
    "delete deleted deletes deleting destroy destroyed destroying destroys discard discarded "
    "discarding discards erase erased erases erasing lost overwrite overwrites overwriting "
    "overwritten purge purged purges purging replace replaced replaces replacing wipe wiped wipes "
    "wiping");

}  // namespace

std::optional<Stake> find_told_loss(const Reading& reading) {
  const auto& text = reading.text;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text.gap(i) == Gap::kSentence && opens_section(text, i)) break;
    if (!kTakesWhole.has(text[i]) || text.quoted(i) || is_denied_before(text, i)) continue;
    const bool passive = is_passive(text, i);
    if (passive ? !is_said_of_existing(text, i) : !takes_existing(text, i)) continue;
    return Stake{fmt::format("description says that what was there is \"{}\"", text[i]),
                 "/description"};
  }
  return {};
}

std::optional<Stake> find_ending(const Reading& reading) {
  for (const auto& mention : reading.mentions) {
    if (mention.denied || mention.where == Where::kLater) continue;
    const auto found =
        std::ranges::find_if(kEnds, [&](const End& ending) { return ends(mention, ending); });
    if (found == kEnds.end()) continue;
    return Stake{fmt::format("{}: {}", in_words(mention), found->why),
                 pointer_of(reading, mention)};
  }
  return {};
}

}  // namespace touchstone::infer
