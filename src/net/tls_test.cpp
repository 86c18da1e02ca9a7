// TLS as a client: who is believed, and who is not.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/dial.hpp"
#include "net/tls_for_test.hpp"

namespace touchstone::net {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

class TlsDial : public testing::Test {
 protected:
  // What "hello" came back as, or why nothing did.
  std::string greet(const Certificate& shown, const std::string& host, bool trusted) {
    const TlsServer server(shown);
    Loop loop;
    Dialler dialler(loop);
    if (trusted) {
      const auto path = std::filesystem::temp_directory_path() /
                        ("touchstone-tls-" + std::to_string(::getpid()) + ".pem");
      shown.write(path);
      EXPECT_TRUE(dialler.tls().trust(path));
      std::filesystem::remove(path);
    }
    std::string got;
    const auto watchdog = loop.after(20s, [&] { loop.stop(); });
    loop.spawn(talk(loop, dialler, host, server.port(), got));
    loop.run();
    return got;
  }

 private:
  static Task<void> talk(Loop& loop, Dialler& dialler, std::string host, std::uint16_t port,
                         std::string& got) {
    auto stream = co_await dialler.tcp(std::move(host), port, true, 10s);
    if (stream) {
      std::array<char, 100> buffer;
      (void)co_await (*stream)->write("hel", "lo");
      const auto size = co_await (*stream)->read_some(buffer);
      got = size ? std::string(buffer.data(), *size) : size.error().what;
    } else {
      got = "refused: " + base::to_line(stream.error());
    }
    loop.stop();
  }
};

TEST_F(TlsDial, talks_to_a_server_whose_certificate_is_trusted_and_has_its_name) {
  EXPECT_EQ(greet(Certificate("localhost"), "localhost", true), "hello!");
}

TEST_F(TlsDial, refuses_a_certificate_for_another_name) {
  EXPECT_THAT(greet(Certificate("other.example"), "localhost", true),
              testing::AllOf(HasSubstr("refused: TLS with localhost"), HasSubstr("verify failed")));
}

TEST_F(TlsDial, refuses_a_name_where_an_address_was_dialled) {
  EXPECT_THAT(greet(Certificate("localhost"), "127.0.0.1", true), HasSubstr("refused: "));
}

TEST_F(TlsDial, refuses_an_issuer_that_nobody_knows) {
  EXPECT_THAT(greet(Certificate("localhost"), "localhost", false),
              testing::AllOf(HasSubstr("refused: TLS with localhost"), HasSubstr("verify failed")));
}

TEST(Tls, says_which_file_holds_no_certificates) {
  Tls tls;
  const auto trusted = tls.trust("/dev/null");
  ASSERT_FALSE(trusted);
  EXPECT_EQ(trusted.error().where, "/dev/null");
}

}  // namespace
}  // namespace touchstone::net
