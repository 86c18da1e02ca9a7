#include "infer/doubt.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/deed.hpp"
#include "infer/money.hpp"
#include "infer/objects.hpp"
#include "infer/receipt.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

// What the ballot comes to at least: a deed was told, or a look is merely likely and not followed.
constexpr float kDeedTold = 0.4F;
constexpr float kUnsure = -0.9F;

struct Doubt {
  std::string because;
  std::string pointer;
  float aim;
};

constexpr base::WordList kArticles("a an another some somebody someone the them their your");

// Verbs that look in one trade and act in another; the rest of the definition has to tell which.
bool is_two_sided(std::string_view verb) {
  static constexpr base::WordList kVerbs(
      "capture check collect confirm count display estimate export forecast list monitor ping "
      "preview provide quote recall recommend review scan screen select show suggest take tell "
      "track "
      "validate verify view watch");
  return kVerbs.has(verb);
}

// In the form of an order, these are deeds more often than not: "Report a user", "Watch a page";
// "Reports the uptime" looks. To return is one in a name, `return_parcel`.
bool acts_as_order(const Mention& mention) {
  static constexpr base::WordList kVerbs("confirm give offer report watch");
  const auto word = mention.word();
  if (word == "return") return mention.where == Where::kName;
  return word == mention.verb->word && kVerbs.has(word);
}

bool is_state_word(std::string_view word) {
  const auto* verb = find_verb(word);
  return (verb != nullptr && verb->use == Use::kState) || is_answer(word) || is_guidance(word) ||
         is_question(word) || word == "whether" || word == "if" || word == "that";
}

// "Returns …", "Gets …" elsewhere in the description, or a page of results.
bool is_confirmed(const Reading& reading) {
  const auto receipt = find_receipt(reading);
  if (receipt && receipt->kind == Receipt::kPage) return true;
  return std::ranges::any_of(reading.mentions, [&](const Mention& mention) {
    const bool named = mention.where == Where::kName || mention.where == Where::kTitle;
    if (named || mention.denied || mention.verb->act != Act::kRead) return false;
    if (mention.word() == "return" && mention.verb == reading.main_verb()->verb) return false;
    return mention.verb->weight != Weight::kWeak && !is_two_sided(mention.verb->word) &&
           !acts_as_order(mention);
  });
}

bool is_clear_look(const Verb& verb) {
  return verb.weight == Weight::kStrong && !is_two_sided(verb.word);
}

// "Creates a plan", which may be its answer, or "builds a tree" for a name that gets it; to record
// one is to keep it.
bool makes_answer(const Mention& mention, const Verb& named) {
  static constexpr base::WordList kMakers("build compose create design draft make produce");
  const auto& verb = *mention.verb;
  const bool gets = verb.weight == Weight::kWeak && is_clear_look(named);
  return kMakers.has(verb.word) && (gets || mention.takes(is_answer));
}

// "And deletes inactive ones", "and delete each message", "search and replace text". But "delete
// permissions" and "purge schedule" are things.
bool is_done(const Mention& mention, std::string_view next) {
  static constexpr base::WordList kThese("all any each every its one ones that these this those");
  const auto& words = *mention.words;
  const auto i = mention.index;
  const bool inflected = mention.word() != mention.verb->word && !is_pair(*mention.verb);
  const bool both = i > 1 && words[i - 1] == "and" && mention.word() == "replace" &&
                    (words[i - 2] == "find" || words[i - 2] == "search");
  return inflected || both || kThese.has(next);
}

// "Release a preview" for `preview_release`, "Check a guest out and bill them": whoever describes a
// deed does it, whatever the name. What is joined to a look must be done to something, for "view
// and edit rights" are things, unless it destroys: "lists users and deletes inactive ones". A vague
// verb must be about a deal to outweigh a clear name.
bool tells_of_deed(const Mention& mention, const Verb& named) {
  const bool joined = mention.where == Where::kJoined;
  if (mention.denied || (!joined && mention.where != Where::kOpening)) return false;
  if (writing_weight(mention) <= 0 || makes_answer(mention, named)) return false;
  const auto& verb = *mention.verb;
  const auto next = (*mention.words)[mention.behind()];
  const bool grave = verb.act == Act::kDestroy && verb.use == Use::kVerb;
  const bool done_to = next == "it" || kArticles.has(next) || (grave && is_done(mention, next));
  if (joined || verb.act == Act::kRun) return joined && done_to && verb.weight != Weight::kWeak;
  return done_to || verb.weight != Weight::kWeak;
}

