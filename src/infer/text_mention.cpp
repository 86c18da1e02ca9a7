// Which verbs of a description say what the tool does.
#include <algorithm>
#include <optional>

#include "base/word_list.hpp"
#include "infer/mention.hpp"

namespace touchstone::infer {
namespace {

constexpr std::size_t kMaxSentences = 24;   // of a description
constexpr std::size_t kLongestHeading = 2;  // words that are no sentence
constexpr std::size_t kMaxRunUp = 16;       // words before the verb of a sentence

// Words that may stand before the verb of a sentence about the tool.
constexpr base::WordList kRunUp(
    "a ability able agent agents ai all allow allows also an and api assistant batch be beta bulk "
    "can capability capable client clients command designed endpoint experimental for function "
    "functionality help helper helps how intended is it lets llm may mcp method new of one "
    "operation request server simple smart specialized step that the then this to tool used useful "
    "user users utility will would you");

// How or when it is done; also what ends in -ly.
constexpr base::WordList kManner("afterwards again also always even ever instead later too");

constexpr base::WordList kSaysNo("cannot doesn't don't neither never no not without won't");

// "Permanently deletes"; but "apply" and "reply" are verbs.
bool ends_in_ly(std::string_view word) {
  return word.size() > 4 && word.ends_with("ly") && find_verb(word) == nullptr;
}

class TextReader {
 public:
  TextReader(const Words& text, std::vector<Mention>& out) : text_(text), out_(out) {}

  void read() {
    std::size_t begin = 0;
    bool later = false;
    for (std::size_t n = 0; n < kMaxSentences && begin < text_.size(); ++n) {
      if (opens_section(text_, begin)) return;
      const auto end = sentence_end(begin);
      if (!opened_) {
        read_opening(begin, end, later);
      } else {
        read_later(begin, end);
      }
      later = later || end > begin + kLongestHeading;
      begin = end;
    }
  }

 private:
  struct Lead {
    std::size_t index;
    Inflected found;
    bool denied;
    bool about_tool;  // "This will …", not an order to the caller
  };

  [[nodiscard]] std::size_t sentence_end(std::size_t begin) const {
    auto end = begin + 1;
    while (text_.gap(end) != Gap::kSentence) ++end;
    return end;
  }

  [[nodiscard]] Inflected verb_at(std::size_t i) const {
    const bool close = text_.gap(i + 1) == Gap::kSpace || text_.gap(i + 1) == Gap::kHyphen;
    const auto pair = close ? find_pair(text_[i], text_[i + 1]) : Inflected();
    return pair ? pair : find_inflected(text_[i]);
  }

  [[nodiscard]] static bool is_denial(std::string_view word) { return kSaysNo.has(word); }

  // The verb that a sentence begins with, after what may stand before it.
  [[nodiscard]] std::optional<Lead> lead(std::size_t begin, std::size_t end) const {
    bool denied = false;
    bool about_tool = false;
    end = std::min(end, begin + kMaxRunUp);
    for (auto i = begin; i < end; ++i) {
      const auto word = text_[i];
      if (i == begin && calls_upon(i)) {
        i = after_call(i, end);
        continue;
      }
      if (gives_means(i)) continue;
      if (text_.claim_to_read_only(i)) {  // and not what it does
        ++i;
        continue;
      }
      if (is_denial(word)) {
        denied = true;
        continue;
      }
      if (word == "this" || word == "it" || word == "tool") about_tool = true;
      if (word == "does" || word == "do" || ends_in_ly(word) || word == "enables" ||
          (kRunUp.has(word) && !requests(i))) {
        continue;
      }
      if (is_unknown_pair(i)) i += 2;
      const auto found = verb_at(i);
      if (!found || text_.quoted(i) || !is_verb_here(i, found)) return {};
      return Lead{i, found, denied, about_tool};
    }
    return {};
  }

  // "Request a payout"; not "request details", "a request".
  [[nodiscard]] bool requests(std::size_t i) const {
    const bool one = text_[i + 1] == "a" || text_[i + 1] == "an";
    return (text_[i] == "request" || text_[i] == "requests") && one;
  }

