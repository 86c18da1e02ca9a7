#include "cli/declassify.hpp"

#include <algorithm>

#include "cli/approvals_report.hpp"

namespace touchstone::cli {
namespace {

constexpr model::DataClass kClasses[] = {model::DataClass::kUser, model::DataClass::kPii,
                                         model::DataClass::kFinancial,
                                         model::DataClass::kCredentials};

// Scopes go with `regulated`, or each by its name.
model::DataClasses classes_without(const model::DataClasses& classes,
                                   const std::vector<std::string>& words) {
  const auto stays = [&](std::string_view word) {
    return std::ranges::find(words, word) == words.end();
  };
  model::DataClasses out;
  for (const auto member : kClasses) {
    if (classes.has(member) && stays(name_of(member))) out.insert(member);
  }
  for (const auto& label : classes.labels()) {
    if (stays(label)) out.insert_label(label);
  }
  if (!classes.has(model::DataClass::kRegulated) || !stays("regulated")) return out;
  if (classes.scopes().empty()) out.insert(model::DataClass::kRegulated);
  for (const auto& scope : classes.scopes()) {
    if (stays(scope)) out.insert_scope(scope);
  }
  return out;
}

// A flag to take away, and whether it is there.
struct Taken {
  bool asked;
  bool present;
  std::string_view word;
};

base::Result<void> check_present(const model::Label& label, const SessionsOptions& options) {
  const auto absent = [&](std::string_view word) {
    return base::fail(std::string("the session has not seen anything ").append(word), options.key,
                      "it has seen: " + label_in_words(label));
  };
  for (const auto& [asked, present, word] :
       {Taken{options.untrusted, label.untrusted, "untrusted"},
        Taken{options.is_private, label.is_private, "private"},
        Taken{options.malicious, label.malicious, "malicious"}}) {
    if (asked && !present) return absent(word);
  }
  for (const auto& word : options.classes) {
    if (!label.classes.has_word(word)) return absent(word);
  }
  return {};
}

}  // namespace

base::Result<model::Label> label_without(const model::Label& label,
                                         const SessionsOptions& options) {
  if (options.all) return model::Label();
  if (!options.untrusted && !options.is_private && !options.malicious && options.classes.empty()) {
    return base::fail("nothing was named that shall go", options.key,
                      "--class C, --untrusted, --private, --malicious or --all");
  }
  if (const auto present = check_present(label, options); !present) {
    return tl::unexpected(present.error());
  }
  model::Label out = label;
  out.untrusted = label.untrusted && !options.untrusted;
  out.is_private = label.is_private && !options.is_private;
  out.malicious = label.malicious && !options.malicious;
  out.classes = classes_without(label.classes, options.classes);
  return out;
}

}  // namespace touchstone::cli
