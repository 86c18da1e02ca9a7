// What decides which calls pass is on record, whenever it changes.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

resolve::Rule says_of(std::string tool, model::Field field, model::Value value) {
  return {std::move(tool), {}, {{field, std::move(value)}}, ""};
}

class Journalled : public ::testing::Test {
 protected:
  Journalled() {
    bench.add("files", small_server("files", {"read"}), Speaks::kBoth);
    bench.config.source = "/etc/touchstone.yaml";
    config().overrides.rules = {says_of("write_*", model::Field::kDestructive, false)};
  }
  config::Server& config() { return bench.config.servers[0]; }
  std::vector<std::string> records(std::size_t count) {
    std::vector<store::Decision> all;
    bench.until([&] { return (all = stored_decisions(bench)).size() >= count; });
    bench.rest();  // nothing more comes
    std::vector<std::string> out;
    for (const auto& one : stored_decisions(bench)) out.push_back(one.json);
    EXPECT_EQ(out.size(), count);
    out.resize(count);
    return out;
  }
  void restart() {
    bench.gateway.reset();
    bench.open().start();
  }
  void reload() { bench.open().reload(bench.config); }
  static std::string changes(const std::string& record) {
    return std::string(json::document(record).root().find("body").find("changes").raw());
  }
  Bench bench;
};

TEST_F(Journalled, the_first_start_puts_all_of_it_on_record_with_who_runs_it) {
  bench.open().start();
  const auto record = records(1)[0];
  EXPECT_THAT(record, HasSubstr(R"("kind":"config")"));
  EXPECT_THAT(record, HasSubstr(R"("by":"ann","changes":)"));
  EXPECT_THAT(record, HasSubstr(R"("config":"/etc/touchstone.yaml")"));
  EXPECT_THAT(record, HasSubstr(R"("overrides":{"files":"sha256:)"));
  EXPECT_EQ(changes(record),
            R"([{"after":{"name":"balanced","version":"1"},"field":"policy"},)"
            R"({"after":"standard","field":"trust","server":"files"},)"
            R"({"after":false,"field":"destructiveHint","server":"files","tool":"write_*"}])");
}

TEST_F(Journalled, what_a_new_policy_says_is_kept_so_that_its_decisions_can_be_explained) {
  const auto kept = [](const std::string& record) {
    return std::string(json::document(record).root().find("body").find("policyFile").raw());
  };
  bench.policy = "rules: [{name: r, effect: block, conditions: {fact: tool.tier, equals: write}}]";
  bench.open().start();
  const auto policy = policy::load(kept(records(1)[0]), "kept").policy;
  ASSERT_NE(policy, nullptr);
  ASSERT_EQ(policy->rules().size(), 1U);
  EXPECT_EQ(policy->rules()[0].name, "r");
  config().trust = config::Trust::kTrusted;
  reload();
  EXPECT_EQ(kept(records(2)[1]), "") << "it is another record's, and the same";
}

TEST_F(Journalled, starts_and_reloads_that_change_nothing_leave_no_record) {
  bench.open().start();
  (void)records(1);
  restart();
  reload();
  config().call_timeout = std::chrono::seconds(7);  // decides nothing
  reload();
  (void)records(1);
}

TEST_F(Journalled, a_reload_tells_each_change_with_what_was_before) {
  bench.open().start();
  (void)records(1);
  config().overrides.rules = {says_of("write_*", model::Field::kDestructive, model::Value()),
                              says_of("read", model::Field::kOpenWorld, false)};
  config().trust = config::Trust::kTrusted;
  reload();
  EXPECT_EQ(changes(records(2)[1]),
            R"([{"after":"trusted","before":"standard","field":"trust","server":"files"},)"
            R"({"after":false,"field":"openWorldHint","server":"files","tool":"read"},)"
            R"({"after":null,"before":false,"field":"destructiveHint","server":"files",)"
            R"("tool":"write_*"}])");
}

TEST_F(Journalled, a_change_while_the_gateway_was_down_is_told_at_its_start) {
  bench.open().start();
  (void)records(1);
  config().overrides.rules.clear();
  bench.config.policy = "strict";
  restart();
  EXPECT_EQ(changes(records(2)[1]),
            R"([{"after":{"name":"strict","version":"1"},)"
            R"("before":{"name":"balanced","version":"1"},"field":"policy"},)"
            R"({"before":false,"field":"destructiveHint","server":"files","tool":"write_*"}])");
}

TEST_F(Journalled, a_policy_that_is_switched_off_is_on_record_though_nothing_else_will_be) {
  bench.open().start();
  (void)records(1);
  bench.config.policy = config::kOff;
  bench.open().set_policy({});
  reload();
  EXPECT_THAT(changes(records(2)[1]), HasSubstr(R"("after":{"name":"off","version":""})"));
}

TEST_F(Journalled, another_config_in_the_same_store_is_compared_with_itself) {
  bench.open().start();
  (void)records(1);
  bench.config.source = "/etc/other.yaml";
  restart();
  EXPECT_THAT(changes(records(2)[1]), Not(HasSubstr("before")));
  bench.config.source = "/etc/touchstone.yaml";
  restart();
  (void)records(2);
}

TEST_F(Journalled, what_cannot_be_written_is_told_and_tried_again) {
  (void)bench.means();
  const auto real = std::move(bench.store);
  auto failing = std::make_unique<store::FailingStore>(*real);
  failing->fail(store::FailingStore::Request::kRemember, 1);
  bench.store = std::move(failing);
  bench.open().start();
  bench.until([&] { return bench.logged().find("is not on record") != std::string::npos; });
  reload();
  (void)records(1);
  bench.gateway->close();
  bench.gateway.reset();
  bench.store.reset();
}

TEST(Settings, beyond_the_bound_still_tell_two_configs_apart) {
  config::Config config;
  config.servers.resize(1);
  config.servers[0].name = "s";
  for (std::size_t i = 0; i < kMaxSettings + 10; ++i)
    config.servers[0].overrides.rules.push_back(
        says_of(fmt::format("t{}", i), model::Field::kReadOnly, true));
  const auto before = settings_of(config, "1");
  EXPECT_EQ(before.size(), kMaxSettings + 1);
  for (auto& rule : config.servers[0].overrides.rules) rule.then[0].second = false;
  const auto after = settings_of(config, "1");
  json::Writer out;
  write_changes(out, before, after);
  std::size_t told = 0;
  const auto changes = json::document(out.text());
  for ([[maybe_unused]] const auto change : changes.root().elements()) ++told;
  EXPECT_EQ(told, kMaxChangesTold + 1);
  EXPECT_NE(before.at({"", "", "more"}), after.at({"", "", "more"}));
  json::Writer list;
  write(list, after);
  EXPECT_EQ(read_settings(json::document(list.text()).root()), after);
}

}  // namespace
}  // namespace touchstone::gateway
