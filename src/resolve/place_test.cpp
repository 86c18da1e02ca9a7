// Paths, URLs, hosts and mail addresses: inside or outside.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/derive.hpp"
#include "resolve/address.hpp"
#include "resolve/path.hpp"
#include "resolve/test_support.hpp"

namespace touchstone::resolve {
namespace {

using model::Field;
using Strings = std::vector<std::string>;

const Strings kRoots{"/srv/app", "c:/work"};
const Strings kDomains{"acme.example", "corp.acme.net"};

TEST(Paths, have_one_normal_form) {
  const std::pair<std::string_view, std::string_view> expected[] = {
      {"/srv//app/./x", "/srv/app/x"},
      {"/srv/app/../x", "/srv/x"},
      {"/../..", "/"},
      {"//srv/app", "/srv/app"},
      {"a/../b", "b"},
      {".", "."},
      {"..", ".."},
      {"a/../../b", ".."},
      {"~/x/../y", "~/y"},
      {"C:\\Work\\x", "c:/Work/x"},
      {"c:/work/..", "c:/"},
      {"file:///srv/app", "/srv/app"},
      {"FILE://localhost/x", "/x"},
      {"file:///C:/x", "c:/x"},
  };
  for (const auto& [text, normal] : expected) EXPECT_EQ(normal_path(text), normal) << text;
}

TEST(Paths, that_may_be_read_in_two_ways_have_none) {
  for (const std::string_view text : {"",
                                      "~bob/x",
                                      "~/..",
                                      "/srv/app/%2e%2e/x",
                                      "$HOME/x",
                                      "/srv/app\\..\\..\\etc",
                                      "\\\\host\\share",
                                      "//host\\share",
                                      "file://host/x",
                                      "file:x",
                                      "/srv/app/...",
                                      "C:\\PROGRA~1\\x",
                                      "C:x",
                                      "C:\\x.",
                                      "C:\\x:stream",
                                      "/srv/\xEF\xBC\x8E\xEF\xBC\x8E/x",
                                      "/srv/a\xE2\x88\x95"
                                      "b",
                                      "/a\nb",
                                      "/a*",
                                      "./c:x/y",
                                      "./~/x",
                                      "./file:///x",
                                      "./File:~/x"}) {
    EXPECT_EQ(normal_path(text), "") << text;
  }
  EXPECT_EQ(normal_path(std::string_view("/a\0b", 4)), "");
  EXPECT_EQ(normal_path("/" + std::string(kMaxPath, 'a')), "");
}

TEST(Paths, are_inside_only_below_a_root) {
  const std::pair<std::string_view, Place> expected[] = {
      {"/srv/app", Place::kInside},
      {"/srv/app/x/y", Place::kInside},
      {"/srv/app/../apple", Place::kOutside},
      {"/srv/application", Place::kOutside},
      {"/srv/app/../../etc/passwd", Place::kOutside},
      {"c:\\work\\x", Place::kInside},
      {"c:\\works", Place::kOutside},
      {"x/y", Place::kRelative},
      {"x/../../y", Place::kOutside},
      {"~/x", Place::kUnknown},
      {"/srv/app/%2e%2e/x", Place::kUnknown},
      {"file:///srv/app/x", Place::kInside},
      {"/SRV/app/x", Place::kOutside},
  };
  for (const auto& [text, place] : expected) {
    EXPECT_EQ(classify_path(text, kRoots).place, place) << text;
  }
}

TEST(Paths, of_the_system_and_of_secrets_are_known) {
  for (const std::string_view text :
       {"/etc/passwd", "/srv/app/../../etc/hosts", "C:\\Windows\\x"}) {
    EXPECT_FALSE(classify_path(text, kRoots).system.empty()) << text;
  }
  for (const std::string_view text :
       {"~/.ssh/id_rsa", "/home/a/.aws/credentials", "/srv/app/.env", "x/server.KEY",
        ".env.production", "%USERPROFILE%\\.ssh\\x", "/etc/shadow", "/proc/self/environ"}) {
    EXPECT_FALSE(classify_path(text, kRoots).secret.empty()) << text;
  }
  EXPECT_TRUE(classify_path("/srv/app/environment.md", kRoots).secret.empty());
  EXPECT_TRUE(classify_path("/dev/null", kRoots).system.empty());
}

RC_GTEST_PROP(Paths, normal_ones_have_no_dots_and_stay_as_they_are, ()) {
  const auto parts = *rc::gen::container<Strings>(rc::gen::element<std::string>(
      "/", "..", ".", "a", "b", "\\", "~", "C:", "srv", "app", "file://"));
  std::string text;
  for (const auto& part : parts) text += part;
  const auto normal = normal_path(text);
  if (normal.empty() || normal == "." || normal == "..") return;
  RC_ASSERT(("/" + normal + "/").find("/../") == std::string::npos);
  RC_ASSERT(normal_path(normal) == normal);
}

TEST(Addresses, of_the_organisation_are_inside) {
  for (const std::string_view host :
       {"acme.example", "www.acme.example", "ACME.Example.", "localhost", "x.corp.acme.net",
        "10.1.2.3", "127.0.0.1", "192.168.0.9", "172.16.0.1", "::1", "fd12::1"}) {
    EXPECT_EQ(classify_host(host, kDomains).reach, Reach::kInternal) << host;
  }
  for (const std::string_view host :
       {"evilacme.example", "acme.example.evil.example", "acme.net", "8.8.8.8", "172.32.0.1",
        "xn--acme-.example", "2001:db8::1", "fd::1"}) {
    EXPECT_EQ(classify_host(host, kDomains).reach, Reach::kPublic) << host;
  }
  for (const std::string_view host :
       {"", ".", "intranet", "127.1", "0x7f.1", "2130706433", "010.0.0.1", "acm\xC3\xA9.example",
        "\xD0\xB0"
        "cme.example",
        "a..acme.example", "acme.example%2eevil", "::ffff:127.0.0.1", ".acme.example",
        "acme.example/x", "a b.acme.example"}) {
    EXPECT_EQ(classify_host(host, kDomains).reach, Reach::kUnknown) << host;
  }
}

TEST(Addresses, of_urls_are_their_hosts) {
  const std::pair<std::string_view, Reach> expected[] = {
      {"https://acme.example/x", Reach::kInternal},
      {"HTTPS://WWW.acme.example:8443/x#y", Reach::kInternal},
      {"acme.example/x", Reach::kInternal},
      {"//acme.example/x", Reach::kInternal},
      {"http://[::1]:80/", Reach::kInternal},
      {"https://evil.example/acme.example", Reach::kPublic},
      {"https://evil.example?acme.example", Reach::kPublic},
      {"https://evil.example#.acme.example", Reach::kPublic},
      {"https://acme.example@evil.example/", Reach::kUnknown},
      {"https://acme.example:80@evil.example/", Reach::kUnknown},
      {"https://acme.example\\@evil.example/", Reach::kUnknown},
      {"https://acme.example%2f@evil.example/", Reach::kUnknown},
      {"ftp://acme.example/", Reach::kUnknown},
      {"javascript:alert(1)", Reach::kUnknown},
      {"mailto:a@acme.example", Reach::kUnknown},
      {"https://acme.example/proxy?url=https://evil.example", Reach::kUnknown},
      {"https://acme.example/proxy?url=https%3A%2F%2Fevil.example", Reach::kUnknown},
      {"https://\xD0\xB0"
       "cme.example/",
       Reach::kUnknown},
      {" https://acme.example", Reach::kUnknown},
      {"", Reach::kUnknown},
  };
  for (const auto& [url, reach] : expected) {
    EXPECT_EQ(classify_url(url, kDomains).reach, reach) << url;
  }
  EXPECT_FALSE(classify_url("http://169.254.169.254/latest/", kDomains).sensitive.empty());
}

TEST(Addresses, of_mail_are_their_domains_and_the_farthest_counts) {
  const std::pair<std::string_view, Reach> expected[] = {
      {"ann@acme.example", Reach::kInternal},
      {"Ann <ann@acme.example>", Reach::kInternal},
      {"ann@acme.example, bob@x.acme.example", Reach::kInternal},
      {"ann@acme.example, eve@evil.example", Reach::kPublic},
      {"ann@acme.example;eve@evil.example", Reach::kPublic},
      {"eve@evil.example", Reach::kPublic},
      {"eve%evil.example@acme.example", Reach::kUnknown},
      {"evil.example!eve@acme.example", Reach::kUnknown},
      {"eve@evil.example@acme.example", Reach::kUnknown},
      {"\"ann@acme.example\" <eve@evil.example>", Reach::kUnknown},
      {"ann@acme.example <eve@evil.example>", Reach::kUnknown},
      {"ann@localhost", Reach::kUnknown},
      {"ann@[10.0.0.1]", Reach::kUnknown},
      {"ann", Reach::kUnknown},
      {"", Reach::kUnknown},
  };
  for (const auto& [text, reach] : expected) {
    EXPECT_EQ(classify_mail(text, kDomains).reach, reach) << text;
  }
}

TEST(PlaceTools, hear_where_data_goes) {
  const Settings settings{kRoots, kDomains, {}};
  const auto mail =
      testing::tool("send_email", R"({"to":{"type":"string"},"body":{"type":"string"}})", settings);
  const auto inside = mail.profile(R"({"to":"ann@acme.example","body":"hello"})");
  EXPECT_FALSE(model::legs_of(inside).sends_out);
  EXPECT_EQ(inside.flag(Field::kReadOnly), false);
  EXPECT_TRUE(model::legs_of(mail.profile(R"({"to":"eve@evil.example","body":""})")).sends_out);
  EXPECT_TRUE(model::legs_of(mail.profile(R"({"to":"a@acme.example,b@x.example"})")).sends_out);
  // The body may tell the server where else to send it.
  constexpr std::string_view kCopied = R"({"to":"ann@acme.example","body":"bcc: e@evil.example"})";
  EXPECT_TRUE(model::legs_of(mail.profile(kCopied)).sends_out);
  EXPECT_NE(testing::explained(mail.call(kCopied)).find("body: mentions an address"),
            std::string::npos);
}

TEST(PlaceTools, hear_of_files_that_matter) {
  const Settings settings{kRoots, kDomains, {}};
  const auto read = testing::tool("read_file", R"({"path":{"type":"string"}})", settings);
  EXPECT_EQ(read.profile(R"({"path":"/srv/app/x"})").flag(Field::kPrivilegedAccess), std::nullopt);
  EXPECT_EQ(read.profile(R"({"path":"/etc/hosts"})").flag(Field::kPrivilegedAccess), true);
  EXPECT_EQ(read.profile(R"({"path":"/home/x"})").flag(Field::kPrivilegedAccess), true);
  EXPECT_EQ(read.profile(R"({"path":"~/.ssh/id_rsa"})").flag(Field::kSensitiveData), true);
}

bool is_public(const Resolution& resolution) {
  return std::ranges::any_of(resolution.evidence, [](const model::Evidence& item) {
    return item.field == Field::kDestination &&
           item.value == model::Value(model::ChoiceSet(model::Destination::kPublic));
  });
}

TEST(Audience, of_everybody_is_public_and_any_other_says_nothing) {
  const auto publish =
      testing::tool("update_repository", R"({"visibility":{"enum":["public","private"]},
      "private":{"type":"boolean"},"is_public":{"type":"string"},"name":{"type":"string"}})");
  for (const auto* arguments :
       {R"({"visibility":"public"})", R"({"visibility":"Public"})", R"({"private":false})",
        R"({"private":"false"})", R"({"is_public":"true"})", R"({"is_public":"anyone"})"})
    EXPECT_TRUE(is_public(publish.call(arguments))) << arguments;
  for (const auto* arguments :
       {R"({})", R"({"visibility":"private"})", R"({"private":true})", R"({"is_public":"no"})",
        R"({"visibility":null})", R"({"name":"public"})", R"({"visibility":["x"]})"})
    EXPECT_FALSE(is_public(publish.call(arguments))) << arguments;
}

}  // namespace
}  // namespace touchstone::resolve
