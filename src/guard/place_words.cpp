#include "guard/place_words.hpp"

#include <string>

#include "base/text.hpp"
#include "base/word_list.hpp"

namespace touchstone::guard {
namespace {

constexpr base::WordList kPlaceWords(
    "path filepath file filename folder directory dir document doc uri url id iid uuid key slug "
    "name title page table node entity channel database collection bucket sheet spreadsheet record "
    "note thread ticket issue");
constexpr base::WordList kSearchWords(
    "query queries q search pattern filter keyword term text prompt question sql statement "
    "expression where condition contains match");

constexpr base::WordList kMovingWords(
    "move mv rename copy cp duplicate dup clone publish unpublish archive unarchive restore "
    "relocate promote fork link symlink alias");

constexpr base::WordList kListingWords(
    "list ls tree stat stats info exists glob status count size metadata mkdir");
constexpr base::WordList kContentWords(
    "content text body line match snippet excerpt preview data value");

constexpr base::WordList kCommandWords("command cmd commandline script shell bash args argv");

constexpr base::WordList kWhichWords(
    "id iid uuid guid oid identifier key slug number no num ref reference sha handle uri url path "
    "filepath file filename self href link permalink location ts");
constexpr base::WordList kOtherWords(
    "user author owner creator editor assignee reporter member actor sender recipient by account "
    "tenant client org organization organisation team group workspace project repository repo "
    "parent label tag status state type category priority milestone template avatar icon role "
    "permission");
// Of how it was done, and of what it holds.
constexpr base::WordList kPlumbingWords(
    "request trace correlation span session next prev previous");
constexpr base::WordList kSumWords("etag hash checksum digest sha256 md5 signature token cursor");
constexpr base::WordList kThingWords(
    "id iid uuid guid identifier key slug number no nr num ref reference note ticket issue thread "
    "page document doc record file folder task event message comment card item order post draft "
    "entry job pr request invoice case memo todo reminder bookmark contact lead deal opportunity "
    "article meeting booking reservation incident bug story epic node entity row sheet channel "
    "database table collection object snippet gist paste");

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// "fileIds" ends in "id", "entities" in "entity".
std::string last_word(std::string_view key) {
  auto begin = key.size();
  while (begin > 0 && key[begin - 1] != '_' && key[begin - 1] != '-') {
    --begin;
    const bool begins = is_capital(key[begin]) && begin > 0 && !is_capital(key[begin - 1]);
    if (begins) break;
  }
  return base::lower_case(key.substr(begin));
}

std::string singular(std::string word) {
  if (word.ends_with("ies")) return word.replace(word.size() - 3, 3, "y");
  if (word.size() > 2 && word.ends_with('s')) word.pop_back();
  return word;
}

bool is_one_of(const std::string& word, const base::WordList& words) {
  return words.has(word) || words.has(singular(word));
}

// "copyPage" and "notes.copy" have the word "copy".
template <typename Take>
void each_word(std::string_view name, const Take& take) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const char c = i < name.size() ? name[i] : '_';
    const bool letter = (c >= 'a' && c <= 'z') || is_capital(c);
    if (!letter || (is_capital(c) && !is_capital(name[i == 0 ? 0 : i - 1]))) {
      if (!word.empty()) take(std::string_view(word));
      word.clear();
    }
    if (letter) word += c;
  }
}

bool has_word_of(std::string_view tool, const base::WordList& words) {
  bool has = false;
  each_word(tool, [&](std::string_view word) { has = has || words.has(base::lower_case(word)); });
  return has;
}

bool is_other(const std::string& word, std::string_view tool) {
  if (!is_one_of(word, kOtherWords)) return false;
  bool of_tool = false;
  each_word(tool, [&](std::string_view own) {
    of_tool = of_tool || singular(base::lower_case(own)) == singular(word);
  });
  return !of_tool;
}

}  // namespace

bool names_a_place(const PlaceKey& key) {
  const auto word = last_word(key.name);
  if (is_one_of(word, kPlaceWords)) return true;
  // "issue_number", and the number of an issue; "number" alone may be how many.
  return word == "number" && (word.size() < key.name.size() || !key.holder.empty());
}

bool names_a_uri(const PlaceKey& key) { return singular(last_word(key.name)) == "uri"; }

bool holds_content(std::string_view key) { return is_one_of(last_word(key), kContentWords); }

bool moves_by_name(std::string_view tool) { return has_word_of(tool, kMovingWords); }
bool lists_by_name(std::string_view tool) { return has_word_of(tool, kListingWords); }

bool is_command(const PlaceKey& key) { return is_one_of(last_word(key.name), kCommandWords); }

bool names_several(const PlaceKey& key) {
  const auto word = last_word(key.name);
  return word.ends_with('s') && !kPlaceWords.has(word) && kPlaceWords.has(singular(word));
}

bool is_search(const PlaceKey& key) { return is_one_of(last_word(key.name), kSearchWords); }

bool says_which(const PlaceKey& key) { return is_one_of(last_word(key.name), kWhichWords); }

bool is_of_another(const PlaceKey& key, std::string_view tool) {
  if (is_one_of(last_word(key.name), kSumWords)) return true;
  std::size_t words = 0;
  bool other = false;
  each_word(key.name, [&](std::string_view part) {
    const auto word = base::lower_case(part);
    const bool first = words++ == 0;
    other = other || is_other(word, tool) || (first && kPlumbingWords.has(word));
  });
  return other && (words > 1 || !kPlumbingWords.has(base::lower_case(key.name)));
}

bool is_thing(std::string_view word) { return is_one_of(base::lower_case(word), kThingWords); }

}  // namespace touchstone::guard