  // "Sanitise and store": a verb that is not known, joined to one that is.
  [[nodiscard]] bool is_unknown_pair(std::size_t i) const {
    if (find_inflected(text_[i]) || (text_[i + 1] != "and" && text_[i + 1] != "or")) return false;
    const auto next = find_inflected(text_[i + 2]);
    return next && (next.verb->use == Use::kVerb || kDeterminers.has(text_[i + 3]));
  }

  // "Use this tool when …", "Call it to …": an order to the caller, with the purpose behind it.
  [[nodiscard]] bool calls_upon(std::size_t i) const {
    static constexpr base::WordList kOrders("call invoke run use");
    static constexpr base::WordList kAfter("after as before for it only this to when whenever");
    return kOrders.has(text_[i]) && (text_[i] == "use" || kAfter.has(text_[i + 1]));
  }

  // The last word before the verb of the purpose.
  [[nodiscard]] std::size_t after_call(std::size_t begin, std::size_t end) const {
    for (auto i = begin; i < end; ++i) {
      if (text_[i] == "to" || text_[i] == "for") return i;
    }
    return begin;
  }

  // "Provides the ability to …", "offers a way to …".
  [[nodiscard]] bool gives_means(std::size_t i) const {
    static constexpr base::WordList kGive("give gives offer offers provide provides");
    static constexpr base::WordList kMeans(
        "ability access capability functionality interface means tools way");
    if (!kGive.has(text_[i])) return false;
    for (auto next = i + 1; next <= i + 3; ++next) {
      if (kMeans.has(text_[next])) return true;
    }
    return false;
  }

  // Not "deprecated", not the noun of "set of tools", and behind `for` only "for deleting".
  [[nodiscard]] bool is_verb_here(std::size_t i, Inflected found) const {
    if (found.form == Form::kPast || found.verb->use == Use::kState) return false;
    if (is_subject(i, found) || is_thing(i, found)) return false;
    if (i > 0 && text_[i - 1] == "for" && found.form != Form::kGerund) return false;
    const bool noun = found.verb->use == Use::kAlsoNoun && found.verb->act != Act::kRead;
    return !noun || text_[i + 1] != "of" || text_.gap(i + 1) != Gap::kSpace;
  }

  // "Labels must be unique", "Types: …", "Updates are logged": things, of which something is said.
  [[nodiscard]] bool is_subject(std::size_t i, Inflected found) const {
    static constexpr base::WordList kSaid(
        "are can cannot could did do had has have is may might must need shall should was were "
        "will");
    if (found.form == Form::kGerund) return false;
    if (text_.gap(i + 1) == Gap::kSpace && kSaid.has(text_[i + 1])) return true;
    const bool thing = found.form == Form::kThird && found.verb->use == Use::kAlsoNoun;
    return thing && text_.gap(i + 1) == Gap::kColon;
  }

  // "The messages in a folder"; "a list of pages" is what a look gives.
  [[nodiscard]] bool is_thing(std::size_t i, Inflected found) const {
    const bool noun = found.verb->use == Use::kAlsoNoun && found.verb->act != Act::kRead;
    return noun && i > 0 && text_.gap(i) == Gap::kSpace && text_[i - 1] == "the";
  }

  // "Unified query tool for fetching …", "Powerful utility that deletes …".
  [[nodiscard]] std::optional<Lead> lead_after_kind(std::size_t begin, std::size_t end) const {
    static constexpr base::WordList kKinds("command function helper tool utility");
    constexpr std::size_t kLongestKind = 8;
    for (auto i = begin + 1; i < std::min(end, begin + kLongestKind); ++i) {
      const auto next = text_[i + 1];
      if (kKinds.has(text_[i]) && (next == "for" || next == "that" || next == "to")) {
        return lead(i + 1, end);
      }
    }
    return {};
  }

