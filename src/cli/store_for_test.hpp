// For tests of commands over a store: a file with something in it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "approval/prompt.hpp"
#include "cli/store_file.hpp"
#include "cli/test_support.hpp"
#include "store/sqlite_store.hpp"

namespace touchstone::cli::testing {

class StoreFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    auto opened = store::open_sqlite({.path = path_, .durability = store::Durability::kProcess});
    ASSERT_TRUE(opened) << base::to_string(opened.error());
    store_ = std::move(*opened);
  }
  void TearDown() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] Ran touchstone(std::vector<std::string> words, const std::string& input = {},
                               Terminal terminal = {}) const {
    words.insert(words.end(), {"--store", path_});
    return run(words, input, terminal);
  }

  // A question that waits since a second ago, for an hour.
  void ask(const std::string& id, bool type_name = false,
           std::chrono::seconds left = std::chrono::hours(1), bool about_result = false) {
    approval::Question question;
    question.server = "mail";
    question.tool = "send_email";
    question.principal = "ann";
    question.tier = "write";
    question.risk = "high";
    question.arguments = R"({"to":"bob@example.org","body":"a\u202eb"})";
    question.may_differ = may_differ_;
    question.rules = {{"ask-before-sending", "This could send out."}};
    question.type_name = type_name;
    question.about_result = about_result;
    if (about_result) question.result = R"({"content":[]})";
    const auto at = now() - std::chrono::seconds(1);
    const store::Ticket ticket{
        .id = id,
        .nonce = id,
        .binding = {"ann", "s1", "mail", "send_email", id, "shape", "p", "v"},
        .prompt = prompt_json(question),
        .asked = at,
        .expires = now() + left};
    const auto asked =
        settled<store::Ticket>([&](auto done) { store_->ask(ticket, std::move(done)); });
    ASSERT_TRUE(asked) << base::to_string(asked.error());
  }

  [[nodiscard]] store::Ticket ticket(const std::string& id) const {
    return settled<std::optional<store::Ticket>>(
               [&](auto done) { store_->find_ticket(id, std::move(done)); })
        .value()
        .value();
  }

  void remember(store::Memory memory) {
    const auto kept = settled<store::Remembered>(
        [&](auto done) { store_->remember(std::move(memory), std::move(done)); });
    ASSERT_TRUE(kept) << base::to_string(kept.error());
  }

  std::vector<std::string> may_differ_ = {"/body"};  // of questions that are put from now on
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("store_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::string path_ = (folder_ / "store.db").string();
  std::unique_ptr<store::Store> store_;
};

}  // namespace touchstone::cli::testing
