#include "cli/declassify.hpp"

#include "cli/approvals_report.hpp"
#include "model/relief.hpp"

namespace touchstone::cli {
namespace {

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
  return model::relieved(label, {.untrusted = options.untrusted,
                                 .is_private = options.is_private,
                                 .malicious = options.malicious,
                                 .classes = options.classes});
}

}  // namespace touchstone::cli