// "Fetches a mail. Deletes it from the server.", "… Pays the vendor.": so grave a deed is one in
// whatever sentence.
bool tells_of_loss(const Reading& reading, const Mention& mention) {
  if (mention.denied || mention.where != Where::kLater) return false;
  const auto next = (*mention.words)[mention.behind()];
  const auto& verb = *mention.verb;
  if (!is_pair(verb) && next != "it" && !kDeterminers.has(next)) return false;
  const bool sure = verb.weight == Weight::kStrong || is_pair(verb);
  return (verb.act == Act::kDestroy && sure) || find_leaving_money(reading, mention).has_value();
}

std::optional<Doubt> find_told_deed(const Reading& reading, const Mention& main) {
  for (const auto& mention : reading.mentions) {
    if (tells_of_loss(reading, mention)) return Doubt{in_words(mention), "/description", kDeedTold};
    if (!tells_of_deed(mention, *main.verb)) continue;
    const bool vague = mention.verb->weight == Weight::kWeak && !mention.takes(is_deal);
    const bool outweighed = vague && is_clear_look(*main.verb);
    if (outweighed && is_confirmed(reading)) continue;
    return Doubt{in_words(mention), "/description", outweighed ? kUnsure : kDeedTold};
  }
  return {};
}

// "Tip the driver. Read-only.": a vague verb, but money leaves.
std::optional<Doubt> find_told_payment(const Reading& reading) {
  auto money = find_leaving_money(reading);
  if (!money) return {};
  return Doubt{std::move(money->stake.because), std::move(money->stake.pointer), kDeedTold};
}

// "Issue a check", "Tick an item": a word that no table knows, where the verb stands.
std::string_view unknown_verb(const Words& text) {
  static constexpr base::WordList kNoVerbs(
      "about above across after all along also among answer answers are as at before behind below "
      "besides both by "
      "can despite during each either every for from given here how if in inside into is like most "
      "near not of on once one only or over per since than that this through to under unless until "
      "upon use used uses using via was were what when where which while who why will with within "
      "without");
  const auto word = text[0];
  if (text.gap(1) != Gap::kSpace || !kArticles.has(text[1]) || text.quoted(0)) return {};
  return find_inflected(word) || kNoVerbs.has(word) ? std::string_view() : word;
}

bool begins_alike(std::string_view word, std::string_view base) {
  return word == base ||
         (word.starts_with(base) && word.size() <= base.size() + 2 && word.ends_with('s'));
}

// `issue_check`: the description or the word itself says that the name does not end in its verb.
std::optional<Doubt> find_verb_before(const Reading& reading, const Mention& main) {
  static constexpr base::WordList kVerbsToo(
      "award bill cast file grade hand issue mail order phone place raise rent ticket wire");
  if (main.where != Where::kName || main.verb->use != Use::kAlsoNoun) return {};
  if (main.index == 0 || main.index + 1 != reading.name.size()) return {};
  const auto before = reading.name[0];
  const bool told = begins_alike(unknown_verb(reading.text), before);
  const auto* opening = reading.first(Where::kOpening);
  const bool agreed = is_confirmed(reading) || (opening != nullptr && opening->verb == main.verb);
  if (!told && (!kVerbsToo.has(before) || agreed)) return {};
  return Doubt{fmt::format("name may mean to {} a {}", before, main.word()),
               std::string(reading.name_pointer), told ? kDeedTold : kUnsure};
}

bool ends_in_plural(const Words& name) { return name[name.size() - 1].ends_with('s'); }

std::optional<Doubt> find_unknown_deed(const Reading& reading, const Mention& main) {
  const auto word = unknown_verb(reading.text);
  const bool many = main.verb->weight == Weight::kStrong && ends_in_plural(reading.name);
  if (word.empty() || many) return {};
  return Doubt{
      fmt::format("description says \"{} {}\", which may be anything", word, reading.text[1]),
      "/description", kUnsure};
}

