// Keys of clouds and databases, keys in PEM, tokens that any service may use.
#include "detect/content_tables.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr TokenRule kCloudSecrets[] = {
    // Amazon.
    {"aws-access-key", "AKIA ASIA ABIA ACCA", "U16", "", is_aws_key_id},
    {"aws-bedrock-key", "ABSKQmVkcm9ja0FQSUtleS", "P90-140"},
    {"aws-bedrock-short-key", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t", "P20+"},
    {"aws-mws-token", "amzn.mws.", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
    {"aws-session-token", "FwoGZXIvYXdzE IQoJb3JpZ2luX2Vj", "B100+ ?'=' ?'='"},

    // Google.
    {"google-api-key", "AIza", "W35"},
    {"google-oauth-secret", "GOCSPX-", "W28"},
    {"google-access-token", "ya29.", "X30+"},
    {"google-refresh-token", "1//0", "W40-200"},
    {"firebase-messaging-key", ":APA91b", "W120-160", "A11-160"},

    // Microsoft.
    {"azure-client-secret", "0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~", "X31-34", "X3"},
    {"azure-storage-key", "AccountKey=", "B86 '=='"},
    {"azure-shared-access-key", "SharedAccessKey=", "B42-44 '='"},
    {"azure-sas-signature", "?sig= &sig=", "N40-80", "", is_varied_mix},
    {"azure-openai-key", "AAAAACOG AAABACOG", "A4", "A72-76"},
    {"azure-cosmos-key", "ACDb", "B6 '=='", "B76"},
    {"azure-search-key", "AzSe", "A6", "A42"},
    {"azure-function-key", "AzFu", "W6 '=='", "W44"},
    {"teams-webhook", ".webhook.office.com/webhookb2/", "N60-300"},

    // Other clouds.
    {"digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", "h64"},
    {"alibaba-access-key", "LTAI", "A12-26", "", is_varied_mix},
    {"tencent-secret-id", "AKID", "A32", "", is_varied_mix},
    {"yandex-api-key", "AQVN", "W35-38"},
    {"yandex-static-key", "YCAJE YCMAE", "W20-40"},
    {"scaleway-key", "SCW", "U17", "", is_varied_mix},
    {"cloudflare-origin-ca-key", "v1.0-", "h24 '-' h146"},
    {"openshift-token", "sha256~", "W43"},
    {"rancher-token", "kubeconfig-u- kubeconfig-user- token-", "a5-10 ':' a54"},

    // Databases.
    {"planetscale-password", "pscale_pw_", "X32-64"},
    {"planetscale-token", "pscale_tkn_ pscale_oauth_", "X32-64"},
    {"supabase-token", "sbp_", "h40"},
    {"supabase-secret-key", "sb_secret_", "W31+"},
    {"databricks-token", "dapi", "h32 ?'-2' ?'-3'"},
    {"neon-key", "napi_", "a64"},
    {"astra-token", "AstraCS:", "A24 ':' h64"},
    {"clickhouse-key", "4b1d", "A38", "", is_varied_mix},
    {"confluent-key", "cflt/", "B60"},
    {"mongodb-atlas-key", "mdb_sa_sk_", "W40"},

    // Keys and general tokens.
    {"private-key", "PRIVATE KEY-----", "", "", is_anything},  // the block: see confirm_token.cpp
    {"putty-private-key", "PuTTY-User-Key-File-", "D1 ':'", "", is_anything},
    {"jwt", "eyJ", "W10+ '.' W4+ ?'.' ?W0+", "", is_jwt},
    {"paseto", "v2.local. v4.local. v2.public. v4.public.", "W60+"},
    {"json-web-key", "\"kty\":\"oct\",\"k\":\"", "W16+"},
    {"age-encrypted-secret", "SOPS_AGE_KEY=", "N60+"},
    {"ansible-vault", "$ANSIBLE_VAULT;1.", "D1 ';AES256'", "", is_anything},
    {"bcrypt-hash", "$2a$ $2b$ $2y$", "D2 '$' X53", "", is_bcrypt, Confidence::kLikely},
    {"sha512-crypt-hash", "$6$", "X8-16 '$' X86", "", is_anything, Confidence::kLikely},
    {"argon2-hash", "$argon2id$v=19$m=", "N40+", "", is_anything, Confidence::kLikely},
};
// clang-format on

}  // namespace

std::span<const TokenRule> secrets_of_clouds() { return kCloudSecrets; }

}  // namespace touchstone::detect
