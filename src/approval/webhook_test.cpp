#include "approval/webhook.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/prompt.hpp"
#include "approval/receiver_for_test.hpp"
#include "approval/test_support.hpp"
#include "approval/webhook_post.hpp"

namespace touchstone::approval {
namespace {

using testing::a_question;
using testing::in_turn;
using testing::parsed;
using testing::Receiver;
using testing::reply;

const auto kNow = store::from_ms(1'767'225'600'000);

store::Ticket asked_ticket(bool type_name = false) {
  auto question = a_question();
  question.type_name = type_name;
  auto ticket = testing::a_ticket();
  ticket.prompt = prompt_json(question);
  return ticket;
}

TEST(WebhookBody, has_the_ticket_and_the_question) {
  const auto body = parsed(webhook_body(asked_ticket()));
  EXPECT_TRUE(body.root().find("type").equals("approval.asked"));
  EXPECT_TRUE(body.root().find("ticket").find("id").equals("k7qm-3xvd-p2he"));
  EXPECT_EQ(read_prompt(body.root().find("question").raw()).value(), a_question());
}

// Made with: printf '1767225600.{}' | openssl dgst -sha256 -hmac secret
TEST(WebhookSignature, is_what_others_compute) {
  EXPECT_EQ(signature_of("secret", kNow, "{}"),
            "t=1767225600,v1=fa7eaa06bf97d7815f3f456e97cde70c9e50cb005f01660c8d10b10c21964887");
}

TEST(WebhookSignature, holds_for_this_text_this_secret_and_this_time_only) {
  const auto signature = signature_of("secret", kNow, "{}");
  const auto fits = [&](std::string_view text, std::string_view secret, store::Span later) {
    return check_signature(text, secret, kNow + later, "{}").has_value();
  };
  using std::chrono::minutes;
  EXPECT_TRUE(fits(signature, "secret", minutes(0)));
  EXPECT_TRUE(fits(signature, "secret", minutes(4)));
  EXPECT_FALSE(fits(signature, "secret", minutes(6)));
  EXPECT_FALSE(fits(signature, "secret", minutes(-6)));
  EXPECT_FALSE(fits(signature, "Secret", minutes(0)));
  EXPECT_FALSE(check_signature(signature, "secret", kNow, "{ }"));
  for (const auto* text : {"", "t=", "t=,v1=", "v1=00", "t=1767225600", "t=1767225600,v1=",
                           "t=9999999999999999999999,v1=00", "t=1767225600 ,v1=00"}) {
    EXPECT_FALSE(fits(text, "secret", minutes(0))) << text;
  }
}

TEST(WebhookAnswer, is_a_verdict_on_this_ticket) {
  const auto read = [](std::string_view body, bool type_name = false) {
    return read_webhook_answer(asked_ticket(type_name), body);
  };
  const auto yes = read(R"({"ticket":"k7qm-3xvd-p2he","decision":"allow_session","by":"ann"})");
  ASSERT_TRUE(yes);
  EXPECT_EQ(yes->verdict, (Verdict{true, store::Scope::kSession, ""}));
  EXPECT_EQ(yes->by, "webhook: ann");
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read(" \n"));
  for (const auto* body : {
           "yes",
           "{}",
           R"({"decision":"allow_once"})",
           R"({"ticket":"other","decision":"allow_once"})",
           R"({"ticket":"k7qm-3xvd-p2he"})",
           R"({"ticket":"k7qm-3xvd-p2he","decision":"deny"})",
       }) {
    ASSERT_TRUE(read(body)) << body;
    EXPECT_FALSE(read(body)->verdict.allow) << body;
  }
  EXPECT_FALSE(read(R"({"ticket":"k7qm-3xvd-p2he","decision":"allow_once"})", true)->verdict.allow);
}

TEST(WebhookAnswer, with_a_shape_that_was_not_offered_is_a_no) {
  auto question = testing::a_question();
  auto ticket = asked_ticket();
  const auto* body = R"({"ticket":"k7qm-3xvd-p2he","decision":"allow_shape","by":"ann"})";
  EXPECT_TRUE(read_webhook_answer(ticket, body)->verdict.allow);
  question.may_differ.clear();
  ticket.prompt = prompt_json(question);
  EXPECT_FALSE(read_webhook_answer(ticket, body)->verdict.allow);
}

using Posted = base::Result<std::optional<WebhookAnswer>>;

Posted post_to(net::Loop& loop, Receiver& receiver, net::Duration timeout = net::Duration(5'000)) {
  net::Dialler dialler(loop);
  std::optional<Posted> result;
  const auto post = [](net::Loop& on, net::Dialler& with, Webhook webhook, Receiver& at,
                       std::optional<Posted>& into) -> net::Task<void> {
    auto task = post_to_webhook(on, with, std::move(webhook), asked_ticket(), [] { return kNow; });
    into.emplace(co_await std::move(task));
    at.stop();
    on.stop();
  };
  loop.spawn(post(loop, dialler, {receiver.url(), "secret", timeout}, receiver, result));
  loop.run();
  loop.end();
  return std::move(result.value());
}

const std::string kYesBody = R"({"ticket":"k7qm-3xvd-p2he","decision":"allow_once"})";

TEST(WebhookPost, brings_the_signed_question_and_takes_a_signed_answer) {
  net::Loop loop;
  Receiver receiver(loop, in_turn({reply(200, kYesBody, signature_of("secret", kNow, kYesBody))}));
  const auto posted = post_to(loop, receiver);
  ASSERT_TRUE(posted) << base::to_string(posted.error());
  ASSERT_TRUE(*posted);
  EXPECT_TRUE((*posted)->verdict.allow);
  ASSERT_EQ(receiver.bodies.size(), 1U);
  EXPECT_TRUE(check_signature(receiver.signatures[0], "secret", kNow, receiver.bodies[0]));
}

TEST(WebhookPost, takes_no_answer_that_is_not_signed) {
  for (const auto& signature : {std::string(), signature_of("other", kNow, kYesBody)}) {
    net::Loop loop;
    Receiver receiver(loop, in_turn({reply(200, kYesBody, signature)}));
    const auto posted = post_to(loop, receiver);
    ASSERT_FALSE(posted);
    EXPECT_THAT(posted.error().what, HasSubstr("does not count"));
  }
}

TEST(WebhookPost, takes_what_says_no_more_than_that_it_was_told_for_no_answer) {
  for (const auto* body : {"", "ok", "{}"}) {
    net::Loop loop;
    Receiver receiver(loop, in_turn({reply(200, body)}));
    const auto posted = post_to(loop, receiver);
    ASSERT_TRUE(posted);
    EXPECT_FALSE(*posted);
  }
}

TEST(WebhookPost, is_repeated_where_that_may_help) {
  net::Loop loop;
  Receiver receiver(loop, in_turn({reply(503, ""), reply(204, "")}));
  EXPECT_TRUE(post_to(loop, receiver));
  EXPECT_EQ(receiver.bodies.size(), 2U);
}

TEST(WebhookPost, is_not_repeated_where_it_cannot) {
  net::Loop loop;
  Receiver receiver(loop, in_turn({reply(404, "")}));
  const auto posted = post_to(loop, receiver);
  ASSERT_FALSE(posted);
  EXPECT_EQ(posted.error().what, "the webhook answered 404");
  EXPECT_EQ(receiver.bodies.size(), 1U);
}

TEST(WebhookPost, does_not_follow_redirects_nor_read_without_end) {
  for (const auto& answer : {reply(307, ""), reply(200, std::string(kMaxWebhookAnswer + 1, 'x'))}) {
    net::Loop loop;
    Receiver receiver(loop, in_turn({answer, reply(404, "")}));
    EXPECT_FALSE(post_to(loop, receiver));
  }
}

}  // namespace
}  // namespace touchstone::approval
