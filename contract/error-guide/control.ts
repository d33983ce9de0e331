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
  policy_unsatisfiable: {
    cause: 'Without this administrator, too few people could satisfy a rule of the policy.',
    cure: 'Create another administrator first, or change the policy.',
    of: ['Administrators'],
    context: { act: 'wallet.reveal' },
  },
} satisfies PartOfGuide
