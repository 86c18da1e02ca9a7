#include "approval/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/test_support.hpp"
#include "store/failing_store.hpp"
#include "store/test_support.hpp"

namespace touchstone::approval {
namespace {

using store::noon;
using testing::a_question;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr base::SealKey kStoreKey{1, 2, 3};

TEST(PageKeys, open_their_own_ticket_and_nothing_else_does) {
  const PageKeys keys(kStoreKey);
  const std::string key = keys.of("k7qm-3xvd-p2he");
  EXPECT_EQ(key.size(), 14U + 1 + 32);
  EXPECT_EQ(keys.ticket_of(key), "k7qm-3xvd-p2he");
  EXPECT_EQ(PageKeys(kStoreKey).ticket_of(key), "k7qm-3xvd-p2he") << "after a restart, too";
  EXPECT_EQ(PageKeys(base::SealKey{9}).ticket_of(key), std::nullopt);
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::string other = key;
    other[i] = other[i] == '0' ? '1' : '0';
    EXPECT_EQ(keys.ticket_of(other), std::nullopt) << other;
    EXPECT_EQ(keys.ticket_of(key.substr(0, i)), std::nullopt) << i;
  }
  EXPECT_EQ(keys.ticket_of(key + "0"), std::nullopt);
  EXPECT_EQ(keys.ticket_of("k7qm-3xvd-p2he"), std::nullopt) << "the id is known to models";
  EXPECT_EQ(keys.ticket_of("-" + key.substr(15)), std::nullopt);
}

class PageTest : public ::testing::Test {
 protected:
  template <typename T>
  T run(net::Task<T> task) {
    std::optional<T> result;
    const auto keep = [](net::Loop& loop, net::Task<T> of,
                         std::optional<T>& into) -> net::Task<void> {
      into.emplace(co_await std::move(of));
      loop.stop();
    };
    loop_.spawn(keep(loop_, std::move(task), result));
    loop_.context().restart();
    loop_.run();
    return std::move(*result);
  }
  store::Ticket open(const Question& question = a_question()) {
    store::Binding call{"ann", "s1", "mail", "send_email", "a1", "shape", "pin", "policy"};
    return store::must(run(desk_.open(question, call, std::chrono::minutes(5))));
  }
  http::PageRequest request(std::string_view method, std::string body = {}) {
    return {method,        path_, "localhost:7332", method == "POST" ? "http://localhost:7332" : "",
            "same-origin", kType, std::move(body)};
  }
  http::Page ask(const http::PageRequest& asked) { return run(page_.show(asked, "")); }
  http::Page get() { return ask(request("GET")); }
  http::Page post(std::string body) { return ask(request("POST", std::move(body))); }
  store::Ticket now() { return run(desk_.look(ticket_.id)).ticket; }

  static constexpr std::string_view kType = "application/x-www-form-urlencoded";
  std::unique_ptr<store::Store> file_ = store::opened_store(store::at(":memory:"));
  store::FailingStore store_{*file_};
  base::SystemRandom random_;
  store::Time now_ = noon();
  net::Loop loop_;
  Desk desk_{loop_, store_, random_, [this] { return now_; }};
  Page page_{desk_, kStoreKey};
  store::Ticket ticket_ = open();
  std::string path_ = page_.path_of(ticket_.id);
};

TEST_F(PageTest, shows_the_question_to_whoever_has_its_key) {
  const auto page = get();
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.html, HasSubstr("bob@example.org"));
  EXPECT_THAT(page.html, HasSubstr("<form method=\"post\""));
  EXPECT_EQ(ask(request("HEAD")).status, 200);
  EXPECT_EQ(now().state, store::TicketState::kPending) << "to look is not to answer";
}

TEST_F(PageTest, tells_nobody_without_it_whether_there_is_one) {
  std::vector<std::string> pages;
  const std::string gone = page_.path_of("aaaa-bbbb-cccc");
  for (const std::string& path : {std::string(Page::kPath), std::string(Page::kPath) + ticket_.id,
                                  path_ + "0", path_ + "/", gone}) {
    for (const std::string_view method : {"GET", "POST"}) {
      auto asked = request(method, "decision=allow_once");
      asked.path = path;
      const auto page = ask(asked);
      EXPECT_EQ(page.status, 404) << path;
      pages.push_back(page.html);
    }
  }
  for (const auto& page : pages) EXPECT_EQ(page, pages.front());
  EXPECT_EQ(now().state, store::TicketState::kPending);
}

TEST_F(PageTest, answers_in_every_scope) {
  const auto page = post("decision=allow_shape");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.html, HasSubstr("<h1>Allowed</h1>"));
  const auto ticket = now();
  EXPECT_EQ(ticket.state, store::TicketState::kAllowed);
  EXPECT_EQ(ticket.scope, store::Scope::kShape);
  EXPECT_EQ(ticket.answered_by, "ann on the approval page");
}

