#include "cli/banner.hpp"

#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string banner(const Origin& origin) {
  std::istringstream in;
  std::ostringstream out, err;
  Io io{in, out, err, {}};
  print_banner(origin, 7332, "/opt/touchstone", io);
  return out.str();
}

TEST(Banner, is_ready_to_copy) {
  Origin origin;
  EXPECT_THAT(banner(origin),
              HasSubstr(R"({"mcpServers": {"touchstone": {"url": "http://127.0.0.1:7332/mcp"}}})"));
  EXPECT_THAT(banner(origin), HasSubstr(R"({"command": "/opt/touchstone", "args": ["connect"]})"));
}

TEST(Banner, names_the_config_that_the_bridge_falls_back_to) {
  Origin origin;
  origin.config.source = "/home/ann/my \"servers\".yaml";
  EXPECT_THAT(banner(origin),
              HasSubstr(R"("args": ["connect", "--config", "/home/ann/my \"servers\".yaml"])"));
}

TEST(Banner, names_the_policy_or_says_that_there_is_none) {
  Origin origin;
  EXPECT_THAT(banner(origin), HasSubstr("policy   balanced;"));
  origin.config.policy = config::kOff;
  EXPECT_THAT(banner(origin), HasSubstr("policy   off: nothing is labelled"));
}

TEST(Banner, gives_an_address_that_can_be_called) {
  Origin origin;
  origin.config.host = "::";
  EXPECT_THAT(banner(origin), HasSubstr("listening on http://[::]:7332/mcp"));
  EXPECT_THAT(banner(origin), HasSubstr(R"("url": "http://[::1]:7332/mcp")"));
}

TEST(Banner, says_that_a_token_is_needed_and_whose_but_not_which) {
  Origin origin;
  origin.config.tokens = {{"ann", "0123456789abcdef"}};
  EXPECT_THAT(banner(origin),
              HasSubstr(R"("headers": {"Authorization": "Bearer <token of ann>"})"));
  EXPECT_THAT(banner(origin), Not(HasSubstr("0123456789abcdef")));
}

TEST(Banner, starts_this_very_program) {
  EXPECT_EQ(own_program(), std::filesystem::read_symlink("/proc/self/exe").string());
}

}  // namespace
}  // namespace touchstone::cli
