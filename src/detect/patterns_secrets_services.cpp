// Tokens of services that send, pay, watch and store for others.
#include "detect/content_tables.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr TokenRule kServiceSecrets[] = {
    // Messages.
    {"slack-bot-token", "xoxb-", "D10-13 '-' D10-13 '-' A24"},
    {"slack-legacy-bot-token", "xoxb-", "D8-14 '-' A18-26"},
    {"slack-user-token", "xoxp- xoxe-", "D10-13 '-' D10-13 '-' D10-13 '-' A28-34"},
    {"slack-workspace-token", "xoxa- xoxr-", "D1-13 '-' A8-64"},
    {"slack-legacy-token", "xoxo- xoxs-", "D5-13 '-' D5-13 '-' D5-13 '-' h6-64"},
    {"slack-configuration-token", "xoxe.xoxp- xoxe.xoxb-", "D1 '-' A140-180"},
    {"slack-configuration-refresh-token", "xoxe-", "D1 '-' A140-150"},
    {"slack-app-token", "xapp-", "D1 '-' U10-13 '-' D10-14 '-' h60-70"},
    {"slack-cookie", "xoxd-", "N80-300"},
    {"slack-webhook", "hooks.slack.com/services/ hooks.slack.com/workflows/", "U8-13 '/' U8-13 '/' A20-30"},
    {"discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", "D17-20 '/' W60-80"},
    {"telegram-bot-token", ":AA", "W33", "D8-10"},
    {"sendgrid-key", "SG.", "W22 '.' W43"},
    {"brevo-key", "xkeysib- xsmtpsib-", "h64 '-' A16"},
    {"postman-key", "PMAK-", "h24 '-' h34"},
    {"zapier-webhook", "hooks.zapier.com/hooks/catch/", "D5-10 '/' a5-12"},
    {"lark-webhook", "open.feishu.cn/open-apis/bot/v2/hook/ open.larksuite.com/open-apis/bot/v2/hook/", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
    {"dingtalk-webhook", "oapi.dingtalk.com/robot/send?access_token=", "h64"},
    {"wecom-webhook", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},

    // Payments and shops.
    {"stripe-secret-key", "sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_", "A10-120"},
    {"stripe-webhook-secret", "whsec_", "B32-64 ?'=' ?'='"},
    {"square-token", "EAAA", "W60"},
    {"square-secret", "sq0csp- sq0atp-", "W22-43"},
    {"paypal-braintree-token", "access_token$production$ access_token$sandbox$", "a16 '$' h32"},
    {"shopify-token", "shpat_ shpca_ shppa_ shpss_", "H32"},
    {"razorpay-key", "rzp_live_ rzp_test_", "A14"},
    {"flutterwave-key", "FLWSECK- FLWSECK_TEST-", "A12-32 '-X'"},
    {"paystack-key", "sk_live_ sk_test_", "h40"},
    {"plaid-token", "access-sandbox- access-development- access-production-", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
    {"adyen-key", "AQE", "B60-200 ?'=' ?'=' '-' P60+"},
    {"easypost-key", "EZAK EZTK", "A54"},
    {"shippo-token", "shippo_live_ shippo_test_", "h40"},
    {"duffel-token", "duffel_test_ duffel_live_", "W43"},

    // Watching.
    {"newrelic-user-key", "NRAK-", "U27"},
    {"newrelic-browser-key", "NRJS-", "h19"},
    {"newrelic-insert-key", "NRII-", "W32"},
    {"newrelic-licence-key", "NRAL", "", "h36"},
    {"grafana-service-token", "glsa_", "A32 '_' H8"},
    {"grafana-cloud-token", "glc_", "B32-400 ?'=' ?'='"},
    {"grafana-key", "eyJrIjoi", "B70-400 ?'=' ?'='"},
    {"sentry-token", "sntrys_ sntryu_", "P40+"},
    {"dynatrace-token", "dt0c01.", "U24 '.' U64"},
    {"honeycomb-key", "hcaik_ hcbik_ hcalk_", "a58"},
    {"posthog-key", "phx_", "A40-50"},
    {"logfire-token", "pylf_v1_us_ pylf_v1_eu_", "A40+"},
    {"axiom-token", "xaat- xapt-", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},

    // Work, content, identity.
    {"notion-token", "ntn_", "A40-50"},
    {"notion-secret", "secret_", "A43"},
    {"linear-key", "lin_api_ lin_oauth_", "A32-80"},
    {"clickup-token", "pk_", "D6-10 '_' U32"},
    {"typeform-token", "tfp_", "P59"},
    {"figma-token", "figd_", "W40-50"},
    {"dropbox-token", "sl.u. sl.A sl.B", "W130-1200"},
    {"contentful-token", "CFPAT-", "W43"},
    {"readme-key", "rdme_", "a70"},
    {"hubspot-token", "pat-na1- pat-eu1- pat-na2-", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
    {"salesforce-session", "00D", "A12-15 '!' X80-120"},
    {"frameio-token", "fio-u-", "W64"},
    {"mapbox-token", "sk.eyJ", "W60-100 '.' W22"},
    {"facebook-token", "EAAC EAAM EAAB EAAD EAAE EAAF EAAG EAAH EAAI EAAJ EAAK EAAL EAAN EAAO EAAP EAAQ EAAS", "A100+"},
    {"instagram-token", "IGQVJ IGAA", "W100+"},
    {"intra42-secret", "s-s4t2ud- s-s4t2af-", "h64"},
    {"workos-key", "sk_live_a2V5 sk_test_a2V5", "B40+"},
    {"stytch-secret", "secret-test- secret-live-", "W36 '='"},
    {"onfido-token", "api_live. api_sandbox. api_live_us. api_live_eu.", "W11 '.' W32"},
    {"snyk-token", "snyk_uat.", "h8 '.' P40+"},
    {"settlemint-token", "sm_aat_ sm_pat_ sm_sat_", "A16"},
    {"mercury-token", "secret-token:mercury_", "P40+"},
    {"sonar-token", "squ_ sqp_ sqa_", "h40"},
    {"apify-token", "apify_api_", "A30-40"},
    {"ubidots-token", "BBFF-", "A30"},
};
// clang-format on

}  // namespace

std::span<const TokenRule> secrets_of_services() { return kServiceSecrets; }

}  // namespace touchstone::detect
