// Passwords as people, files and shells write them: found, and from their first character to the
// last.
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "detect/content_for_test.hpp"

namespace touchstone::detect {
namespace {

using content_testing::sample;
using content_testing::scan;

// What is left when every secret is taken out.
std::string without_secrets(std::string_view text, ContentKind kind = ContentKind::kSecret) {
  std::string out;
  std::size_t at = 0;
  for (const auto& item : scan(text).items) {
    if (item.kind != kind) continue;
    out += text.substr(at, item.begin - at);
    out += "*";
    at = item.end;
  }
  return out + std::string(text.substr(at));
}

using Pair = std::pair<std::string_view, std::string_view>;

TEST(Password, it_may_have_any_punctuation_in_it) {
  for (const auto& [text, left] : {
           Pair{"password=Wq7n;pL2x9Zt", "password=*"},
           Pair{"password: Wq7n,pL2x9Zt", "password: *"},
           Pair{"password: Wq7n)pL2x9Zt", "password: *"},
           Pair{"password: Wq7npL2&x9Zt", "password: *"},
           Pair{"password: Wq7npL2<x9Zt", "password: *"},
           Pair{"password: Wq7np\"L2x9Zt", "password: *"},
           Pair{"password: Wq7n|pL2x}9Zt then", "password: * then"},
           Pair{"password: Wq7n\\pL2x9Zt", "password: *"},
           Pair{"DB_PASSWORD=nQ8$zR3&wK6@tY1\nHOST=db", "DB_PASSWORD=*\nHOST=db"},
           Pair{"client_secret: nQ8$zR3&wK6@tY1pp", "client_secret: *"},
       }) {
    EXPECT_EQ(without_secrets(text), left) << text;
  }
}

TEST(Password, in_quotes_it_ends_at_its_quote) {
  for (const auto& [text, left] : {
           Pair{R"({"password":"Wq7npL2\"x9Zt","user":"x"})", R"({"password":"*","user":"x"})"},
           Pair{R"({"password":"Wq7npL2"x9Zt","user":"x"})", R"({"password":"*","user":"x"})"},
           Pair{R"("{\"password\":\"Wq7npL2\\\"x9Zt\",\"u\":1}")",
                R"("{\"password\":\"*\",\"u\":1}")"},
           Pair{R"({"password":"Wq7npL2x9Zt\\","user":"x"})", R"({"password":"*","user":"x"})"},
           Pair{"password: 'Wq7n''pL2x9Zt'", "password: '*'"},
           Pair{"password: 'Wq7npL2x#9Zt!'", "password: '*'"},
           Pair{"password = \"Wq7n(pL2[x9Zt\"", "password = \"*\""},
           Pair{"password = \"$Wq7n-pL2x9Zt\"", "password = \"*\""},
           Pair{"PASSWORD=\"\"\"Wq7npL2x9Zt\"\"\"", "PASSWORD=\"\"\"*\"\"\""},
           Pair{"password: 'Wq7npL2x9Zt\\', user", "password: '*', user"},
       }) {
    EXPECT_EQ(without_secrets(text), left) << text;
  }
}

TEST(Password, what_stands_around_it_is_left) {
  for (const auto& [text, left] : {
           Pair{"The password is Wq7npL2x9Zt.", "The password is *."},
           Pair{"(password: Wq7npL2x9Zt), and", "(password: *), and"},
           Pair{"https://h.dev/?password=Wq7npL2x9Zt&page=2", "https://h.dev/?password=*&page=2"},
           Pair{"?password=Wq7npL2x9Zt&debug#top", "?password=*&debug#top"},
           Pair{"user=bob&password=Wq7npL2x9Zt&remember=1", "user=bob&password=*&remember=1"},
           Pair{"Server=db;Password=Wq7npL2x9Zt;Initial Catalog=shop",
                "Server=db;Password=*;Initial Catalog=shop"},
           Pair{"open(password=Wq7npL2x9Zt).then(read)", "open(password=*).then(read)"},
           Pair{"<b>password: Wq7npL2x9Zt</b>", "<b>password: *</b>"},
           Pair{"{password:Wq7npL2x9Zt,user:bob}", "{password:*,user:bob}"},
           Pair{"echo \"password=Wq7npL2x9Zt\"; ls", "echo \"password=*\"; ls"},
           Pair{"a\\npassword: Wq7npL2x9Zt\\nuser: bob", "a\\npassword: *\\nuser: bob"},
           Pair{"密码：Wq7npL2x9Zt。谢谢", "密码：*。谢谢"},
       }) {
    EXPECT_EQ(without_secrets(text), left) << text;
  }
}

TEST(Password, it_has_a_name_in_many_languages) {
  for (const auto* text :
       {"Passwort: Wq7npL2x9Zt", "Das Kennwort lautet Wq7npL2x9Zt.", "Mot de passe : Wq7npL2x9Zt",
        "contraseña: Wq7npL2x9Zt", "CONTRASEÑA = Wq7npL2x9Zt", "senha: Wq7npL2x9Zt",
        "Wachtwoord: Wq7npL2x9Zt", "Hasło: Wq7npL2x9Zt", "Пароль: Wq7npL2x9Zt", "密码是Wq7npL2x9Zt",
        "パスワード：Wq7npL2x9Zt", "비밀번호: Wq7npL2x9Zt", "كلمة المرور: Wq7npL2x9Zt",
        "पासवर्ड: Wq7npL2x9Zt", "kata sandi adalah Wq7npL2x9Zt"}) {
    const auto left = without_secrets(text);
    EXPECT_EQ(left.find("Wq7np"), std::string::npos) << left;
  }
}

TEST(Password, it_stands_on_command_lines) {
  for (const auto& [text, left] : {
           Pair{"curl -u admin:Wq7npL2x9Zt https://h.dev/x", "curl -u admin:* https://h.dev/x"},
           Pair{"curl -s --user 'admin:Wq7n pL2x9Zt' \\\n  x",
                "curl -s --user 'admin:Wq7n pL2x9Zt' \\\n  x"},
           Pair{"curl -X POST \\\n  --user=admin:Wq7n;pL2x h",
                "curl -X POST \\\n  --user=admin:* h"},
           Pair{"mysql -u root -pWq7npL2x9Zt shop", "mysql -u root -p* shop"},
           Pair{"mysqldump -p'Wq7n pL2' | x; mysql -p'Wq7n$pL2'",
                "mysqldump -p'Wq7n pL2' | x; mysql -p'*'"},
           Pair{"sshpass -p Wq7npL2x9Zt ssh h", "sshpass -p * ssh h"},
           Pair{"redis-cli -h h -a Wq7npL2x9Zt ping", "redis-cli -h h -a * ping"},
           Pair{"tool --password Wq7npL2x9Zt --user bob", "tool --password * --user bob"},
       }) {
    EXPECT_EQ(without_secrets(text), left) << text;
  }
  for (const auto* text :
       {"curl -u $USER:$PASSWORD https://h.dev", "docker run -u 1000:1000 image2", "mysql -p shop1",
        "curl -u user:password https://h.dev", "mysql -p$MYSQL_PASSWORD shop",
        "mysql -h db1 -P 3306 -p", "curl https://h.dev/a-u1:b2", "tool --password <password1>",
        "--password string   the password2 of it"}) {
    EXPECT_EQ(without_secrets(text), text);
  }
}

TEST(Password, code_that_handles_one_is_none) {
  for (const auto* text :
       {"password:string;confirm?:string;user1:string", "const f = password=>hash1&&salt2",
        "connect(user, password, retries2)", "password = a1 || b2", "password=user.password;",
        "password:req.body.password1,email:req.body.email1", "if (password) { x1(); }",
        "password: <b>required1</b>", "password=${PASS1},user=x", "WHERE password=?,name1=?",
        "password: z.string().min(8)", "password -> Password2;", "password: {{ password1 }}"}) {
    EXPECT_EQ(without_secrets(text), text);
  }
}

TEST(Password, the_code_of_a_card_is_told_beside_it_and_by_its_name) {
  for (const auto& [text, left] : {
           Pair{"card 4111 1111 1111 1111 cvv 123 exp 12/27", "card * cvv * exp 12/27"},
           Pair{"CVC: 4321", "CVC: *"},
           Pair{R"({"cvv2":"987"})", R"({"cvv2":"*"})"},
       }) {
    EXPECT_EQ(without_secrets(text, ContentKind::kFinancial), left) << text;
  }
  for (const auto* text : {"cvc 12", "CVC-2024-1", "cvv: 12345", "cvvs 123", "recvc 123"}) {
    EXPECT_EQ(without_secrets(text, ContentKind::kFinancial), text);
  }
}

TEST(Password, a_token_is_found_where_a_word_runs_into_it) {
  const auto token = "ghp_" + sample("A36", 9);
  EXPECT_EQ(without_secrets("x" + token), "x*");
  EXPECT_EQ(without_secrets("my_key_" + token + "."), "my_key_*.");
  EXPECT_EQ(without_secrets(std::string(40, 'q') + token), std::string(40, 'q') + token);
}

}  // namespace
}  // namespace touchstone::detect
