// Secrets that are known by the name of what they are assigned to, and words for secrets of any
// kind.
#include "detect/content_tables.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr KeyedRule kKeyedRules[] = {
    {"aws-secret-key", "aws_secret aws-secret awssecret secretaccesskey secret_access_key secret-access-key", "B40"},
    {"wireguard-key", "privatekey presharedkey", "B43 '='"},
    {"heroku-key", "heroku", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "key token secret auth password"},
    {"datadog-key", "datadog dd_api_key dd_app_key", "h32-40", "key token secret"},
    {"twilio-auth-token", "twilio", "h32", "token secret auth key"},
    {"cloudflare-key", "cloudflare cf_api", "W37-40", "key token secret"},
    {"algolia-key", "algolia", "h32", "key secret token"},
    {"okta-token", "okta", "W42", "token key secret ssws"},
    {"sumologic-key", "sumologic sumo_", "A64", "key secret token"},
    {"sumologic-id", "sumologic sumo_", "'su' A12", "id key access"},
    {"facebook-secret", "facebook fb_", "h32", "secret key token"},
    {"facebook-app-token", "facebook fb_", "D15-16 '|' W27-40"},
    {"twitter-secret", "twitter", "A35-50", "secret key token"},
    {"twitter-bearer", "twitter", "N100-130", "bearer token"},
    {"linkedin-secret", "linkedin", "A14-16", "secret"},
    {"fastly-key", "fastly", "W32", "key token secret"},
    {"new-relic-key", "new_relic newrelic", "H32-47", "key token"},
    {"pagerduty-key", "pagerduty", "W20-32", "key token secret"},
    {"opsgenie-key", "opsgenie", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "key token"},
    {"launchdarkly-key", "launchdarkly", "W40-44", "key token"},
    {"rollbar-token", "rollbar", "h32", "token key secret"},
    {"bugsnag-key", "bugsnag", "h32", "key token"},
    {"segment-key", "segment_", "A32", "key secret"},
    {"mixpanel-secret", "mixpanel", "h32", "secret key token"},
    {"amplitude-key", "amplitude", "h32", "secret key"},
    {"intercom-token", "intercom", "W60", "token key secret"},
    {"zendesk-token", "zendesk", "A40", "token key secret"},
    {"freshdesk-key", "freshdesk", "A20", "key token"},
    {"asana-token", "asana", "P32-60", "token secret key"},
    {"trello-key", "trello", "h32", "key token"},
    {"trello-token", "trello", "A64-76", "token secret"},
    {"jira-token", "jira atlassian confluence", "A24", "token key password"},
    {"bitbucket-secret", "bitbucket", "W32-64", "secret key token password"},
    {"dropbox-secret", "dropbox", "a15", "secret key"},
    {"box-secret", "box_client box_secret", "A32", "secret"},
    {"circleci-key", "circleci circle_token", "h40", "token key"},
    {"travis-token", "travis", "A22", "token key secret"},
    {"codecov-token", "codecov", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "token"},
    {"coveralls-token", "coveralls", "A32-37", "token"},
    {"codeclimate-token", "codeclimate", "h64", "token key id"},
    {"snyk-key", "snyk", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "token key"},
    {"sonar-login", "sonar", "h40", "login token key"},
    {"jenkins-token", "jenkins", "h32-34", "token key password"},
    {"netlify-secret", "netlify", "W40-46", "token key secret auth"},
    {"vercel-token", "vercel zeit_", "A24", "token key secret"},
    {"linode-token", "linode", "h64", "token key"},
    {"vultr-key", "vultr", "U36", "key token"},
    {"hetzner-token", "hetzner hcloud", "A64", "token key"},
    {"ovh-secret", "ovh_", "A32", "secret consumer"},
    {"ibm-cloud-key", "ibm bluemix softlayer", "W44", "key apikey token"},
    {"softlayer-key", "softlayer sl_api", "h64", "key"},
    {"cloudant-key", "cloudant", "h64", "key password pass apikey"},
    {"alibaba-secret", "alibaba aliyun", "a30", "secret key"},
    {"azure-key", "azure", "h32", "key secret token"},
    {"azure-maps-key", "azure", "A84", "key secret token"},
    {"databricks-secret", "databricks", "h32-36", "token secret"},
    {"snowflake-password", "snowflake", "N8-128", "password pwd pass"},
    {"elastic-key", "elastic", "B40-80 ?'=' ?'='", "key token"},
    {"redis-password", "redis", "N16-128", "password auth pass"},
    {"confluent-secret", "confluent", "B60-64", "secret key"},
    {"coinbase-secret", "coinbase", "W64", "secret key token"},
    {"binance-secret", "binance", "A64", "secret key"},
    {"kraken-key", "kraken", "B80-90 ?'=' ?'='", "secret key"},
    {"kucoin-secret", "kucoin", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "secret"},
    {"bittrex-secret", "bittrex", "a32", "secret key"},
    {"plaid-secret", "plaid", "h30", "secret"},
    {"gocardless-token", "gocardless", "W40-45", "token key"},
    {"finicity-key", "finicity", "h32", "key"},
    {"lob-key", "lob_api", "W36-41", "key"},
    {"messagebird-key", "messagebird", "A25", "key token"},
    {"nexmo-secret", "nexmo vonage", "A16", "secret"},
    {"sendbird-token", "sendbird", "h40", "token key"},
    {"mandrill-key", "mandrill", "W22", "key"},
    {"mailjet-key", "mailjet", "h32", "key secret"},
    {"postmark-token", "postmark", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "token key"},
    {"sparkpost-key", "sparkpost", "h40", "key"},
    {"mattermost-token", "mattermost", "a26", "token key"},
    {"rocketchat-token", "rocketchat rocket_chat", "W43", "token"},
    {"teams-secret", "msteams ms_teams", "X34-40", "secret password"},
    {"gitter-token", "gitter", "W40", "token"},
    {"etsy-key", "etsy", "a24", "key token"},
    {"squarespace-token", "squarespace", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "token key"},
    {"shopify-secret", "shopify", "h32", "secret key password"},
    {"contentful-key", "contentful", "W43", "token key"},
    {"airtable-key", "airtable", "'key' A14", "key token"},
    {"mapbox-secret", "mapbox", "N80-120", "secret token"},
    {"here-key", "here_api heremaps", "W43", "key"},
    {"openweather-key", "openweather", "h32", "key appid"},
    {"maxmind-key", "maxmind", "w40", "key"},
    {"dockerhub-password", "dockerhub docker_hub", "W36", "token password"},
    {"sauce-key", "sauce_access saucelabs", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "key"},
    {"browserstack-key", "browserstack", "A20", "key"},
    {"cypress-key", "cypress_record", "h8 '-' h4 '-' h4 '-' h4 '-' h12", "key"},
    {"sourcegraph-key", "sourcegraph", "H40"},
    {"typeform-key", "typeform", "w40-60", "token key"},
    {"adobe-secret", "adobe", "h32", "secret"},
    {"adafruit-key", "adafruit aio_key", "W32", "key"},
    {"zoho-token", "zoho", "'1000.' h32 '.' h32", "token"},
    {"deepgram-key", "deepgram", "h40", "key token"},
    {"cohere-key", "cohere co_api", "A40", "key token"},
    {"mistral-key", "mistral", "A32", "key token"},
    {"together-key", "together_api togetherai", "h64", "key"},
    {"deepseek-key", "deepseek", "'sk-' h32", "key"},
    {"wandb-api-key", "wandb", "h40", "key"},
};

