#include "resolve/path.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "resolve/letters.hpp"
#include "resolve/verdict.hpp"

namespace touchstone::resolve {
namespace {

bool has_drive(std::string_view text) {
  return text.size() >= 2 && is_letter(text[0]) && text[1] == ':' &&
         (text.size() == 2 || text[2] == '\\' || text[2] == '/');
}

// Characters that become dots or slashes when a text is normalised.
constexpr std::array<std::string_view, 7> kDotLookAlikes{
    "\xE2\x80\xA4", "\xE2\x80\xA5", "\xE2\x81\x84", "\xE2\x88\x95",
    "\xEF\xBC\x8E", "\xEF\xBC\x8F", "\xEF\xBC\xBC"};

constexpr auto kStrange = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("$%*?\"<>|")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

// What one reader takes literally and another does not.
bool is_ambiguous(std::string_view text) {
  if (text.empty() || text.size() > kMaxPath) return true;
  bool plain = true;  // no letters beyond ASCII
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || kStrange[byte]) return true;
    plain = plain && byte < 0x80;
  }
  return !plain && std::ranges::any_of(kDotLookAlikes, [&](auto sign) {
    return text.find(sign) != std::string_view::npos;
  });
}

bool has_scheme(std::string_view text) { return base::lower_case(text.substr(0, 5)) == "file:"; }

// file:///x and file://localhost/x; nothing for another host, which is a share.
std::optional<std::string_view> without_scheme(std::string_view text) {
  if (!has_scheme(text)) return text;
  const auto lower = base::lower_case(text.substr(0, 17));
  if (lower.starts_with("file:///"))
    text.remove_prefix(7);
  else if (lower.starts_with("file://localhost/"))
    text.remove_prefix(16);
  else
    return std::nullopt;
  if (text.size() > 1 && has_drive(text.substr(1))) text.remove_prefix(1);
  return text;
}

// Windows leaves dots and spaces at the end of a name out, and takes NAME~1 for a longer one.
bool is_strange_segment(std::string_view segment, bool windows) {
  const auto tilde = segment.find('~');
  const bool short_name = tilde != std::string_view::npos && tilde + 1 < segment.size() &&
                          segment[tilde + 1] >= '0' && segment[tilde + 1] <= '9';
  if (short_name) return true;
  if (segment.find_first_not_of('.') == std::string_view::npos && segment.size() > 2) return true;
  if (!windows) return false;
  return segment.ends_with(' ') || segment.find(':') != std::string_view::npos ||
         (segment.ends_with('.') && segment != "." && segment != "..");
}

// The segments after dots are resolved; `escaped` if ".." leads above the beginning.
struct Segments {
  std::vector<std::string_view> parts;
  bool escaped = false;
  bool strange = false;
};

Segments segments_of(std::string_view text, std::string_view separators, bool windows) {
  Segments out;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(separators), text.size());
    const auto segment = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    out.strange = out.strange || is_strange_segment(segment, windows);
    if (segment == "..") {
      out.escaped = out.escaped || out.parts.empty();
      if (!out.parts.empty()) out.parts.pop_back();
    } else if (!segment.empty() && segment != ".") {
      out.parts.push_back(segment);
    }
  }
  return out;
}

std::string joined(std::string_view prefix, const std::vector<std::string_view>& parts) {
  std::string out(prefix);
  for (const auto part : parts) {
    if (!out.empty() && out.back() != '/') out += '/';
    out += part;
  }
  return out;
}

struct Prefix {
  std::string text;  // "/", "c:/", "~" or "" for a relative path
  std::size_t length = 0;
};

std::optional<Prefix> prefix_of(std::string_view text) {
  if (text.starts_with("\\\\") || text.starts_with("//")) {
    return text.starts_with("//") && text.find('\\') == std::string_view::npos
               ? std::optional<Prefix>({"/", 1})
               : std::nullopt;
  }
  if (text.size() > 1 && is_letter(text[0]) && text[1] == ':') {
    // c: and c:x are relative to whatever folder that drive has.
    if (!has_drive(text) || text.size() < 3) return std::nullopt;
    return Prefix{base::lower_case(text.substr(0, 1)) + ":/", 3};
  }
  if (text.starts_with('/')) return Prefix{"/", 1};
  if (text == "~" || text.starts_with("~/")) return Prefix{"~", 1};
  if (text.starts_with('~')) return std::nullopt;
  return Prefix{};
}

