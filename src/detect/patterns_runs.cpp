// Secrets that no literal of three characters leads: what is known of them is the form of a long
// run of letters and digits.
#include "detect/run_rules.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr RunRule kRunRules[] = {
    {"twilio-key", "'SK' h32"},
    {"twilio-account", "'AC' h32"},
    {"mailgun-key", "'key-' h32", 4},
    {"mailchimp-key", "h32 '-us' D1-2"},
    {"airtable-token", "'pat' A14 '.' h64", 18},
    {"discord-bot-token", "A23-28 '.' W6 '.' W27-38", 0, is_discord_token},
    {"cargo-registry-token", "'cio' A32"},
    {"nuget-key", "'oy2' a43"},
    {"octopus-key", "'API-' U26-32", 4},
    {"elevenlabs-key", "'sk_' h48", 3},
    {"openai-legacy-key", "'sk-' A48", 3, is_varied_mix},
    {"mollie-key", "'live_' A30-35", 5},
    {"mollie-test-key", "'test_' A30-35", 5, is_varied_mix},
    {"rapidapi-key", "h10 'msh' A17 'jsn' A12"},
    {"resend-key", "'re_' A8 '_' A24", 12},
    {"vault-legacy-token", "'s.' A24", 2, is_varied_mix},
};
// clang-format on

}  // namespace

std::span<const RunRule> run_rules() { return kRunRules; }

}  // namespace touchstone::detect