constexpr CommandRule kCommandRules[] = {
    {"curl ", "-u --user -U --proxy-user", ArgumentForm::kUserPassword},
    {"mysql |mysqldump |mysqladmin |mysqlimport |mariadb |mariadb-dump ", "-p", ArgumentForm::kGlued},
    {"sshpass ", "-p", ArgumentForm::kNext},
    {"redis-cli ", "-a --pass", ArgumentForm::kNext},
    {"mongo |mongosh |mongodump |mongorestore |mongoexport |mongoimport ", "-p", ArgumentForm::kNext},
    {"docker login |podman login |skopeo login |buildah login |registry login |az login |oc login ", "-p", ArgumentForm::kNext},
    {"ldapsearch |ldapmodify |ldapadd |ldapdelete |ldapwhoami ", "-w", ArgumentForm::kNext},
    {"sqlcmd |bcp ", "-P", ArgumentForm::kNext},
    {"machine ", "password", ArgumentForm::kNetrc},
};
// clang-format on

}  // namespace

std::span<const KeyedRule> keyed_secrets() { return kKeyedRules; }

std::string_view key_words() {
  return "secret|token|api_key|apikey|api-key|api key|access_key|accesskey|access-key|access key|"
         "private_key|privatekey|private-key|auth_key|authkey|signing_key|encryption_key|"
         "master_key|client_key|authorization|credential";
}

// Case is one thing in Latin letters and another in the bytes of other scripts.
std::string_view password_words() {
  return "password|passwd|passphrase|passcode|_pwd|pwd=|pwd:|\"pwd|_pass=|_pass:|pass=|pass:|"
         "\"pass|"
         "passwort|kennwort|mot de passe|mots de passe|contraseña|contrasena|CONTRASEÑA|senha|"
         "palavra-passe|wachtwoord|parola|hasło|haslo|HASŁO|heslo|lösenord|losenord|adgangskode|"
         "salasana|jelszó|şifre|Şifre|kata sandi|mật khẩu|Mật khẩu|"
         "пароль|Пароль|ПАРОЛЬ|κωδικός|Κωδικός|"
         "كلمة المرور|كلمة السر|رمز عبور|پاس ورڈ|סיסמה|סיסמא|"
         "पासवर्ड|পাসওয়ার্ড|รหัสผ่าน|"
         "密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호";
}

std::span<const CommandRule> command_rules() { return kCommandRules; }

}  // namespace touchstone::detect
