#include "detect/literals.hpp"

#include <array>
#include <utility>

namespace touchstone::detect {
namespace {

enum class Edge : std::uint8_t { kNone, kEnd, kBoth };  // where no word may go on

struct Literal {
  Family family;
  int points;
  std::string_view text;  // lower case
  Edge edge = Edge::kNone;
};

// clang-format off
constexpr Literal kLiterals[] = {
    {Family::kSecretFile, 6, "/.ssh"},
    {Family::kSecretFile, 6, "id_rsa"},
    {Family::kSecretFile, 6, "id_ed25519"},
    {Family::kSecretFile, -12, ".pub", Edge::kEnd},
    {Family::kSecretFile, 6, "authorized_keys"},
    {Family::kSecretFile, 6, "/etc/passwd"},
    {Family::kSecretFile, 6, "/etc/shadow"},
    {Family::kSecretFile, 6, "/etc/sudoers"},
    {Family::kSecretFile, 6, ".aws/credentials"},
    {Family::kSecretFile, 6, ".git-credentials"},
    {Family::kSecretFile, 6, ".bashrc", Edge::kEnd},
    {Family::kSecretFile, 6, ".zshrc", Edge::kEnd},
    {Family::kSecretFile, 6, ".bash_profile"},
    {Family::kSecretFile, 6, "~/.profile"},
    {Family::kSecretFile, 6, ".bash_history"},
    {Family::kSecretFile, 6, ".zsh_history"},
    {Family::kSecretFile, 5, ".netrc", Edge::kEnd},
    {Family::kSecretFile, 4, ".npmrc", Edge::kEnd},
    {Family::kSecretFile, 4, ".pypirc", Edge::kEnd},
    {Family::kSecretFile, 4, ".kube/config"},
    {Family::kSecretFile, 4, ".docker/config.json"},
    {Family::kSecretFile, 6, "mcp.json", Edge::kBoth},
    {Family::kSecretFile, 6, "claude_desktop_config"},
    {Family::kSecretFile, 6, "/.cursor/"},
    {Family::kSecretFile, 6, "wallet.dat"},
    {Family::kSecretFile, 6, "passwords.txt"},
    {Family::kSecretFile, 6, "password.txt"},
    {Family::kSecretFile, 5, "secrets.txt"},
    {Family::kSecretFile, 4, "credentials.json"},
    {Family::kSecretFile, 5, "/proc/self/environ"},
    {Family::kSecretFile, 4, " .env", Edge::kEnd},
    {Family::kSecretFile, 4, "`.env`"},
    {Family::kSecretFile, 4, "/.env", Edge::kEnd},
    {Family::kSecretFile, 7, "system://"},
    {Family::kSecretFile, 4, "$aws_secret"},
    {Family::kSecretFile, 4, "$openai_api_key"},

    {Family::kCommand, 6, "rm -rf"},
    {Family::kCommand, 6, "rm -fr"},
    {Family::kCommand, 6, "rm -rf ~"},
    {Family::kCommand, 6, "rm -rf /"},
    {Family::kCommand, 5, "curl -"},
    {Family::kCommand, 5, "curl http"},
    {Family::kCommand, 5, "wget -"},
    {Family::kCommand, 5, "wget http"},
    {Family::kCommand, 5, "| sh", Edge::kEnd},
    {Family::kCommand, 5, "| bash", Edge::kEnd},
    {Family::kCommand, 5, "|sh", Edge::kEnd},
    {Family::kCommand, 5, "|bash", Edge::kEnd},
    {Family::kCommand, 5, "bash -c"},
    {Family::kCommand, 5, "sh -c"},
    {Family::kCommand, 5, "&& echo"},
    {Family::kCommand, 4, "sudo "},
    {Family::kCommand, 4, "chmod "},
    {Family::kCommand, 4, "whoami", Edge::kBoth},
    {Family::kCommand, 4, "echo $"},
    {Family::kCommand, 4, "$("},
    {Family::kCommand, 5, "nc -e"},
    {Family::kCommand, 5, "/dev/tcp/"},
    {Family::kCommand, 4, "crontab -"},
    {Family::kCommand, 4, "cat ~/"},
    {Family::kCommand, 4, "cat /etc"},
    {Family::kCommand, 5, "powershell -"},
    {Family::kCommand, 4, "base64 -d"},

    {Family::kMarkup, 10, "<|im_start|>"},
    {Family::kMarkup, 10, "<|im_end|>"},
    {Family::kMarkup, 10, "<|system|>"},
    {Family::kMarkup, 10, "<|assistant|>"},
    {Family::kMarkup, 10, "<|endoftext|>"},
    {Family::kMarkup, 10, "<<sys>>"},
    {Family::kMarkup, 10, "[/inst]"},
    {Family::kMarkup, 8, "[inst]"},
    {Family::kMarkup, 7, "[system]"},
    {Family::kMarkup, 6, "[system "},
    {Family::kMarkup, 6, "[admin"},
    {Family::kMarkup, 6, "[important]"},
    {Family::kMarkup, 6, "directive]"},
    {Family::kMarkup, 6, "### system"},
    {Family::kMarkup, 6, "### instruction"},
    {Family::kMarkup, 4, "system:"},
    {Family::kMarkup, 5, "\nassistant:"},
    {Family::kMarkup, 5, "\nhuman:"},
    {Family::kMarkup, 7, "<tool_call"},
    {Family::kMarkup, 4, "<tool_call>{\""},
    {Family::kMarkup, 4, "<tool_call>\n{\""},
    {Family::kMarkup, 7, "<tool_use"},
    {Family::kMarkup, 4, "<invoke name="},
    {Family::kMarkup, 4, "<function_calls>"},
    {Family::kMarkup, 7, "<function_call"},
    {Family::kMarkup, 7, "<invoke"},
    {Family::kMarkup, 7, "</tool_result"},
    {Family::kMarkup, 7, "</tool_response"},
    {Family::kMarkup, 6, "begin system"},
    {Family::kMarkup, 6, "end of system"},
};
// clang-format on

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr auto kWordLetters = [] {
  std::array<bool, 256> out{};
  for (std::size_t c = 0; c < out.size(); ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out[c] = letter || (c >= '0' && c <= '9') || c == '_';
  }
  return out;
}();

bool is_word(char c) { return kWordLetters[static_cast<unsigned char>(c)]; }

// By the first byte, of either case: the next literal of the table that begins with it, and one;
// 0: none. And so on from each literal.
struct Chains {
  std::array<std::uint8_t, 256> first{};
  std::array<std::uint8_t, std::size(kLiterals)> next{};
};
constexpr Chains kChains = [] {
  static_assert(std::size(kLiterals) < 256);
  Chains out;
  for (std::size_t i = std::size(kLiterals); i > 0; --i) {
    const char c = kLiterals[i - 1].text.front();
    auto& head = out.first[static_cast<unsigned char>(c)];
    out.next[i - 1] = std::exchange(head, static_cast<std::uint8_t>(i));
    if (c >= 'a' && c <= 'z') out.first[static_cast<unsigned char>(c - 'a' + 'A')] = head;
  }
  return out;
}();

// By the first byte: which second ones there are, whatever their case.
constexpr std::uint32_t second_of(char c) {
  return std::uint32_t{1} << (static_cast<unsigned char>(c) % 32U);
}
constexpr auto kSeconds = [] {
  std::array<std::uint32_t, 256> out{};
  for (std::size_t first = 0; first < out.size(); ++first) {
    for (std::size_t next = kChains.first[first]; next != 0; next = kChains.next[next - 1]) {
      out[first] |= second_of(kLiterals[next - 1].text[1]);
    }
  }
  return out;
}();

bool stands_at(std::string_view text, std::size_t at, const Literal& literal) {
  const auto size = literal.text.size();
  if (text.size() - at < size) return false;
  for (std::size_t i = 1; i < size; ++i) {
    if (lower(text[at + i]) != literal.text[i]) return false;
  }
  const bool goes_on = at + size < text.size() && is_word(text[at + size]);
  return literal.edge == Edge::kNone || !goes_on;
}

}  // namespace

void find_literals(std::string_view text, Marks& marks) {
  const auto room_until = marks.size() + kMaxMarks;
  bool inside = false;
  for (std::size_t at = 0; at < text.size() && marks.size() < room_until; ++at) {
    // A literal that begins with a letter begins a word: "sudo " is not in "pseudo ".
    const bool was_word = std::exchange(inside, is_word(text[at]));
    if (was_word && inside) continue;
    const auto seconds = kSeconds[static_cast<unsigned char>(text[at])];
    if (seconds == 0 || at + 1 == text.size() || (seconds & second_of(text[at + 1])) == 0) continue;
    for (std::size_t next = kChains.first[static_cast<unsigned char>(text[at])]; next != 0;) {
      const auto index = next - 1;
      next = kChains.next[index];
      const auto& literal = kLiterals[index];
      if (!stands_at(text, at, literal)) continue;
      marks.push_back(
          {literal.family, literal.points, kLiteralRules + index, at, at + literal.text.size()});
    }
  }
}

}  // namespace touchstone::detect
