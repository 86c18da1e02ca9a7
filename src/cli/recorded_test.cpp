// What the guard records of a call and its result, read again.
#include "cli/recorded.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "guard/record.hpp"
#include "guard/scanner.hpp"
#include "json/test_support.hpp"
#include "model/fold.hpp"

namespace touchstone::cli {
namespace {

// A call that was on record before it was made, and came back with a labelled result.
struct Returned {
  Returned() {
    static base::SystemRandom random;
    one.session = one.kept_in = std::make_shared<guard::Session>(guard::Session{
        .memory = flow::Memory(), .log = guard::FlowLog(random, {}, store::Session())});
    one.subject = {.method = "tools/call", .server = "office", .name = "send_mail"};
    one.subject.profile = &profile;
    one.subject.trust_word = "standard";
    one.subject.transport = "http";
    one.subject.isolation = "auto";
    one.subject.arguments = arguments.root();
    guard::FactBook().fill(one.facts, one.subject,
                           {*one.session, one.flows, one.found, {}, store::from_ms(0)});
    call = record_json(guard::record_of_call(one, guard::Outcome::kForwarded, {}));
    one.on_record = true;
    one.call_id = "the call";
  }
  void judge() {
    one.came = guard::Came{.size = 71, .is_error = true};
    guard::FactBook::add(one.facts, {.label = one.label,
                                     .found = one.found_out,
                                     .size = one.came->size,
                                     .is_error = one.came->is_error});
  }
  static std::string record_json(const store::DecisionRecord& record) {
    return fmt::format(R"({{"body":{},"effect":"{}","id":"x","kind":"{}"}})", record.body,
                       record.effect, record.kind);
  }
  [[nodiscard]] Read read_again() const {
    const auto result = record_json(guard::record_of_result(one, guard::Outcome::kDelivered, {}));
    auto read = read_with_call(
        result, "here", [this](const std::string& id) -> base::Result<std::optional<std::string>> {
          EXPECT_EQ(id, "the call");
          return std::optional(call);
        });
    EXPECT_TRUE(read) << base::to_string(read.error());
    return read ? std::move(*read) : Read();
  }
  // All facts but the arguments, which a record has as a digest.
  static std::string all_of(const policy::Facts& facts) {
    std::string out;
    for (policy::FactId id = 0; id < policy::all_facts().size(); ++id) {
      if (!policy::spec(id).is_family)
        out += fmt::format("{}: {}\n", policy::spec(id).name, facts.text_of({id, ""}));
    }
    return out;
  }

  json::Document arguments = json::document(R"({"to":"ann@example.org"})");
  model::Profile profile = model::fold({}, {});
  guard::Case one;
  std::string call;
};

TEST(RecordedResult, has_all_the_facts_that_it_was_judged_on) {
  Returned returned;
  model::Label& label = returned.one.label;
  label.untrusted = label.is_private = true;
  label.attribution.insert("mcp://office/send_mail");
  label.classes.insert(model::DataClass::kPii);
  label.classes.insert_scope("GDPR");
  static guard::Scanner scanner(std::move(*detect::ContentEngine::compile()));
  const auto result =
      json::document(R"({"content":[{"type":"text","text":"4111 1111 1111 1111"}]})");
  returned.one.found_out = scanner.scan(result.root());
  ASSERT_FALSE(returned.one.found_out.items.empty());
  returned.judge();
  const auto read = returned.read_again();
  ASSERT_TRUE(read.recorded);
  EXPECT_EQ(Returned::all_of(read.recorded->known.facts),
            Returned::all_of(returned.one.facts.facts));
  EXPECT_EQ(read.recorded->phase, policy::Phase::kResponse);
  EXPECT_FALSE(read.is_bare_result);
}

TEST(RecordedResult, has_them_also_where_there_is_nothing_to_tell) {
  Returned returned;
  returned.judge();
  const auto read = returned.read_again();
  ASSERT_TRUE(read.recorded);
  EXPECT_EQ(Returned::all_of(read.recorded->known.facts),
            Returned::all_of(returned.one.facts.facts));
}

TEST(RecordedResult, has_facts_of_its_own_where_its_call_has_no_record) {
  Returned returned;
  returned.judge();
  returned.one.call_id.clear();
  const auto read = returned.read_again();
  ASSERT_TRUE(read.recorded);
  EXPECT_EQ(Returned::all_of(read.recorded->known.facts),
            Returned::all_of(returned.one.facts.facts));
}

TEST(RecordedResult, in_the_record_of_its_call_is_told_unless_it_has_its_own) {
  const policy::Rule rule;
  for (const bool spoken_of : {false, true}) {
    Returned returned;
    returned.judge();
    if (spoken_of) returned.one.outcome.fired = {&rule};
    const auto record = guard::record_of_call(returned.one, guard::Outcome::kForwarded, {},
                                              guard::Outcome::kDelivered);
    const auto recorded = read_recorded(Returned::record_json(record), "here");
    ASSERT_TRUE(recorded && *recorded);
    EXPECT_EQ((*recorded)->has_result, !spoken_of);
  }
}

}  // namespace
}  // namespace touchstone::cli
