#include "pin/identity.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pin/drift.hpp"

namespace touchstone::pin {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Identity, keeps_no_secret_of_a_url) {
  EXPECT_EQ(without_secrets("https://me:pw@h.example:8443/mcp?token=abc#x"),
            "https://h.example:8443/mcp");
  EXPECT_EQ(without_secrets("https://h.example"), "https://h.example");
  EXPECT_EQ(without_secrets("https://h.example/a@b"), "https://h.example/a@b");
}

TEST(Identity, keeps_no_secret_of_a_command_line) {
  const std::vector<std::string> command{"npx",
                                         "-y",
                                         "@notes/server@1.2.3",
                                         "--api-key",
                                         "hunter2",
                                         "--token=abc",
                                         "ACCESS_TOKEN=abc",
                                         "postgres://me:pw@db.example/notes?ssl=1",
                                         "--url=https://u:p@h.example/x",
                                         "--header",
                                         "Authorization: Bearer abc",
                                         "sk4f9a8c7b6d5e4f3a2b1c0d9e8f",
                                         "/home/me/notes",
                                         "--keyboard",
                                         "us"};
  const std::vector<std::string> expected{"npx",
                                          "-y",
                                          "@notes/server@1.2.3",
                                          "--api-key",
                                          "***",
                                          "--token=***",
                                          "ACCESS_TOKEN=***",
                                          "postgres://db.example/notes",
                                          "--url=https://h.example/x",
                                          "--header",
                                          "Authorization:***",
                                          "***",
                                          "/home/me/notes",
                                          "--keyboard",
                                          "us"};
  EXPECT_EQ(without_secrets(command), expected);
}

TEST(Identity, a_new_secret_is_no_new_server) {
  const auto with = [](const std::string& key) {
    return pin_of(Identity{.command = {"server", "--api-key", key}});
  };
  EXPECT_EQ(with("one"), with("two"));
  EXPECT_THAT(with("hunter2").definition, Not(HasSubstr("hunter2")));
}

TEST(Identity, another_version_needs_nobody) {
  const auto before = pin_of(Identity{.command = {"npx", "@notes/server@1.2.3"},
                                      .server_info = R"({"name":"notes","version":"1.2.3"})",
                                      .instructions = "Works on notes."});
  const auto after = pin_of(Identity{.command = {"npx", "@notes/server@1.3.0"},
                                     .server_info = R"({"version":"1.3.0","name":"notes"})",
                                     .instructions = "Works on notes and lists."});
  EXPECT_EQ(compare(before, after).grade, Grade::kCompatible);
}

TEST(Identity, a_renewed_key_alone_needs_nobody) {
  const auto with = [](const char* key) {
    return pin_of(Identity{.url = "https://notes.example/mcp", .tls_key = key});
  };
  EXPECT_EQ(compare(with("aa"), with("bb")).grade, Grade::kCompatible);
}

TEST(Identity, what_is_no_json_is_left_out) {
  EXPECT_EQ(pin_of(Identity{.server_info = "{"}).definition, "{}");
}

}  // namespace
}  // namespace touchstone::pin
