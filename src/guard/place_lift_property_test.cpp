// Taking a label from one place, after writes at random.
#include <random>

#include "guard/label_table_for_test.hpp"

namespace touchstone::guard {
namespace {

using place_testing::about_money;
using place_testing::Declassified;
using place_testing::LabelTable;
using place_testing::regulated;
using place_testing::untrusted;

// One thing that a call writes: under a name, or several that it moves.
struct Written {
  std::string server, arguments;
  model::Label label;
  bool moves = false;
};

// A store that somebody wrote to at random, and what is lifted there.
class RandomStore {
 public:
  explicit RandomStore(unsigned seed) : random_(seed) {
    for (auto i = 1 + pick(6); i > 0; --i) written.push_back(some());
    const auto& lifted_one = written[pick(written.size())];
    const PlacedCall call(lifted_one.arguments);
    place = call.found.all[pick(call.found.all.size())];
    place.server = lifted_one.server;
    place.place = store::kept_place(place.place);
  }
  // All, or what did not name the place.
  [[nodiscard]] LabelTable table(bool with_place) const {
    LabelTable out;
    for (const auto& one : written) {
      if (!with_place && names_it(one)) continue;
      one.moves ? out.write_moved(one.arguments, one.label, one.server)
                : out.write(one.arguments, one.label, one.server);
    }
    return out;
  }
  // Whether it can be known of all who said what.
  [[nodiscard]] bool is_plain() const {
    const auto names = rows_of(place).names;
    return std::ranges::none_of(written, [&](const Written& one) {
      const PlacedCall call(one.arguments);
      return one.moves || one.arguments.size() > store::kMaxPlaceBytes ||
             std::ranges::any_of(call.found.all, [&](store::Location named) {
               named.server = one.server;
               return one.server == place.server && named != place &&
                      std::ranges::count(names, named) > 0;
             });
    });
  }

  std::vector<Written> written;
  store::Location place;

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  std::string name() {
    const std::string folders[] = {"",     "/",          "/a/",        "/a/b/",    "/b/a/", "a/",
                                   "b/a/", "note:///a/", "task:///a/", "note:///", "q:id="};
    const std::string files[] = {"x.txt", "y.txt", "b", "a"};
    auto out = folders[pick(std::size(folders))] + files[pick(std::size(files))];
    if (out.starts_with("q:id=")) return "note://memo?" + out.substr(2) + "&file=a/x.txt";
    if (out.starts_with("note:") && pick(4) == 0)
      out += "?pad=" + std::string(store::kMaxPlaceBytes, 'n');
    return out;
  }
  model::Label label() {
    switch (pick(5)) {
      case 0: return untrusted();
      case 1: return about_money();
      case 2: return regulated();
      case 3: return regulated("GDPR");
      default: return regulated("HIPAA");
    }
  }
  Written some() {
    const std::string server = pick(2) == 0 ? "s" : "t";
    if (pick(5) > 0) return {server, fmt::format(R"({{"path":"{}"}})", name()), label()};
    auto both = fmt::format(R"({{"from":"{}","to":"{}"}})", name(), name());
    const bool moves = PlacedCall(both).found.moves;
    return {server, std::move(both), label(), moves};
  }
  [[nodiscard]] bool names_it(const Written& one) const {
    const PlacedCall call(one.arguments);
    return one.server == place.server &&
           std::ranges::any_of(call.found.all, [&](const auto& named) {
             return named.kind == place.kind && store::kept_place(named.place) == place.place;
           });
  }

  std::mt19937 random_;
};

// Whatever was written: to lift all of one place never takes what anything else says; and it is as
// if it had not been written, where it can be known who said what.
TEST(PlaceLift, leaves_what_there_would_be_had_nobody_written_there) {
  int plain = 0;
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    const RandomStore store(seed);
    auto all = store.table(true);
    const auto others = store.table(false);
    const auto done = all.lift_all(store.place);
    const auto where = fmt::format("seed {}: {} {}", seed, store.place.kind, store.place.place);
    ASSERT_TRUE(done == Declassified::kDone || done == Declassified::kHeld) << where;
    for (const auto& [location, label] : others.rows) {
      ASSERT_TRUE(all.rows.contains(location))
          << where << ", " << location.kind << " " << location.place;
      auto expected = label;
      expected.attribution = {};
      ASSERT_TRUE(all.rows.at(location).covers(expected))
          << where << ", " << location.kind << " " << location.place;
    }
    if (!store.is_plain()) continue;
    ++plain;
    ASSERT_EQ(all.rows.size(), others.rows.size()) << where;
    for (const auto& [location, label] : others.rows)
      ASSERT_EQ(all.rows.at(location).classes, label.classes) << where << ", " << location.kind;
  }
  EXPECT_GT(plain, 500);
}

}  // namespace
}  // namespace touchstone::guard
