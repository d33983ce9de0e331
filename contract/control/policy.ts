import { type Static, Type } from 'typebox'
import { DependentPerson, waysOut } from '../administrators/independence.ts'
import { actNames, separations } from '../api/acts.ts'
import { CurrentVersion, field, Id, Instant, nullable, oneOf, ref, Version } from '../api/common.ts'
import { roles } from '../api/roles.ts'
import { decimalPattern } from '../money/decimal.ts'

/** Which addresses coins may be sent to, the strictest first. */
export const allowedAddresses = ['own_wallets', 'proven'] as const
export type AllowedAddresses = (typeof allowedAddresses)[number]

const Amounts = Type.Record(Type.String(), Type.String({ pattern: decimalPattern }))

const Condition = Type.Object(
  {
    amount_at_least: field(Type.Optional(Amounts), 'Only amounts of at least this, by currency', {
      RUB: '1000000',
    }),
    amount_above: field(Type.Optional(Amounts), 'Only amounts above this, by currency', { RUB: '1000000' }),
    removes_at_least: field(
      Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      'Only of `screening.import`: only imports that remove at least this many entries of the list. Another kind for the list counts as the removal of all',
      10,
    ),
  },
  { additionalProperties: false },
)

const Freshness = Type.Object(
  {
    max_age: field(
      Type.Optional(Type.Integer({ minimum: 60, maximum: 43_200 })),
      'The greatest age of the last sign-in or re-authentication, in seconds',
      900,
    ),
    passkey: field(Type.Optional(Type.Boolean()), 'Whether it must have been made with a passkey', false),
  },
  { additionalProperties: false },
)

const Limit = Type.Object(
  {
    per: field(oneOf(['person', 'organization']), 'Whose acts are counted together', 'person'),
    times: field(Type.Optional(Type.Integer({ minimum: 1 })), 'How many acts in 24 hours', 10),
    sums: field(
      Type.Optional(Amounts),
      'How much in 24 hours, by currency. A currency that is not named is above its limit.',
      { RUB: '5000000' },
    ),
  },
  { additionalProperties: false },
)

export const PolicyRule = Type.Object(
  {
    act: field(oneOf(actNames), 'The act that the rule is about', 'wallet.reveal'),
    when: field(
      Type.Optional(Condition),
      'When the rule applies. A condition that cannot be judged, such as that of a currency that is not named, counts as met.',
    ),
    fresh: field(
      Type.Optional(Freshness),
      'How fresh the proof of the person must be; otherwise the default of the act',
    ),
    approvals: field(
      Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
      'How many other people must approve',
      1,
    ),
    from: field(
      Type.Optional(Type.Array(oneOf(roles), { minItems: 1, uniqueItems: true })),
      'The roles of those who may approve',
      ['owner', 'custodian'],
    ),
    separate: field(
      Type.Optional(oneOf(separations)),
      'Not the person who did this before. The work of an API key is the work of who created it.',
      'uploaded',
    ),
    limit: field(Type.Optional(Limit), 'How often or how much in 24 hours'),
    reason: field(
      Type.Optional(oneOf(['optional', 'required'])),
      'Whether the header `Kontor-Reason` must be sent',
      'optional',
    ),
    cooling_off: field(
      Type.Optional(Type.Integer({ minimum: 60, maximum: 7_776_000 })),
      'Only of `address.add`: how many seconds after it was added an address can be used. The longest of all rules counts',
      86_400,
    ),
    only: field(
      Type.Optional(oneOf(allowedAddresses)),
      'Only of `address.add`: coins are sent to nothing but own wallets (`own_wallets`), or to these and to addresses whose owner has signed a message (`proven`). The strictest of all rules counts',
      'proven',
    ),
    payer: field(
      Type.Optional(oneOf(['known'])),
      'Only of `transfer.sign` and `request.complete`: every payment of the request names who has paid, or somebody has accepted it',
      'known',
    ),
    paid_by: field(
      Type.Optional(oneOf(['statement'])),
      'Only of `transfer.sign` and `request.complete`: every payment of the request is a line of a bank statement',
      'statement',
    ),
  },
  { $id: 'PolicyRule', additionalProperties: false, description: 'What an act needs.' },
)
export type PolicyRule = Static<typeof PolicyRule>

const Rules = Type.Array(ref(PolicyRule), { maxItems: 100 })

export const PolicyResponse = Type.Object(
  {
    version: CurrentVersion,
    rules: field(Rules, 'The rules that were set with `PUT /v1/policy`'),
    floor: field(
      Rules,
      'The rules of the environment. They always apply as well: nobody can set less from inside.',
      [],
    ),
    changed_at: field(nullable(Instant), 'When the rules were last changed; null for the first policy'),
    changed_by: field(
      nullable(
        Type.Object({
          id: field(nullable(Id), 'The id of the administrator'),
          name: field(Type.String(), 'The name of the administrator', 'Anna Petrova'),
        }),
      ),
      'Who changed the rules',
    ),
  },
  { $id: 'PolicyResponse', description: 'Which acts need a fresh proof, other people, or limits.' },
)
export type PolicyResponse = Static<typeof PolicyResponse>

export const UpdatePolicyBody = Type.Object(
  {
    rules: field(Rules, 'All rules of the new policy'),
    version: field(
      Type.Optional(Version),
      'The version that was read. If the policy has changed since, the request fails with `version_conflict`.',
    ),
  },
  { $id: 'UpdatePolicyBody', additionalProperties: false, description: 'A new policy.' },
)
export type UpdatePolicyBody = Static<typeof UpdatePolicyBody>

export const PreviewPolicyBody = Type.Object(
  { rules: field(Rules, 'The rules to try') },
  { $id: 'PreviewPolicyBody', additionalProperties: false, description: 'A policy to try.' },
)
export type PreviewPolicyBody = Static<typeof PreviewPolicyBody>

export const PolicyPreviewResponse = Type.Object(
  {
    from: field(Instant, 'The acts since this time were tried'),
    acts: field(
      Type.Array(
        Type.Object({
          act: field(oneOf(actNames), 'The act', 'wallet.reveal'),
          total: field(Type.Integer(), 'How often it was done', 14),
          approvals: field(Type.Integer(), 'How many of these would have needed approvals', 14),
          separated: field(Type.Integer(), 'How many would have been refused to the person', 0),
          limited: field(Type.Integer(), 'How many would have been above a limit', 0),
        }),
      ),
      'The acts that were done, by what the rules would have asked of them',
    ),
    faults: field(
      Type.Array(
        Type.Object({
          rule: field(nullable(Type.Integer()), 'The index of the rule; null for a rule that is missing', 0),
          code: field(Type.String(), 'Stable code of the fault', 'not_enough_people'),
          msg: field(Type.String(), 'One sentence for people', 'Too few people can approve this.'),
          dependent: field(
            Type.Array(DependentPerson),
            'With `not_enough_people`: people who are not counted, because their account counts as somebody else',
            [],
          ),
          way_out: field(
            nullable(oneOf(waysOut)),
            'With `not_enough_people`: `founding`, the people of today can declare themselves independent; `confirm`, run the command for each name; `create`, there are too few people',
            'founding',
          ),
        }),
      ),
      'Why `PUT /v1/policy` would refuse these rules; empty if it would not',
    ),
  },
  { $id: 'PolicyPreviewResponse', description: 'What the last 30 days would have needed.' },
)
export type PolicyPreviewResponse = Static<typeof PolicyPreviewResponse>
