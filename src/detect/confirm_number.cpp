#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/confirm.hpp"
#include "detect/number_cluster.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kTopicBefore = 40;  // how far a word may stand from what it is about
constexpr std::size_t kTopicAfter = 32;
constexpr std::size_t kMinPhone = 7;
constexpr std::size_t kMinIban = 15;
constexpr std::size_t kMaxPhone = 15;  // E.164

struct CompiledId {
  const IdRule* rule;
  Shape form;
};

// Rules for numbers of one length or grouping, and what they could be at the most.
struct IdRules {
  std::vector<CompiledId> all;
  Topics topics = 0;
  Sure bare = Sure::kNo;
  Sure grouped = Sure::kNo;

  void add(const IdRule& rule) {
    all.push_back({&rule, Shape(rule.form)});
    topics |= rule.topics;
    bare = std::max(bare, rule.bare);
    grouped = std::max(grouped, rule.grouped);
  }
};

// By length, of numbers in one piece; by the lengths of their groups, of others.
struct IdIndex {
  std::array<IdRules, kMaxId + 1> bare;
  std::array<IdRules, kMaxId + 1> bare_digits;             // for digits alone
  std::vector<std::pair<std::uint64_t, IdRules>> grouped;  // in order

  [[nodiscard]] const IdRules* find(std::uint64_t signature) const {
    const auto it =
        std::ranges::lower_bound(grouped, signature, {}, &decltype(grouped)::value_type::first);
    return it != grouped.end() && it->first == signature ? &it->second : nullptr;
  }
};

template <typename Visit>
void for_each_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const auto word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    visit(word);
  }
}