// "To a customer", "to the moderators".
bool goes_to_party(const Words& words, std::size_t from) {
  static constexpr base::WordList kParties(
      "applicant attendee authority buyer candidate client colleague contact customer employee "
      "everybody everyone friend guest lead member moderator partner patient payee people "
      "recipient "
      "seller somebody someone staff student subscriber supplier team tenant tester users vendor "
      "visitor");
  for (auto i = from; words.gap(i) < Gap::kClause; ++i) {
    if (words[i] != "to") continue;
    const auto next = kDeterminers.has(words[i + 1]) ? i + 2 : i + 1;
    if (kParties.has(words[next]) || kParties.has(singular(words[next]))) return true;
  }
  return false;
}

// "For sale", "on the market".
bool is_put_up(const Words& words, std::size_t from) {
  for (auto i = from; words.gap(i) < Gap::kClause; ++i) {
    if (words[i] == "for" && (words[i + 1] == "sale" || words[i + 1] == "rent")) return true;
    if (words[i] == "market" && i > 1 && (words[i - 1] == "on" || words[i - 2] == "on"))
      return true;
  }
  return false;
}

// `check_in`, "check a guest out", "check out a book"; not "check in the list".
bool has_particle(const Mention& mention) {
  constexpr std::size_t kAhead = 5;
  static constexpr base::WordList kFollows("and at for from or then to with");
  const auto& words = *mention.words;
  if (mention.verb->word != "check") return false;
  const auto next = words[mention.index + 1];
  const bool named = mention.where == Where::kName || mention.where == Where::kTitle;
  if (next == "out" || next == "off" || (named && next == "in")) return true;
  for (auto i = mention.index + 2; i <= mention.index + kAhead && words.gap(i) < Gap::kClause;
       ++i) {
    if (words[i] != "in" && words[i] != "out" && words[i] != "off") continue;
    if (words.gap(i + 1) >= Gap::kComma || kFollows.has(words[i + 1])) return true;
  }
  return false;
}

// Things are listed and counted in numbers: who lists one puts it somewhere. "List a directory" and
// "list a user's pages" look.
bool takes_one(const Mention& mention) {
  static constexpr base::WordList kWholes(
      "archive batch bucket calendar catalog category channel collection container database "
      "directory drive folder group list namespace organization page path playlist project queue "
      "range repo repository schema set table team thread tree workspace");
  const auto& words = *mention.words;
  if (mention.verb->word != "list" && mention.verb->word != "count") return false;
  const auto article = words[mention.index + 1];
  if (article != "a" && article != "an") return false;
  for (auto i = mention.index + 2; words.gap(i) < Gap::kClause; ++i) {
    if (words[i] == "for" || words[i] == "on" || words[i] == "to" || words[i] == "with") break;
    if (kWholes.has(words[i]) || words[i].ends_with('s') || words[i] == "of") return false;
  }
  return true;
}

bool is_notice(std::string_view word) {
  static constexpr base::WordList kNotices(
      "ad advert advertisement alert announcement banner dialog message notice notification popup "
      "text toast");
  return kNotices.has(word) || kNotices.has(singular(word));
}

bool is_message(std::string_view word) {
  return word == "mail" || word == "email" || word == "message" || word == "product";
}

bool is_admission(std::string_view word) {
  static constexpr base::WordList kAdmissions("badge coupon pass ticket voucher wristband");
  return kAdmissions.has(word);
}

// "Export data to a bucket"; a format or a file is how it comes back.
bool is_store(std::string_view word) {
  static constexpr base::WordList kStores(
      "account address bucket channel cloud drive dropbox email folder inbox partner s3 sheet "
      "spreadsheet storage warehouse webhook");
  return kStores.has(word);
}

bool goes_to_store(const Mention& mention) {
  const auto& words = *mention.words;
  for (auto i = mention.index + 1; words.gap(i) < Gap::kClause; ++i) {
    if (words[i] != "to" && words[i] != "into") continue;
    for (auto next = i + 1; next <= i + 4 && words.gap(next) < Gap::kClause; ++next) {
      if (is_store(words[next])) return true;
    }
  }
  return false;
}