// Belong to the system on Unix, macOS and Windows.
constexpr std::array<std::string_view, 22> kSystemFolders{
    "/etc",     "/root",    "/boot",      "/proc",           "/sys",         "/dev",
    "/run",     "/usr",     "/bin",       "/sbin",           "/lib",         "/lib64",
    "/var/run", "/var/lib", "/var/log",   "/var/spool",      "/private/etc", "/private/var",
    "/system",  "/library", "c:/windows", "c:/program files"};

// Segments of a path, in lower case.
constexpr base::WordList kSecretNames(
    ".ssh .aws .azure .gnupg .kube .docker .netrc _netrc .npmrc .pypirc .git-credentials .pgpass "
    ".my.cnf .htpasswd .vault-token .env .envrc id_rsa id_dsa id_ecdsa id_ed25519 shadow gshadow "
    "sudoers master.passwd credentials credentials.json secrets.yaml secrets.yml secrets.json "
    "keychains keyring keyrings login.keychain wallet.dat cookies.sqlite authorized_keys ntds.dit "
    "application_default_credentials.json .bash_history .zsh_history environ");
constexpr std::array<std::string_view, 8> kSecretEndings{".pem",  ".key", ".pfx",      ".p12",
                                                         ".kdbx", ".jks", ".keystore", ".ppk"};

bool is_secret_segment(std::string_view segment) {
  if (kSecretNames.has(segment) || segment.starts_with(".env.")) return true;
  return std::ranges::any_of(kSecretEndings, [&](auto ending) {
    return segment.ends_with(ending) && segment.size() > ending.size();
  });
}

bool is_in(std::string_view path, std::string_view folder) {
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

std::string system_of(std::string_view normal) {
  const auto lower = base::lower_case(normal);
  if (lower == "/dev/null") return {};
  for (const auto folder : kSystemFolders) {
    if (is_in(lower, folder)) return fmt::format("{} belongs to the system", folder);
  }
  return {};
}

}  // namespace

std::string secret_in(std::string_view word) {
  const auto lower = base::lower_case(word.substr(0, kMaxPath));
  std::string_view rest = lower;
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of("/\\=:@,"), rest.size());
    const auto segment = rest.substr(0, end);
    if (is_secret_segment(segment)) return fmt::format("{} is secret", shown(segment));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::string normal_path(std::string_view text) {
  if (is_ambiguous(text)) return {};
  const auto path = without_scheme(text);
  if (!path || path->empty()) return {};
  const auto prefix = prefix_of(*path);
  if (!prefix) return {};
  const bool windows = prefix->text.ends_with(":/");
  const auto rest = path->substr(prefix->length);
  // A backslash is a letter on Unix and a separator on Windows.
  if (!windows && rest.find('\\') != std::string_view::npos) return {};
  const auto segments = segments_of(rest, windows ? "/\\" : "/", windows);
  if (segments.strange) return {};
  if (prefix->text == "~" && segments.escaped) return {};
  if (prefix->text.empty() && segments.escaped) return "..";
  if (prefix->text == "~") return joined("~/", segments.parts);
  const auto out = joined(prefix->text, segments.parts);
  // ./c:/x, ./~ and ./File:x would be something else without their dot.
  const bool other = out.starts_with('~') || out.substr(0, out.find('/')).ends_with(':') ||
                     (out.size() > 1 && out[1] == ':') || has_scheme(out);
  if (prefix->text.empty() && other) return {};
  return out.empty() ? "." : out;
}

PathVerdict classify_path(std::string_view text, std::span<const std::string> roots) {
  PathVerdict out;
  out.secret = secret_in(text);
  const auto normal = normal_path(text);
  if (normal.empty()) return out;
  const bool absolute = normal.starts_with('/') || normal.starts_with('~') || has_drive(normal);
  const bool inside =
      std::ranges::any_of(roots, [&](const std::string& root) { return is_in(normal, root); });
  if (!inside) out.system = system_of(normal);
  if (inside) {
    out.place = Place::kInside;
  } else if (!absolute) {
    out.place = normal == ".." ? Place::kOutside : Place::kRelative;
  } else {
    // Where a home is, and whether it lies in a root, is not known.
    out.place = normal.starts_with('~') ? Place::kUnknown : Place::kOutside;
  }
  return out;
}

}  // namespace touchstone::resolve