std::size_t count_in(std::string_view digits) {
  std::size_t out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

void put_by_length(const IdRule& rule, IdIndex& out) {
  std::size_t least = 0;
  std::size_t most = 0;
  for_each_word(rule.form, [&](std::string_view part) {
    const auto dash = part.find('-');
    least += count_in(part.substr(1));
    most += count_in(part.substr(dash == std::string_view::npos ? 1 : dash + 1));
  });
  for (auto length = least; length <= most; ++length) {
    out.bare[length].add(rule);
    const bool fits_digits = Shape(rule.form).match(std::string(length, '0'), 0) == length;
    if (fits_digits) out.bare_digits[length].add(rule);
  }
}

IdIndex make_index() {
  IdIndex out;
  std::map<std::uint64_t, IdRules> grouped;
  for (const auto table : {ids_of_accounts(), ids_of_europe(), ids_of_america()}) {
    for (const auto& rule : table) {
      put_by_length(rule, out);
      for_each_word(rule.groups,
                    [&](std::string_view groups) { grouped[signature_of(groups)].add(rule); });
    }
  }
  out.grouped.assign(grouped.begin(), grouped.end());
  return out;
}

const IdIndex& id_index() {
  static const IdIndex kIndex = make_index();
  return kIndex;
}

Topics topics_near(TopicsAt topics, std::size_t begin, std::size_t end) {
  const auto from = begin > kTopicBefore ? begin - kTopicBefore : 0;
  auto it = std::ranges::lower_bound(topics, from, {}, &std::pair<std::size_t, Topics>::first);
  Topics out = 0;
  for (; it != topics.end() && it->first <= end + kTopicAfter; ++it) out |= it->second;
  return out;
}

// Where the key begins whose value this is: "key": 123 or "key": "123". Else none.
std::optional<std::size_t> begin_of_key(std::string_view text, std::size_t at) {
  constexpr std::size_t kMaxKeyName = 40;
  constexpr std::size_t kMaxBeforeValue = 4;
  constexpr std::string_view kBeforeValue = "\" ";
  const auto value = at;
  while (at > 0 && value - at < kMaxBeforeValue &&
         kBeforeValue.find(text[at - 1]) != std::string_view::npos)
    --at;
  if (at < 2 || text[at - 1] != ':' || text[at - 2] != '"') return std::nullopt;
  const auto end = at - 2;
  for (auto begin = end; begin > 0 && end - begin < kMaxKeyName; --begin) {
    if (text[begin - 1] == '"') return begin;
  }
  return std::nullopt;
}

// What a key says of its value is more than what the keys around it say of theirs.
Topics topics_of(std::string_view text, TopicsAt topics, std::size_t begin, std::size_t end) {
  if (topics.empty()) return 0;
  if (const auto key = begin_of_key(text, begin)) {
    auto it = std::ranges::upper_bound(topics, *key, {}, &std::pair<std::size_t, Topics>::first);
    Topics own = 0;
    for (; it != topics.end() && it->first <= begin; ++it) own |= it->second;
    if (own != 0) return own;
  }
  return topics_near(topics, begin, end);
}

using Between = NumberCluster::Between;

std::optional<Confidence> confidence_of(Sure sure) {
  if (sure == Sure::kNo) return std::nullopt;
  return static_cast<Confidence>(static_cast<int>(sure) - 1);
}

class NumberReader {
 public:
  NumberReader(std::string_view text, std::size_t at, TopicsAt topics, Finds& finds,
               Between between = Between::kSign)
      : text_(text),
        cluster_(text, at, between),
        topics_(topics),
        finds_(finds),
        is_loose_(between == Between::kLoose) {}

  // Only what is certain by its groups and check digits, and all of them together: columns of
  // numbers stand in the same way.
  std::size_t run_loose() {
    const auto count = cluster_.size();
    if (count < 3 || !(iban(0, count) || ids(0, count))) return 0;
    return cluster_.end();
  }

  std::size_t run() {
    if (cluster_.digits() < kMinIdDigits) return cluster_.end();
    if (cluster_.is_something_else()) return cluster_.end();
    if (cluster_.size() > 2 && length(0) == 1 && length(1) == 1) return cluster_.first_end();
    near_ = topics_of(text_, topics_, cluster_.begin(), cluster_.end());
    if (const auto end = phone(); end != 0) return end;
    if (is_trunk_number()) add_phone(0, 1, Confidence::kLikely);  // and perhaps an id
    for (std::size_t first = 0; first < std::min<std::size_t>(cluster_.size(), 2); ++first) {
      for (auto last = cluster_.size(); last > first; --last) {
        if (iban(first, last) || ids(first, last)) return cluster_.group(last - 1).end;
      }
      if (cluster_.group(first).digits > 0) break;
    }
    return cluster_.first_end();
  }

 private:
  bool iban(std::size_t first, std::size_t last);
  bool ids(std::size_t first, std::size_t last);
  [[nodiscard]] const IdRules* rules_for(std::size_t first, std::size_t last) const;
  [[nodiscard]] bool can_be_any(const IdRules& rules, bool is_one) const;
  bool id(const CompiledId& id, std::size_t first, std::size_t last, std::string_view compact);
  [[nodiscard]] std::size_t phone();
  [[nodiscard]] bool is_north_american(std::size_t first) const;
  [[nodiscard]] bool is_international(std::size_t first) const;
  [[nodiscard]] bool is_in_pairs(std::size_t first) const;
  [[nodiscard]] bool is_behind_area(std::size_t first) const;
  [[nodiscard]] bool is_trunk_number() const;
  [[nodiscard]] std::size_t national_phone(std::size_t first, std::size_t last, std::size_t digits);
  std::size_t add_phone(std::size_t first, std::size_t last, Confidence confidence);
  [[nodiscard]] std::size_t length(std::size_t i) const {
    return cluster_.group(i).end - cluster_.group(i).begin;
  }

  std::string_view text_;
  NumberCluster cluster_;
  TopicsAt topics_;
  Finds& finds_;
  bool is_loose_;
  Topics near_ = 0;
};

bool NumberReader::iban(std::size_t first, std::size_t last) {
  const auto head = text_.substr(cluster_.group(first).begin, 4);
  if (head.size() < 4 || !is_ascii_letter(head[1]) || !is_ascii_digit(head[2])) return false;
  const auto compact = cluster_.joined(first, last);
  if (compact.size() < kMinIban || iban_length(compact.substr(0, 2)) != compact.size())
    return false;
  if (!has_iban_check(compact) || !cluster_.stands_alone(first, last, finds_.last_end()))
    return false;
  finds_.add(ContentKind::kFinancial, Confidence::kCertain, "iban", cluster_.group(first).begin,
             cluster_.group(last - 1).end);
  return true;
}

const IdRules* NumberReader::rules_for(std::size_t first, std::size_t last) const {
  if (last - first > 1) return id_index().find(cluster_.signature(first, last));
  if (length(first) > kMaxId) return nullptr;
  const bool is_digits = cluster_.group(first).digits == length(first);
  return &(is_digits ? id_index().bare_digits : id_index().bare)[length(first)];
}

// Most numbers in one piece are of a length that only a word nearby makes an id of.
bool NumberReader::can_be_any(const IdRules& rules, bool is_one) const {
  if ((near_ & rules.topics) != 0) return true;
  const auto surest = confidence_of(is_one ? rules.bare : rules.grouped);
  return surest && *surest >= finds_.at_least();
}

bool NumberReader::ids(std::size_t first, std::size_t last) {
  const auto* rules = rules_for(first, last);
  if (rules == nullptr || !can_be_any(*rules, last - first == 1) ||
      !cluster_.stands_alone(first, last, finds_.last_end()))
    return false;
  const auto compact = cluster_.joined(first, last);
  bool found = false;
  for (const auto& rule : rules->all) found |= id(rule, first, last, compact);
  return found;
}

bool NumberReader::id(const CompiledId& id, std::size_t first, std::size_t last,
                      std::string_view compact) {
  const auto& rule = *id.rule;
  if (is_loose_ && rule.grouped != Sure::kCertain) return false;
  const bool is_one = last - first == 1;
  const bool is_near = (near_ & rule.topics) != 0;
  const auto confidence = confidence_of(is_near ? rule.near : is_one ? rule.bare : rule.grouped);
  if (!confidence || *confidence < finds_.at_least()) return false;
  if (id.form.match(compact, 0) != compact.size()) return false;
  if (rule.check != nullptr && !rule.check(compact)) return false;
  finds_.add(rule.kind, *confidence, rule.id, cluster_.group(first).begin,
             cluster_.group(last - 1).end);
  return true;
}

// 3-3-4, with an area and an exchange that do not begin with 0 or 1.
bool NumberReader::is_north_american(std::size_t first) const {
  if (cluster_.size() < first + 3) return false;
  const auto starts_high = [&](std::size_t i) { return text_[cluster_.group(i).begin] >= '2'; };
  const char separator = text_[cluster_.group(first + 1).end];
  return length(first) == 3 && length(first + 1) == 3 && length(first + 2) == 4 &&
         starts_high(first) && starts_high(first + 1) &&
         (separator == '-' || separator == '.' || (near_ & bits_of(Topic::kPhone)) != 0 ||
          (cluster_.begin() > 0 && text_[cluster_.group(first).begin - 1] == '('));
}

std::size_t NumberReader::add_phone(std::size_t first, std::size_t last, Confidence confidence) {
  if (!cluster_.stands_alone(first, last, finds_.last_end()) || confidence < finds_.at_least())
    return 0;
  auto begin = cluster_.group(first).begin;
  if (begin > 0 && text_[begin - 1] == '(') --begin;
  if (begin > 0 && text_[begin - 1] == '+') --begin;
  finds_.add(ContentKind::kPersonal, confidence, "phone", begin, cluster_.group(last - 1).end);
  return cluster_.group(last - 1).end;
}

// Groups that together have as many digits as a number of the world's telephone network has.
std::size_t NumberReader::phone() {
  const std::size_t first = cluster_.group(0).digits == 0 ? 1 : 0;
  std::size_t digits = 0;
  auto last = first;
  while (last < cluster_.size() && cluster_.group(last).digits == length(last) &&
         digits + length(last) <= kMaxPhone) {
    digits += length(last++);
  }
  if (digits < kMinPhone) return 0;
  if (is_international(first) && digits > kMinPhone)
    return add_phone(first, last, Confidence::kLikely);
  if (is_north_american(first)) return add_phone(first, first + 3, Confidence::kLikely);
  const char lead = text_[cluster_.group(first).begin];
  if (length(first) == 1 && lead == '1' && is_north_american(first + 1)) {
    return add_phone(first, first + 4, Confidence::kLikely);
  }
  if (is_in_pairs(first)) return add_phone(first, first + 4, Confidence::kLikely);
  if (is_behind_area(first)) return add_phone(first, first + 2, Confidence::kLikely);
  if ((near_ & bits_of(Topic::kPhone)) != 0) return add_phone(first, last, Confidence::kLikely);
  return national_phone(first, last, digits);
}

// 3-3-2-2, as from Poland to Turkey. Four numbers with dots that are no address of a machine.
bool NumberReader::is_in_pairs(std::size_t first) const {
  if (cluster_.size() < first + 4 || length(first) != 3 || length(first + 1) != 3 ||
      length(first + 2) != 2 || length(first + 3) != 2)
    return false;
  const auto digits = [&](std::size_t i) { return cluster_.group(first + i).digits; };
  const bool is_number = digits(0) == 3 && digits(1) == 3 && digits(2) == 2 && digits(3) == 2;
  return is_number && text_[cluster_.group(first).begin] >= '3';
}

// (532) 1234567
bool NumberReader::is_behind_area(std::size_t first) const {
  if (cluster_.size() < first + 2) return false;
  const auto& area = cluster_.group(first);
  const auto& rest = cluster_.group(first + 1);
  const bool is_enclosed = area.begin > 0 && text_[area.begin - 1] == '(' && text_[area.end] == ')';
  return is_enclosed && length(first) >= 2 && length(first) <= 5 &&
         rest.digits == length(first + 1) && length(first + 1) >= 6 && length(first + 1) <= 8 &&
         (area.begin < 2 || !is_ascii_alnum(text_[area.begin - 2]));
}

// In one piece, eleven digits with the zero of a mobile network or an area in front: books have ten
// digits and wares twelve.
bool NumberReader::is_trunk_number() const {
  constexpr std::size_t kTrunkDigits = 11;
  const auto begin = cluster_.group(0).begin;
  return cluster_.size() == 1 && cluster_.digits() == kTrunkDigits && length(0) == kTrunkDigits &&
         text_[begin] == '0' && text_[begin + 1] != '0';
}

// With the zero that leads an area or a mobile network.
std::size_t NumberReader::national_phone(std::size_t first, std::size_t last, std::size_t digits) {
  const auto begin = cluster_.group(first).begin;
  if (text_[begin] != '0' || text_[begin + 1] == '0' || digits < 10 || digits > 12) return 0;
  const bool is_dotted = last > first + 1 && text_[cluster_.group(first).end] == '.';
  if (last - first >= 3 && !is_dotted) return add_phone(first, last, Confidence::kLikely);
  add_phone(first, last, Confidence::kPossible);
  return 0;
}

bool NumberReader::is_international(std::size_t first) const {
  auto begin = cluster_.group(first).begin;
  if (text_[begin] == '0') return false;
  if (begin > 0 && text_[begin - 1] == '(') --begin;
  return begin > 0 && text_[begin - 1] == '+' && (begin < 2 || !is_ascii_alnum(text_[begin - 2]));
}

}  // namespace

std::size_t confirm_number(std::string_view text, std::size_t at, TopicsAt topics, Finds& finds) {
  const auto end = std::max(at + 1, NumberReader(text, at, topics, finds).run());
  if (!may_go_on_loosely(text, end)) return end;
  return std::max(end, NumberReader(text, at, topics, finds, Between::kLoose).run_loose());
}

}  // namespace touchstone::detect