bool acts_here(const Mention& mention) {
  const auto verb = mention.verb->word;
  if (has_particle(mention) || takes_one(mention)) return true;
  if (mention.verb->weight != Weight::kStrong && goes_to_party(*mention.words, mention.index + 1)) {
    return true;
  }
  if (verb == "show" || verb == "display") return mention.takes(is_notice);
  if (verb == "validate" || verb == "scan") return mention.takes(is_admission);
  if (verb == "monitor" || verb == "track") return mention.is_about(is_notice);
  if (verb == "provide") return mention.takes(is_deal) || mention.is_about(is_right);
  if (verb == "recall") return mention.takes(is_deal) || mention.takes(is_message);
  if (verb == "list") return is_put_up(*mention.words, mention.index + 1);
  return verb == "export" && goes_to_store(mention);
}

std::optional<Doubt> find_second_meaning(const Reading& reading) {
  for (const auto& mention : reading.mentions) {
    if (mention.where == Where::kLater || mention.verb->act != Act::kRead) continue;
    const bool ordered = acts_as_order(mention) && !mention.takes(is_state_word);
    const bool order = ordered && !is_confirmed(reading);
    if (!order && (!is_two_sided(mention.verb->word) || !acts_here(mention))) continue;
    return Doubt{fmt::format("{}, which may be a deed", in_words(mention)),
                 pointer_of(reading, mention), kUnsure};
  }
  return {};
}

// A sum, somebody to get it or a place to put it is what a deed needs. In a list a sum is a filter,
// if more than one thing is listed.
bool serves_deed(const Reading& reading, const Parameter& parameter) {
  static constexpr base::WordList kSums("amount price salary");
  static constexpr base::WordList kTakers("bucket iban payee recipient recipients webhook");
  const auto& words = parameter.words;
  if (parameter.nested || words.empty()) return false;
  const auto last = words[words.size() - 1];
  if (words.size() == 1 && kSums.has(last)) return !ends_in_plural(reading.name);
  return kTakers.has(last) || (words.size() == 2 && last == "to" && find_verb(words[0]) != nullptr);
}

std::optional<Doubt> find_deeds_parameter(const Reading& reading) {
  for (const auto& parameter : reading.parameters) {
    if (!serves_deed(reading, parameter)) continue;
    return Doubt{fmt::format("parameter `{}` serves a deed", parameter.name), parameter.pointer,
                 kUnsure};
  }
  return {};
}

std::optional<Doubt> find_doubt(const Reading& reading, const Mention& main) {
  if (auto told = find_told_deed(reading, main)) return told;
  if (auto before = find_verb_before(reading, main)) return before;
  if (auto second = find_second_meaning(reading)) return second;
  // To get a loan of some amount is to take it; to get loans is to see them.
  const bool takes = main.verb->word == "get" && main.ends_in(is_deal);
  const bool two_sided = takes || is_two_sided(main.verb->word);
  auto unknown = is_clear_look(*main.verb) ? std::nullopt : find_unknown_deed(reading, main);
  return unknown || !two_sided ? unknown : find_deeds_parameter(reading);
}

}  // namespace

void weigh_doubts(const Reading& reading, Ballot& writes) {
  const auto* main = reading.main_verb();
  if (main == nullptr || writes.total() >= 0) return;
  const auto& cues = reading.cues;
  const bool claims =
      cues.has(Cue::kSaysReadOnly, Spot::kText) || cues.has(Cue::kSaysReadOnly, Spot::kName);
  auto doubt = main->verb->act != Act::kRead ? find_told_payment(reading)
               : claims                      ? find_told_deed(reading, *main)
                                             : find_doubt(reading, *main);
  // The claim settles what a word may mean, not a deed that is told: "Look it up and pay it.
  // Read-only."
  if (claims && doubt && doubt->aim < kDeedTold) return;
  if (!doubt || writes.total() >= doubt->aim) return;
  writes.add(doubt->aim - writes.total(), std::move(doubt->because), std::move(doubt->pointer));
}

}  // namespace touchstone::infer