TEST_F(PageTest, answers_nothing_by_a_shape_that_was_not_offered) {
  (void)post("decision=deny");
  auto question = a_question();
  question.may_differ.clear();
  ticket_ = open(question);
  path_ = page_.path_of(ticket_.id);
  EXPECT_EQ(post("decision=allow_shape").status, 400);
  EXPECT_EQ(now().state, store::TicketState::kPending);
  EXPECT_EQ(post("decision=allow_session").status, 200);
  EXPECT_EQ(now().state, store::TicketState::kAllowed);
}

TEST_F(PageTest, takes_the_first_answer_and_tells_the_second_of_it) {
  EXPECT_THAT(post("decision=deny").html, HasSubstr("<h1>Denied</h1>"));
  const auto again = post("decision=allow_once");
  EXPECT_EQ(again.status, 200);
  EXPECT_THAT(again.html, HasSubstr("<h1>Denied</h1>"));
  EXPECT_EQ(now().state, store::TicketState::kDenied);
  EXPECT_THAT(get().html, Not(HasSubstr("<form")));
}

TEST_F(PageTest, says_when_it_is_too_late) {
  now_ += std::chrono::minutes(6);
  EXPECT_THAT(get().html, HasSubstr("Too late"));
  EXPECT_THAT(post("decision=allow_once").html, HasSubstr("Too late"));
  EXPECT_EQ(now().state, store::TicketState::kExpired);
}

TEST_F(PageTest, what_no_form_of_ours_sends_answers_nothing) {
  for (const std::string_view body :
       {"", "decision=", "decision=yes", "decision=allow_once&decision=deny", "decision=%zz",
        "{\"decision\":\"allow_once\"}", "Decision=allow_once", "decision=allow_once%00"}) {
    EXPECT_EQ(post(std::string(body)).status, 400) << body;
  }
  EXPECT_EQ(post("decision=deny&x=" + std::string(Page::kMaxForm, 'x')).status, 413);
  auto json = request("POST", "decision=allow_once");
  json.type = "text/plain";
  EXPECT_EQ(ask(json).status, 415);
  EXPECT_EQ(now().state, store::TicketState::kPending);
}

TEST_F(PageTest, takes_no_form_from_elsewhere) {
  for (const auto& [origin, site] : std::initializer_list<std::pair<const char*, const char*>>{
           {"https://evil.com", "cross-site"},
           {"http://localhost:5173", "same-site"},
           {"null", "cross-site"},
           {"", "cross-site"},
           {"", ""}}) {
    auto asked = request("POST", "decision=allow_once");
    asked.origin = origin;
    asked.fetch_site = site;
    EXPECT_EQ(ask(asked).status, 403) << origin;
  }
  auto read = request("GET");
  read.origin = "https://evil.com";
  EXPECT_EQ(ask(read).status, 403);
  read.origin = "";
  read.fetch_site = "cross-site";
  EXPECT_EQ(ask(read).status, 200) << "a link may be followed from anywhere";
  EXPECT_EQ(now().state, store::TicketState::kPending);
}

TEST_F(PageTest, knows_no_other_methods) {
  for (const std::string_view method : {"PUT", "DELETE", "OPTIONS", "post", "PATCH"})
    EXPECT_EQ(ask(request(method, "decision=allow_once")).status, 405) << method;
  EXPECT_EQ(now().state, store::TicketState::kPending);
}

TEST_F(PageTest, wants_the_name_where_the_policy_does) {
  auto question = a_question();
  question.type_name = true;
  question.arguments = R"({"another":"call"})";
  const auto named = [&](std::string arguments, std::string body) {
    store::Binding call{"ann", "s1",  "mail",  "send_email", std::move(arguments),
                        "x",   "pin", "policy"};
    ticket_ = store::must(run(desk_.open(question, call, std::chrono::minutes(5))));
    path_ = page_.path_of(ticket_.id);
    return post(std::move(body)).html;
  };
  EXPECT_THAT(named("b", "decision=allow_once&confirm=send_email"), HasSubstr("Allowed"));
  EXPECT_THAT(named("c", "decision=allow_once&confirm="), HasSubstr("name was not typed"));
  EXPECT_EQ(now().state, store::TicketState::kDenied);
  EXPECT_THAT(named("d", "decision=allow_once&confirm=send"), HasSubstr("another name was typed"));
  EXPECT_THAT(named("e", "decision=deny&confirm=send_email"), HasSubstr("<h1>Denied</h1>"));
}

}  // namespace
}  // namespace touchstone::approval
