#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kAiGovernancePack = R"yaml(name: ai-governance
description: Balanced, with AI behind tools recorded, limited and kept from sensitive data.
extends: balanced
rules:
  - name: record-ai
    description: An AI works behind the tool
    effect: allow
    audit: full
    limit: {calls: 200, window: 1h, per: principal}
    conditions: {fact: tool.annotations.aiProcessingHint, equals: true}

  # SEP-1984: AI and sensitive data.
  - name: ask-ai-on-sensitive
    description: An AI behind the tool would see sensitive data
    effect: escalate
    audit: full
    notify: ai-governance
    conditions:
      and:
        - {fact: tool.annotations.aiProcessingHint, equals: true}
        - or:
            - {fact: tool.annotations.sensitiveDataHint, equals: true}
            - {fact: flow.classes, intersects: [pii, financial, regulated]}
            - {fact: request.detections, intersects: [pii, financial]}

  - name: block-credentials-to-ai
    description: Credentials would be shown to an AI
    effect: block
    notify: ai-governance
    conditions:
      and:
        - {fact: tool.annotations.aiProcessingHint, equals: true}
        - or:
            - {fact: flow.classes, contains: credentials}
            - {fact: request.detections, contains: credentials}

  # SEP-1938.
  - name: ask-agent-changing
    description: The tool plans by itself and may change something
    effect: escalate
    audit: full
    conditions:
      and:
        - {fact: tool.annotations.agencyHint, equals: true}
        - {fact: tool.tier, greaterThan: read}

  - name: block-agent-after-attack
    description: The session has seen an attack, and this tool would act on its own
    effect: block
    notify: ai-governance
    conditions:
      and:
        - {fact: tool.annotations.agencyHint, equals: true}
        - or:
            - {fact: session.label.malicious, equals: true}
            - {fact: request.annotations.maliciousActivityHint, equals: true}

  - name: limit-agents
    description: The tool plans by itself
    effect: allow
    audit: full
    timeout: 10m
    limit: {calls: 50, window: 1h, per: principal}
    conditions: {fact: tool.annotations.agencyHint, equals: true}
)yaml";

}  // namespace touchstone::policy
