// Tool definitions for the tests: every JSON example of the proposals, re-typed, and definitions
// with everything that a careless writer would change on the way through.
#pragma once

#include <array>
#include <string_view>

namespace touchstone::model {

// SEP-1984, "Example Usage".
inline constexpr std::string_view kAiCodeAnalyzer = R"json({
  "name": "ai_code_analyzer",
  "description": "Analyze code quality and security using AI",
  "inputSchema": {
    "type": "object",
    "properties": {
      "code": { "type": "string" },
      "language": { "type": "string" }
    },
    "required": ["code"]
  },
  "annotations": {
    "title": "AI Code Analyzer",
    "readOnlyHint": true,
    "openWorldHint": true,
    "aiProcessingHint": true,
    "slowExecutionHint": true,
    "sensitiveDataHint": true
  }
})json";

inline constexpr std::string_view kRestartService = R"json({
  "name": "restart_service",
  "description": "Restart a system service",
  "inputSchema": {
    "type": "object",
    "properties": {
      "service_name": { "type": "string" }
    },
    "required": ["service_name"]
  },
  "annotations": {
    "title": "Restart Service",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false,
    "privilegedAccessHint": true,
    "reversibleHint": true
  }
})json";

inline constexpr std::string_view kBackupDatabase = R"json({
  "name": "backup_database",
  "description": "Create a backup of the database",
  "inputSchema": {
    "type": "object",
    "properties": {
      "database_name": { "type": "string" },
      "backup_path": { "type": "string" }
    },
    "required": ["database_name"]
  },
  "annotations": {
    "title": "Database Backup",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false,
    "slowExecutionHint": true,
    "resourceIntensiveHint": true,
    "sensitiveDataHint": true,
    "privilegedAccessHint": true,
    "reversibleHint": true
  }
})json";

// SEP-1913, "Action Metadata Examples".
inline constexpr std::string_view kReadDrafts = R"json({
  "name": "read_drafts",
  "description": "Read the user's email drafts.",
  "inputSchema": {
    "type": "object",
    "additionalProperties": false
  },
  "annotations": {
    "inputMetadata": {
      "destination": "ephemeral",
      "sensitivity": "none",
      "outcomes": "benign"
    },
    "returnMetadata": {
      "source": "user",
      "sensitivity": "pii"
    }
  }
})json";

inline constexpr std::string_view kListInbox = R"json({
  "name": "list_inbox",
  "description": "List recent emails in the user's inbox.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": { "type": "number" }
    },
    "required": [],
    "additionalProperties": false
  },
  "annotations": {
    "inputMetadata": {
      "destination": "ephemeral",
      "sensitivity": "none",
      "outcomes": "benign"
    },
    "returnMetadata": {
      "source": "untrustedPublic",
      "sensitivity": ["pii", "user"]
    }
  }
})json";

inline constexpr std::string_view kSendEmail = R"json({
  "name": "send_email",
  "description": "Send an email on behalf of the user.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "to": { "type": "string", "format": "email" },
      "subject": { "type": "string" },
      "body": { "type": "string" }
    },
    "required": ["to", "subject", "body"],
    "additionalProperties": false
  },
  "annotations": {
    "inputMetadata": {
      "destination": "public",
      "sensitivity": ["pii", "user"],
      "outcomes": "irreversible"
    },
    "returnMetadata": {
      "source": "system",
      "sensitivity": "none"
    }
  }
})json";

// SEP-1913, "Pre-execution Annotation Refinement": the answer, and a definition it may narrow.
inline constexpr std::string_view kSalaryResolution = R"json({
  "tool": {
    "name": "read_file",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false,
      "attribution": ["mcp://file-server.acme.local/hr/salaries.xlsx"],
      "returnMetadata": {
        "source": "internal",
        "sensitivity": "financial"
      }
    }
  }
})json";

inline constexpr std::string_view kReadFile = R"json({
  "name": "read_file",
  "resolve": true,
  "annotations": {
    "readOnlyHint": true,
    "openWorldHint": true,
    "returnMetadata": {
      "source": ["untrustedPublic", "internal", "user"],
      "sensitivity": ["none", "financial", {"regulated": {"scopes": ["GDPR", "SOX"]}}]
    }
  }
})json";

inline constexpr std::array kSeedTools{kAiCodeAnalyzer, kRestartService, kBackupDatabase,
                                       kReadDrafts,     kListInbox,      kSendEmail,
                                       kReadFile};

// What must survive: odd spacing, escapes, number spellings, big integers, unknown keys in every
// place, key order, explicit false, names in other scripts, empty containers.
inline constexpr std::array kOddTools{
    std::string_view(R"({})"),
    std::string_view(R"({"name":"bare"})"),
    std::string_view(
        "\t{ \"name\"\n:\r\n\"spaced\" ,\"annotations\" : { \"readOnlyHint\"  :true }\n }"),
    std::string_view(
        R"({"annotations":{"destructiveHint":false,"readOnlyHint":false},"name":"late"})"),
    std::string_view(
        R"({"name":"num","inputSchema":{"minimum":1.0,"maximum":1E5,"x":-0.0,"y":1e-7}})"),
    std::string_view(R"({"name":"big","default":123456789012345678901234567890,"v":0.1000})"),
    std::string_view(
        R"({"name":"esc\u0061pe\/\"\\\n","description":"caf\u00e9 \ud83d\ude00 \ud800"})"),
    std::string_view(
        R"({"name":"k","annotations":{"read\u004fnlyHint":true,"open\u0057orldHint":false}})"),
    std::string_view(R"({"name":"名前","title":"Заголовок","annotations":{"title":"título"}})"),
    std::string_view(
        R"({"name":"x","x-vendor":{"b":1,"a":[ ]},"annotations":{"acme/cost":3.50,"z":null}})"),
    std::string_view(
        R"({"name":"m","_meta":{"SecretHint":true,"other":[1, 2 ,3]},"annotations":{ }})"),
    std::string_view(
        R"({"name":"am","_meta":{"io.modelcontextprotocol/action-metadata":)"
        R"({"inputMetadata":{"destination":"public"},"outcome":"consequential","requiresReview":true}}})"),
    std::string_view(
        R"({"name":"am2","annotations":{"io.modelcontextprotocol/action-metadata":)"
        R"({"returnMetadata":{"source":["user"],"sensitivity":{"regulated":{"scopes":[]}}}}}})"),
    std::string_view(
        R"({"name":"al","annotations":{"egressHint":false,"sensitiveHint":"medium","trustedHint":true}})"),
    std::string_view(
        R"({"name":"bad","annotations":{"readOnlyHint":"true","inputMetadata":{"destination":[]}}})"),
    std::string_view(R"({"name":"arr","annotations":[]})"),
    std::string_view(R"({"name":"nul","annotations":null,"_meta":null})"),
    std::string_view(
        R"({"name":"org","annotations":{"returnMetadata":{"source":"internal","sensitivity":)"
        R"(["com.acme.project-x","none",{"regulated":{"scopes":["HIPAA","GDPR","GDPR"]}}]}}})"),
    std::string_view(
        R"({"name":"spoof","_meta":{"a":1.0,"dev.touchstone/profile":{"risk":"low"},"b":2}})"),
    std::string_view(
        R"({"name":"attr","annotations":{"attribution":["urn:org:acme:hr","https://a/b"]}})"),
};

}  // namespace touchstone::model
