import { type Static, Type } from 'typebox'
import { NamedPerson, waysOut } from '../administrators/independence.ts'
import { PasskeyAssertion } from '../administrators/passkeys.ts'
import { actNames } from '../api/acts.ts'
import { cursorPage, field, Id, IdFilter, Instant, nullable, oneOf, ref, ShortText } from '../api/common.ts'

export const approvalStatuses = [
  'waiting',
  'approved',
  'refused',
  'expired',
  'used',
  'withdrawn',
  'stale',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export const voteDecisions = ['approve', 'refuse'] as const
export type VoteDecision = (typeof voteDecisions)[number]

/** Why somebody may not vote on an approval. */
export const ineligibilities = ['asker', 'api_key', 'disabled', 'role', 'too_new', 'lineage'] as const
export type Ineligibility = (typeof ineligibilities)[number]

/** Somebody of a role that is asked for whose vote would not count now. */
const NotEligible = Type.Object({
  ...NamedPerson.properties,
  because: field(oneOf(ineligibilities), 'Why their vote does not count', 'lineage'),
  counts_as: field(
    Type.Array(NamedPerson),
    'With `lineage`: the people to whom this account and that of who asked, or of another voter, lead back',
    [],
  ),
  until: field(nullable(Instant), 'With `too_new`: until when', null),
  commands: field(
    Type.Array(Type.String()),
    'With `lineage`: what somebody on the machine runs if the accounts belong to different people; only owners see it',
    ['npx kontor admin confirm anna@example.com'],
  ),
})
export type NotEligible = Static<typeof NotEligible>

const Vote = Type.Object({
  by: field(NamedPerson, 'Who voted'),
  decision: field(oneOf(voteDecisions), 'The decision', 'approve'),
  reason: field(nullable(Type.String()), 'The reason that was given', null),
  at: field(Instant, 'When it was given'),
  signed: field(Type.Boolean(), 'Whether it was signed with a passkey', false),
  counts: field(
    Type.Boolean(),
    'Whether it counts now: the voter may have been disabled, demoted or reset since',
    true,
  ),
})

export const ApprovalResponse = Type.Object(
  {
    id: field(Id, 'The id of the approval'),
    act: field(oneOf(actNames), 'What somebody wants to do', 'wallet.reveal'),
    subject: field(
      Type.Object({
        type: field(Type.String(), 'The type of the object', 'organization'),
        id: field(nullable(Id), 'The id of the object; null if it does not exist yet'),
        version: field(nullable(Type.Integer()), 'The version of the object, if it has one', null),
        organization_id: field(nullable(Id), 'The organization that the object belongs to'),
      }),
      'What it is to be done to',
    ),
    content: field(
      Type.Record(Type.String(), Type.Unknown()),
      'What is voted on. If it differs when the act is done, the approval is `stale`.',
      { what: 'mnemonic' },
    ),
    content_hash: field(
      Type.String(),
      'SHA-256 of act, subject and content; votes are on this hash',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    status: field(oneOf(approvalStatuses), 'What became of it', 'waiting'),
    asked_by: field(NamedPerson, 'Who wants to do it; of an API key, who made it'),
    api_key: field(
      nullable(
        Type.Object({
          id: field(Id, 'The id of the API key'),
          name: field(Type.String(), 'The name of the API key', 'Accounting system'),
        }),
      ),
      'The API key with which it was asked for; null if a person asked',
      null,
    ),
    asked_at: field(Instant, 'When it was asked for'),
    reason: field(nullable(Type.String()), 'The reason that was given', 'Move to cold storage'),
    needed: field(Type.Integer(), 'How many people must approve', 1),
    from: field(Type.Array(Type.String()), 'The roles of those who may approve', ['owner', 'custodian']),
    votes: field(Type.Array(Vote), 'The votes, oldest first'),
    eligible: field(
      Type.Integer(),
      'How many people could approve this now; accounts that lead back to one person count once',
      2,
    ),
    not_eligible: field(
      Type.Array(NotEligible),
      'While it waits: people of these roles whose vote would not count now, and why',
      [],
    ),
    way_out: field(
      nullable(oneOf(waysOut)),
      'While it waits and too few can decide: `confirm` accounts on the machine, `wait` until somebody is no longer too new, or `create` an administrator; null otherwise',
      null,
    ),
    expires_at: field(
      Instant,
      'Until when it waits for votes; once approved, until when the act can be done',
      '2026-02-03T12:00:00Z',
    ),
    may_vote: field(Type.Boolean(), 'Whether the caller may vote now', true),
    not_eligible_because: field(
      nullable(oneOf(ineligibilities)),
      'Why the caller may not vote; null if they may or if it is closed',
      null,
    ),
    challenges: field(
      Type.Object({
        approve: field(
          Type.String(),
          'The challenge of an approving vote, in Base64url',
          'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
        ),
        refuse: field(
          Type.String(),
          'The challenge of a refusing vote, in Base64url',
          'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
        ),
      }),
      'What a passkey signs to vote: SHA-256 of `kontor vote 1`, id, content hash and decision, each on a line',
    ),
  },
  { $id: 'ApprovalResponse', description: 'An act that other people must approve.' },
)
export type ApprovalResponse = Static<typeof ApprovalResponse>

export const VotedApprovalResponse = Type.Object(
  {
    ...ApprovalResponse.properties,
    link_half: field(
      nullable(Type.String()),
      'Of an approving vote on creating or resetting an account: half of its link, shown only now. Give it to the person whom you know to be the owner of the account, and to nobody else. Null otherwise.',
      null,
    ),
  },
  { $id: 'VotedApprovalResponse', description: 'The approval after the vote.' },
)
export type VotedApprovalResponse = Static<typeof VotedApprovalResponse>

export const ApprovalFilter = Type.Object({
  status: field(Type.Optional(oneOf(approvalStatuses)), 'Only approvals of this status', 'waiting'),
  act: field(Type.Optional(oneOf(actNames)), 'Only approvals of this act', 'wallet.reveal'),
  asked_by: field(Type.Optional(IdFilter), 'Only approvals that this administrator asked for'),
  subject_id: field(Type.Optional(IdFilter), 'Only approvals of acts on this object'),
})
export type ApprovalFilter = Static<typeof ApprovalFilter>

export const ApprovalListResponse = cursorPage(ref(ApprovalResponse), 'ApprovalListResponse')
export type ApprovalListResponse = Static<typeof ApprovalListResponse>

export const VoteBody = Type.Object(
  {
    decision: field(oneOf(voteDecisions), 'The decision', 'approve'),
    reason: field(Type.Optional(nullable(ShortText)), 'Why', 'Confirmed by phone'),
    assertion: field(
      Type.Optional(ref(PasskeyAssertion)),
      'The response of a passkey to the challenge of this decision, which signs the vote',
    ),
  },
  { $id: 'VoteBody', additionalProperties: false, description: 'A vote.' },
)
export type VoteBody = Static<typeof VoteBody>
