import type { Act } from '../../contract/acts.ts'
import type { ApprovalStatus, Ineligibility } from '../../contract/approvals.ts'
import type { FailureCode, FaultCode } from '../../contract/error-codes.ts'

export const en = {
  menu: {
    approvals: 'Approvals',
  },
  act_name: {
    wallet: { reveal: 'Show secrets' },
    administrator: {
      create: 'Create an administrator',
      change_role: 'Change a role',
      enable: 'Enable an administrator',
      reset: 'Reset an administrator',
    },
    api_key: { create: 'Create an API key' },
    webhook: { save: 'Create or change a webhook' },
    request: { approve: 'Approve a request' },
    document: { review: 'Review a document' },
    organization: { decide_kyb: 'Decide the KYB status' },
    policy: { change: 'Change the policy' },
  } satisfies ActNames,
  approval_status: {
    waiting: 'Waiting',
    approved: 'Approved',
    refused: 'Refused',
    expired: 'Expired',
    used: 'Done',
    withdrawn: 'Withdrawn',
    stale: 'Out of date',
  } satisfies Record<ApprovalStatus, string>,
  ineligible: {
    asker: 'You asked for this: others decide.',
    api_key: 'Only people can vote.',
    disabled: 'Your account is disabled.',
    role: 'Votes of other roles are needed.',
    too_new: 'Your role or your credentials are less than 24 hours old.',
    lineage: 'Your account leads back to the person who asked.',
  } satisfies Record<Ineligibility, string>,
  errors: {
    four_eyes: 'Somebody else has to do this, because you did the work before it.',
    approval_required: 'Other people have to approve this first. They were asked.',
    limit_exceeded: 'This is above the limit for 24 hours.',
    not_eligible: 'You may not vote on this.',
    approval_not_found: 'There is no such approval.',
    approval_closed: 'This is closed already.',
    already_voted: 'You have voted on this already.',
    approval_stale: 'What was approved has changed since. Ask again.',
    policy_unsatisfiable: 'Without this administrator, too few people could satisfy the policy.',
  } satisfies Partial<Record<FailureCode, string>>,
  faults: {
    currency_code: 'Enter a currency code such as RUB.',
    from_required: 'Name the roles of those who may approve.',
    not_separable: 'This act cannot be kept apart from that.',
    act_without_amount: 'This act has no amount.',
    limit_without_bound: 'A limit needs a number or a sum.',
    not_enough_people: 'Too few administrators can satisfy this rule today.',
    policy_not_closed: 'As soon as a rule asks for two people, this needs an approval too: %{act}.',
    percent_encoding: 'The reason is too long.',
  } satisfies Partial<Record<FaultCode, string>>,
  action_name: {
    secret_approval: {
      requested: 'Requested access to secrets',
      granted: 'Granted access to secrets',
      refused: 'Refused access to secrets',
    },
    approval: {
      asked: 'Asked for approval',
      voted: 'Voted on an approval',
      approved: 'Approved an act',
      refused: 'Refused an act',
      withdrawn: 'Withdrew an approval',
      used: 'Used an approval',
    },
    policy: {
      changed: 'Changed the policy',
    },
  },
  object_name: {
    secret_approval: 'access to secrets',
    approval: 'approval',
    policy: 'policy',
  },
}

type Subject<A extends string> = A extends `${infer S}.${string}` ? S : never
/** A name for each act, by the two parts of its code. */
type ActNames = {
  [S in Subject<Act>]: { [V in Extract<Act, `${S}.${string}`> extends `${S}.${infer V}` ? V : never]: string }
}
