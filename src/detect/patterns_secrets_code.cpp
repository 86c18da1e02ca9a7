// Tokens of code hosts, package registries, build services and model providers.
#include "detect/content_tables.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

constexpr auto kLikelyToken = Confidence::kLikely;

// clang-format off
constexpr TokenRule kCodeSecrets[] = {
    // Code hosts.
    // Made with 36 characters; GitHub says that they may have up to 255 with the prefix.
    {"github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "A36-251", "", is_github_token},
    {"github-fine-grained-token", "github_pat_", "w22-82"},
    {"gitlab-token", "glpat-", "W20-22"},
    {"gitlab-routable-token", "glpat-", "W27 '.' D2 '.' a9"},
    {"gitlab-deploy-token", "gldt-", "W20-26"},
    {"gitlab-runner-token", "glrt- glrtr-", "W20-27"},
    {"gitlab-runner-registration-token", "GR1348941", "W20"},
    {"gitlab-job-token", "glcbt-", "W20-64"},
    {"gitlab-trigger-token", "glptt-", "W40"},
    {"gitlab-agent-token", "glagent-", "W50-64"},
    {"gitlab-oauth-secret", "gloas-", "W64"},
    {"gitlab-feed-token", "glft-", "W20-64"},
    {"gitlab-incoming-mail-token", "glimt-", "W25"},
    {"gitlab-scim-token", "glsoat-", "W20-50"},
    {"gitlab-feature-flag-token", "glffct-", "W20"},
    {"bitbucket-app-password", "ATBB", "A32"},
    {"bitbucket-access-token", "ATCTT3xFfG", "P100-250"},
    {"atlassian-token", "ATATT3xFfG", "P100-250"},
    {"sourcegraph-token", "sgp_", "H40"},
    {"sourcegraph-instance-token", "sgp_", "H16 '_' H40"},
    {"sourcegraph-local-token", "sgp_local_", "H40"},
    {"sourcegraph-gateway-token", "slk_", "h64"},
    {"azure-devops-token", "AZDO", "A4", "A76", nullptr, kLikelyToken},
    {"gitea-token", "gto_", "A40"},

    // Package registries.
    {"npm-token", "npm_", "A36", "", is_npm_token},
    {"npm-registry-auth", "/:_authToken=", "W36-64", "", is_registry_token},
    {"npm-registry-password", "/:_password=", "P8-200"},
    {"pypi-token", "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw", "W70+"},
    {"rubygems-token", "rubygems_", "h48"},
    {"clojars-token", "CLOJARS_", "a60"},
    {"artifactory-token", "AKCp AKC5 AKC8", "A60-80"},
    {"artifactory-reference-token", "cmVmdGtuO", "A50-60"},
    {"docker-token", "dckr_pat_ dckr_oat_", "W20-40"},
    {"jfrog-password", "AP5 AP6 APA APB", "A50-80"},
    {"packagist-token", "packagist_ort_ packagist_oat_ packagist_uut_", "h60-80"},

    // Build, deployment, infrastructure.
    {"circleci-token", "CCIPAT_ CCIPRJ_", "A22 '_' h40"},
    {"buildkite-token", "bkua_", "h40"},
    {"buildkite-agent-token", "bkct_ bkaj_", "A20+"},
    {"pulumi-token", "pul-", "h40"},
    {"terraform-cloud-token", ".atlasv1.", "W60-70", "A14"},
    {"vault-service-token", "hvs.", "W24-200"},
    {"vault-batch-token", "hvb.", "W100-300"},
    {"vault-recovery-token", "hvr.", "W24-200"},
    {"doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", "A40-44"},
    {"doppler-config-token", "dp.st.", "a2-35 '.' A40-44"},
    {"infracost-key", "ico-", "A32"},
    {"age-secret-key", "AGE-SECRET-KEY-1", "U58"},
    {"1password-token", "ops_eyJ", "P200+"},
    {"1password-secret-key", "A3-", "U6 '-' U6 '-' U5 '-' U5 '-' U5 '-' U5", "", is_varied_mix},
    {"tailscale-key", "tskey-auth- tskey-api- tskey-client- tskey-webhook-", "A10-20 '-' A20-40"},
    {"fly-token", "fo1_", "W43"},
    {"fly-macaroon", "fm2_ fm1r_ fm1a_", "P100+"},
    {"netlify-token", "nfp_ nfc_ nfo_ nfu_ nfb_", "A36"},
    {"render-key", "rnd_", "A32"},
    {"railway-token", "rw_Fe26.2**", "N60+"},
    {"heroku-platform-key", "HRKU-AA", "W58"},
    {"scalingo-token", "tk-us-", "W48"},
    {"defined-networking-key", "dnkey-", "a26 '-' a52"},
    {"prefect-key", "pnu_ pnb_", "A36"},

    // Models.
    {"anthropic-key", "sk-ant-api03-", "W93 'AA'"},
    {"anthropic-admin-key", "sk-ant-admin01-", "W93 'AA'"},
    {"anthropic-oauth-token", "sk-ant-oat01- sk-ant-ort01-", "W90-110"},
    {"openai-key", "T3BlbkFJ", "A20", "W20-120", is_openai_key},
    {"openai-project-key", "sk-proj- sk-svcacct- sk-admin-", "W40-200"},
    {"openrouter-key", "sk-or-v1-", "h64"},
    {"huggingface-token", "hf_", "L34"},
    {"huggingface-organisation-token", "api_org_", "L34"},
    {"replicate-token", "r8_", "A37"},
    {"groq-key", "gsk_", "A52"},
    {"perplexity-key", "pplx-", "A48-60"},
    {"xai-key", "xai-", "A80"},
    {"fireworks-key", "fw_3Z", "A22"},
    {"nvidia-key", "nvapi-", "W64"},
    {"langsmith-key", "lsv2_pt_ lsv2_sk_", "h32 '_' h10"},
    {"langfuse-key", "sk-lf-", "h8 '-' h4 '-' h4 '-' h4 '-' h12"},
    {"pinecone-key", "pcsk_", "w60-80"},
    {"tavily-key", "tvly-", "W30-50"},
    {"kaggle-key", "KGAT_", "h32"},
};
// clang-format on

}  // namespace

std::span<const TokenRule> secrets_of_code() { return kCodeSecrets; }

}  // namespace touchstone::detect
