import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** The policy: approvals, limits, founders, and people who are kept apart. */
export const control = {
  objects: {
    approval: '/v1/approvals/{id}',
    policy: '/v1/policy',
    founding: '/v1/founding',
  },
  permissions: {
    'approvals:read': ['custodian', 'officer', 'operator', 'auditor'],
    'policy:change': [],
  },
  acts: {
    'policy.change': { meaning: 'change the policy', permission: 'policy:change', isClosure: true },
  },
  events: {
    'approval.asked': {
      permission: 'approvals:read',
      meaning: 'Somebody wants to do what other people must approve',
    },
    'approval.approved': { permission: 'approvals:read', meaning: 'Enough people have approved an act' },
    'approval.refused': { permission: 'approvals:read', meaning: 'An act was refused' },
    'approval.withdrawn': {
      permission: 'approvals:read',
      meaning: 'Who asked for an approval has withdrawn it',
    },
    'approval.used': { permission: 'approvals:read', meaning: 'An approved act was done' },
    'approval.stale': {
      permission: 'approvals:read',
      meaning: 'What somebody wants to do has changed since they asked, so that the approval is void',
    },
    'policy.changed': { permission: 'approvals:read', meaning: 'The policy was changed' },
    'founding.proposed': {
      permission: 'approvals:read',
      meaning: 'The people of today were asked to declare themselves independent',
    },
    'founding.confirmed': {
      permission: 'approvals:read',
      meaning: 'A founder has confirmed that the founders are independent',
    },
    'founding.declared': {
      permission: 'approvals:read',
      meaning: 'All founders have declared themselves independent of each other',
    },
    'founding.withdrawn': {
      permission: 'approvals:read',
      meaning: 'The proposal to the founders was withdrawn',
    },
  },
  actions: [
    // In logs that release 1.0.0 began.
    'secret_approval.requested',
    'secret_approval.granted',
    'secret_approval.refused',
    'approval.voted',
    'policy.recovered',
    'control.started',
  ],
  failures: {
    four_eyes: {
      kind: 'forbidden',
      cause:
        'The policy keeps this from you, because you, your API key, or an account that leads back to you did the work before it.',
      cure: 'Let another administrator do it. `kontor admin confirm` says that an account belongs to another person.',
      of: ['Documents', 'Organizations', 'Purchase requests'],
      context: { separate: 'uploaded' },
    },
    vote_signature_required: {
      kind: 'forbidden',
      cause:
        'A rule of the policy asks for a passkey for this act, and the vote has no `assertion`. A session that began with a passkey does not stand for it: it says nothing about what is voted on.',
      cure: 'Sign the challenge of the approval with a passkey, and send it as `assertion`. Who has none adds one to their account.',
      of: ['Approvals'],
    },
    approval_required: {
      kind: 'forbidden',
      cause:
        'The policy asks for the approval of other people, or an API key asks for an act that people approve. They were asked.',
      cure: 'Wait until `context.approval_id` is approved by people of the roles in `context.from`, then send the same request again. If `context.eligible` is 0, nobody can approve it: see `kontor admin create`.',
      context: { approval_id: exampleId, needed: 1, eligible: 2, from: ['owner'] },
    },
    limit_exceeded: {
      kind: 'forbidden',
      cause:
        'It would be above the limit that the policy sets for 24 hours. No approval lifts it. If the limit is for each organization, `context.organization_id` names the one that would be above it.',
      cure: 'Wait until `context.resets_at`, or let the policy be changed. A batch of deliveries can be made without those of that organization.',
      context: { limit: 10, used: 10, resets_at: '2026-02-01T09:30:00Z' },
    },
    not_eligible: {
      kind: 'forbidden',
      cause: 'You may not vote on this approval, or not withdraw it; `context.reason` says why.',
      cure: 'Let somebody else vote. `role`: the policy names other roles. `too_new`: wait until role and credentials are 24 hours old. `lineage`: the account leads back to who asked.',
      of: ['Approvals'],
      context: { reason: 'asker' },
    },
    not_a_founder: {
      kind: 'forbidden',
      cause: 'You are not among the people who were asked.',
      cure: 'Nothing: the people in `context.founders` confirm. An owner can propose it again, with the people of now.',
      of: ['Founding'],
      context: { founders: [{ id: exampleId, name: 'Anna Petrova' }] },
    },
    approval_not_found: {
      kind: 'not_found',
      cause: 'There is no approval with this id.',
      cure: checkId,
      of: ['Approvals'],
    },
    founding_not_found: {
      kind: 'not_found',
      cause: 'Nothing was proposed to the founders, or it was withdrawn or is older than seven days.',
      cure: 'Read `GET /v1/founding`. An owner can propose it again.',
      of: ['Founding'],
    },
    approval_closed: {
      kind: 'conflict',
      cause: 'The approval was refused, used, withdrawn, or has expired.',
      cure: 'Nothing. Who asked can ask again.',
      of: ['Approvals'],
      context: { status: 'refused' },
    },
    approval_stale: {
      kind: 'conflict',
      cause: 'What was approved has changed since.',
      cure: 'Send the request again without `Kontor-Approval`, to ask for a new approval.',
      context: { approval_id: exampleId },
    },
    already_voted: {
      kind: 'conflict',
      cause: 'You have voted on this approval, and decided otherwise.',
      cure: 'Nothing: a vote cannot be changed.',
      of: ['Approvals'],
    },
    policy_unsatisfiable: {
      kind: 'conflict',
      cause: 'Without this administrator, too few people could satisfy a rule of the policy.',
      cure: 'Create another administrator first, or change the policy.',
      of: ['Administrators'],
      context: { act: 'wallet.reveal' },
    },
    founding_closed: {
      kind: 'conflict',
      cause:
        'Founding happens once, before any rule asks for two people. `context.because` says why it is too late: `declared`, `rules_in_force`, `rules_of_environment`, `rules_before`.',
      cure: 'Run each of `context.commands` on the machine, for each account that belongs to a person of its own.',
      of: ['Founding'],
      context: { because: 'rules_in_force', commands: ['npx kontor admin confirm anna@example.com'] },
    },
    founding_proposed: {
      kind: 'conflict',
      cause: 'The founders have been asked already, and not all have confirmed.',
      cure: 'Read `GET /v1/founding`. To ask again, withdraw it first with `DELETE /v1/founding`.',
      of: ['Founding'],
      context: { founding_id: exampleId },
    },
    founding_changed: {
      kind: 'conflict',
      cause:
        'Since it was proposed, somebody was created, disabled, enabled, reset or renamed, or has another role.',
      cure: 'An owner proposes it again with `POST /v1/founding`.',
      of: ['Founding'],
    },
    founder_too_new: {
      kind: 'conflict',
      cause: 'Your account was created or reset less than 24 hours ago.',
      cure: 'Confirm after `context.until`.',
      of: ['Founding'],
      context: { until: '2026-02-01T12:00:00Z' },
    },
  },
  faults: {
    asset_code: {
      sentence: 'should be the code of an asset such as USDT',
      cure: 'Send asset codes such as USDT: a transfer moves coins, not money.',
    },
    from_required: {
      sentence: 'a rule that needs approvals must say from which roles',
      cure: 'Name the roles in `from`.',
    },
    not_separable: {
      sentence: 'this act cannot be kept apart from that',
      cure: 'Leave `separate` out, or name what belongs to the act.',
    },
    act_without_amount: { sentence: 'this act has no amount', cure: 'Leave the amounts out.' },
    act_without_entries: {
      sentence: 'only screening.import removes entries of a list',
      cure: 'Leave `removes_at_least` out, or make a rule of `screening.import`.',
    },
    act_without_organization: { sentence: 'this act is about no organization', cure: 'Count by `person`.' },
    limit_without_bound: { sentence: 'a limit needs times or sums', cure: 'Send `times` or `sums`.' },
    not_enough_people: {
      sentence: 'the administrators of today cannot satisfy this rule',
      cure: '`ctx.because` says why. `dependent`: the people in `ctx.dependent` count as who made their account; they declare themselves independent with `POST /v1/founding`, or each is confirmed on the machine. `too_few`: create administrators with the named roles first, or ask for fewer approvals.',
    },
    founding_without_rule: {
      sentence: 'none of these rules asks for two people',
      cure: 'Send the policy that you want to set. Without a rule that needs two people, nobody has to be a founder.',
    },
    policy_not_closed: {
      sentence: 'a rule asks for two people, so %{act} needs at least one approval without a condition',
      cure: 'Add a rule with `approvals` for the named act.',
    },
    rule_of_payments: {
      sentence: 'only transfer.sign and request.complete have it',
      cure: 'Leave the field out, or make a rule of `transfer.sign` or `request.complete`.',
    },
    rule_of_addresses: {
      sentence: 'only address.add has it',
      cure: 'Leave the field out, or make a rule of `address.add`.',
    },
  },
} as const satisfies Feature