  // "START HERE for pages: List …", "Deprecated: Deletes …".
  [[nodiscard]] std::optional<Lead> lead_after_label(std::size_t begin, std::size_t end) const {
    constexpr std::size_t kLongestLabel = 8;
    for (auto i = begin + 1; i < std::min(end, begin + kLongestLabel); ++i) {
      if (text_.gap(i) == Gap::kColon) return lead(i, end);
    }
    return {};
  }

  // Where the first sentence has no verb, a later one may; but then it must be a clear one.
  void read_opening(std::size_t begin, std::size_t end, bool later) {
    auto found = lead_after_label(begin, end);
    if (!found) found = lead(begin, end);
    if (!found) found = lead_after_kind(begin, end);
    if (!found) return;
    if (later && !is_clear(*found)) return;
    opened_ = true;
    add(*found, Where::kOpening);
    read_joined(*found, end);
  }

  // Hardly ever a noun, or followed by what it is done to: "Merges a page into another".
  [[nodiscard]] bool is_clear(const Lead& lead) const {
    const auto& verb = *lead.found.verb;
    if (verb.use == Use::kVerb || verb.weight == Weight::kStrong) return true;
    return lead.found.form == Form::kThird && kDeterminers.has(text_[lead.index + 1]);
  }

  // "Create, update or delete …", "Fetches a page and stores it".
  void read_joined(const Lead& opening, std::size_t end) {
    for (auto i = opening.index + 1; i < end; ++i) {
      if (!is_joint(i) || text_.quoted(i)) continue;
      const auto found = verb_at(i);
      if (!found || !may_join(found, opening.found) || found.verb->use == Use::kState) continue;
      if (!is_joined_verb(i, found)) continue;
      add({i, found, is_denial(text_[i - 1]), false}, Where::kJoined);
    }
  }

  // In the same form; "Read a mail and deletes it" is bad grammar, and a deed.
  [[nodiscard]] static bool may_join(Inflected found, Inflected opening) {
    const auto tells = [](Form form) { return form == Form::kBase || form == Form::kThird; };
    return found.form == opening.form ||
           (found.verb->use == Use::kVerb && tells(found.form) && tells(opening.form));
  }

  // "update the page", "update or delete"; but "tags, comments and links" are things.
  [[nodiscard]] bool is_joined_verb(std::size_t i, Inflected found) const {
    if (found.verb->use == Use::kVerb || kDeterminers.has(text_[i + 1])) {
      return found.verb->use == Use::kVerb || found.form == Form::kBase ||
             (text_[i + 1] != "and" && text_[i + 1] != "or");
    }
    const auto next = text_.gap(i + 1);
    return found.form == Form::kBase && (next == Gap::kComma || next == Gap::kSlash);
  }

  // "And deletes", "and then permanently deletes", ", deletes", "& deletes".
  [[nodiscard]] bool is_joint(std::size_t i) const {
    constexpr std::size_t kMostAdverbs = 3;
    for (std::size_t n = 0; n < kMostAdverbs && text_.gap(i) == Gap::kSpace; ++n, --i) {
      if (i < 2 || !(kManner.has(text_[i - 1]) || ends_in_ly(text_[i - 1]))) break;
    }
    const auto before = text_[i - 1];
    return before == "and" || before == "or" || before == "then" || text_.gap(i) == Gap::kSlash ||
           text_.gap(i) == Gap::kComma;
  }

  void read_later(std::size_t begin, std::size_t end) {
    const auto found = lead(begin, end);
    if (!found) return;
    const bool about_tool = found->about_tool || found->found.form == Form::kThird;
    if (about_tool && found->found.form != Form::kGerund) add(*found, Where::kLater);
  }

  void add(const Lead& lead, Where where) {
    if (out_.size() >= kMaxMentions) return;
    out_.push_back({lead.found.verb, where, &text_, lead.index, lead.denied});
  }

  const Words& text_;
  std::vector<Mention>& out_;
  bool opened_ = false;
};

}  // namespace

void find_in_text(const Words& text, std::vector<Mention>& out) { TextReader(text, out).read(); }

}  // namespace touchstone::infer
