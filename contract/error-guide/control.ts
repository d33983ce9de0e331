import { checkId, type PartOfGuide } from './failure-guide.ts'

/** The policy: approvals, limits, and people who are kept apart. */
export const controlFailures = {
  four_eyes: {
    cause:
      'The policy keeps this from you, because you, your API key, or an account that leads back to you did the work before it.',
    cure: 'Let another administrator do it. `kontor admin confirm` says that an account belongs to another person.',
    of: ['Documents', 'Organizations', 'Purchase requests'],
    context: { separate: 'uploaded' },
  },
  person_required: {
    cause:
      'An API key may do this, but a rule of the policy asks for the approval of other people or for a fresh proof, which a key cannot give.',
    cure: 'Let somebody who is signed in do it, in the console or with their own session. An owner can change the rule, for example to amounts from a bound on.',
    of: ['Purchase requests', 'Deals', 'Statements', 'Bulk'],
    context: { act: 'payment.record' },
  },
  approval_required: {
    cause: 'The policy asks for the approval of other people. They were asked.',
    cure: 'Wait until `context.approval_id` is approved, then send the same request again. If `context.eligible` is 0, nobody can approve it: see `kontor admin create`.',
    context: { approval_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', needed: 1, eligible: 2 },
  },
  limit_exceeded: {
    cause: 'It would be above the limit that the policy sets for 24 hours. No approval lifts it.',
    cure: 'Wait until `context.resets_at`, or let the policy be changed.',
    context: { limit: 10, used: 10, resets_at: '2026-02-01T09:30:00Z' },
  },
  not_eligible: {
    cause: 'You may not vote on this approval, or not withdraw it; `context.reason` says why.',
    cure: 'Let somebody else vote. `role`: the policy names other roles. `too_new`: wait until role and credentials are 24 hours old. `lineage`: the account leads back to who asked.',
    of: ['Approvals'],
    context: { reason: 'asker' },
  },
  approval_not_found: { cause: 'There is no approval with this id.', cure: checkId, of: ['Approvals'] },
  approval_closed: {
    cause: 'The approval was refused, used, withdrawn, or has expired.',
    cure: 'Nothing. Who asked can ask again.',
    of: ['Approvals'],
    context: { status: 'refused' },
  },
  already_voted: {
    cause: 'You have voted on this approval, and decided otherwise.',
    cure: 'Nothing: a vote cannot be changed.',
    of: ['Approvals'],
  },
  approval_stale: {
    cause: 'What was approved has changed since.',
    cure: 'Send the request again without `Kontor-Approval`, to ask for a new approval.',
    context: { approval_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  founding_closed: {
    cause:
      'Founding happens once, before any rule asks for two people. `context.because` says why it is too late: `declared`, `rules_in_force`, `rules_of_environment`, `rules_before`.',
    cure: 'Run each of `context.commands` on the machine, for each account that belongs to a person of its own.',
    of: ['Founding'],
    context: { because: 'rules_in_force', commands: ['npx kontor admin confirm anna@example.com'] },
  },
  founding_proposed: {
    cause: 'The founders have been asked already, and not all have confirmed.',
    cure: 'Read `GET /v1/founding`. To ask again, withdraw it first with `DELETE /v1/founding`.',
    of: ['Founding'],
    context: { founding_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  founding_changed: {
    cause:
      'Since it was proposed, somebody was created, disabled, enabled, reset or renamed, or has another role.',
    cure: 'An owner proposes it again with `POST /v1/founding`.',
    of: ['Founding'],
  },
  founding_not_found: {
    cause: 'Nothing was proposed to the founders, or it was withdrawn or is older than seven days.',
    cure: 'Read `GET /v1/founding`. An owner can propose it again.',
    of: ['Founding'],
  },
  founder_too_new: {
    cause: 'Your account was created or reset less than 24 hours ago.',
    cure: 'Confirm after `context.until`.',
    of: ['Founding'],
    context: { until: '2026-02-01T12:00:00Z' },
  },
  not_a_founder: {
    cause: 'You are not among the people who were asked.',
    cure: 'Nothing: the people in `context.founders` confirm. An owner can propose it again, with the people of now.',
    of: ['Founding'],
    context: { founders: [{ id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', name: 'Anna Petrova' }] },
  },
  policy_unsatisfiable: {
    cause: 'Without this administrator, too few people could satisfy a rule of the policy.',
    cure: 'Create another administrator first, or change the policy.',
    of: ['Administrators'],
    context: { act: 'wallet.reveal' },
  },
} satisfies PartOfGuide
