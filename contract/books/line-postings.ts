import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  Instant,
  isObject,
  nullable,
  oneOf,
  optional,
  ref,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { foldText } from '../values/text-folding.ts'

/**
 * What a line of a statement can be that is no money of a client: a short list, so that every line ends in a posting
 * (ADR 320).
 */
export const postingAccounts = ['bank_fee', 'tax', 'transit', 'exchange', 'counterparty', 'other'] as const
export type PostingAccount = (typeof postingAccounts)[number]

/** What a rule can suggest: which acquisition a line pays for, nobody can say beforehand. */
export const ruleAccounts = ['bank_fee', 'tax', 'transit', 'exchange', 'other'] as const
export type RuleAccount = (typeof ruleAccounts)[number]

const ruleMeaning =
  '`bank_fee`: a fee of the bank (`expenses:bank`); `tax`: a tax or its refund (`liabilities:tax`); `transit`: a transfer between two own accounts, whose other line is posted in the same way (`assets:transit`); `exchange`: a side of a purchase or sale of currency (`assets:exchange`), which its other line settles; `other`: anything else, which `text` says (`expenses:other` for money that went out, `income:other` for money that came in)'

export const accountMeaning = `${ruleMeaning}; \`counterparty\`: a payment for the acquisition \`acquisition_id\` to whoever sold the coins (\`liabilities:counterparty\`)`

/** Why an account is suggested. */
export const postingHints = ['own_account', 'rule'] as const
export type PostingHint = (typeof postingHints)[number]

const Account = oneOf(postingAccounts)
const RuleAccount = oneOf(ruleAccounts)
const theAcquisition = 'The acquisition that the line pays for'
const theOtherLine = 'The line of the other side of the exchange'
const Signed = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const Direction = oneOf(['incoming', 'outgoing'])
const PostingText = Type.String({ minLength: 1, maxLength: 500 })

export const LinePosting = Type.Object({
  id: field(Id, 'The id of the posting'),
  account: field(Account, 'What the line is, as in `PostStatementLineBody`', 'bank_fee'),
  text: field(Type.String(), 'What it is, for people', 'Комиссия за ведение счёта'),
  acquisition_id: field(nullable(Id), `${theAcquisition}; null unless it is a \`counterparty\``, null),
  exchange: field(
    nullable(
      Type.Object({
        line_id: field(Id, theOtherLine),
        day: field(
          CalendarDate,
          'The day in the books: that of the later line, or the first open one then',
          '2026-01-15',
        ),
        result: field(
          Signed,
          'Roubles that the exchange brought more than the rates of this day say (`income:exchange`); negative for a loss',
          '-100.00',
        ),
      }),
    ),
    'The purchase or sale of currency that the line is a side of, once both are linked; null otherwise',
    null,
  ),
  posted_at: field(Instant, 'When somebody posted it. Its day in the books is the day of the line.'),
  posted_by: field(
    Type.Object({
      id: field(Type.String(), 'The id of the administrator or API key, or a name', exampleId),
      name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
    }),
    'Who posted it',
  ),
})
export type LinePosting = Static<typeof LinePosting>

export const PostingSuggestion = Type.Object({
  account: field(RuleAccount, 'What the line is', 'bank_fee'),
  text: field(nullable(Type.String()), 'The text of the rule; null: the purpose of the line', null),
  hint: field(
    oneOf(postingHints),
    'Why: the other account is one of ours, or a rule says so',
    'rule' satisfies PostingHint,
  ),
  rule_id: field(nullable(Id), 'The rule; null without one'),
  exchange_line_id: field(
    nullable(Id),
    `${theOtherLine}: the only one of the nearest day that is posted, of the same company, in another currency and of the other direction; null if there is none`,
    null,
  ),
})
export type PostingSuggestion = Static<typeof PostingSuggestion>

export const PostStatementLineBody = Type.Object(
  {
    account: field(Account, `What the line is. ${accountMeaning}`, 'bank_fee'),
    text: field(
      Type.Optional(PostingText),
      'What it is, for people; needed for `other`, otherwise the purpose of the line unless given',
      'Комиссия за ведение счёта',
    ),
    acquisition_id: field(
      optional(Id),
      `${theAcquisition}: needed for \`counterparty\`, and for no other account`,
      null,
    ),
    exchange_line_id: field(
      optional(Id),
      `${theOtherLine}, which is posted as \`exchange\` already: both are settled. Only for \`exchange\`; the line itself may be posted as one already`,
      null,
    ),
  },
  {
    $id: 'PostStatementLineBody',
    additionalProperties: false,
    description: 'The account of the short list that a line is posted to.',
  },
)
export type PostStatementLineBody = Static<typeof PostStatementLineBody>

export const UnpostStatementLineBody = Type.Object(
  { reason: field(Type.String({ minLength: 1, maxLength: 1000 }), 'Why', 'Это оплата клиента') },
  {
    $id: 'UnpostStatementLineBody',
    additionalProperties: false,
    description: 'Why the posting of a line is reversed.',
  },
)
export type UnpostStatementLineBody = Static<typeof UnpostStatementLineBody>

/** So that all rules are compared with each line that is read. */
export const mostPostingRules = 200

export const CreatePostingRuleBody = Type.Object(
  {
    contains: field(
      Type.String({ minLength: 3, maxLength: 200 }),
      'What the purpose of the line has. Case, ё or е, and punctuation make no difference.',
      'комиссия за ведение счёта',
    ),
    direction: field(Type.Optional(Direction), 'Only lines of this direction; both unless given', 'outgoing'),
    account: field(RuleAccount, 'What such a line is, as in `PostStatementLineBody`', 'bank_fee'),
    text: field(
      Type.Optional(PostingText),
      'The text to suggest; needed for `other`, otherwise the purpose of the line unless given',
      'Комиссия за ведение счёта',
    ),
  },
  {
    $id: 'CreatePostingRuleBody',
    additionalProperties: false,
    description: 'If the purpose of a line contains this, then suggest that account.',
  },
)
export type CreatePostingRuleBody = Static<typeof CreatePostingRuleBody>

export const PostingRuleResponse = Type.Object(
  {
    id: field(Id, 'The id of the rule'),
    contains: field(Type.String(), 'What the purpose of the line has', 'комиссия за ведение счёта'),
    direction: field(nullable(Direction), 'Only lines of this direction; null: both', 'outgoing'),
    account: field(RuleAccount, 'What such a line is', 'bank_fee'),
    text: field(nullable(Type.String()), 'The text to suggest; null: the purpose of the line', null),
    created_at: field(Instant, 'When it was made'),
    created_by: field(
      Type.Object({
        id: field(Type.String(), 'The id of the administrator or API key, or a name', exampleId),
        name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
      }),
      'Who made it',
    ),
  },
  {
    $id: 'PostingRuleResponse',
    description: 'A rule that suggests an account for lines of statements. Nothing is posted by it.',
  },
)
export type PostingRuleResponse = Static<typeof PostingRuleResponse>

export const PostingRuleListResponse = cursorPage(ref(PostingRuleResponse), 'PostingRuleListResponse')
export type PostingRuleListResponse = Static<typeof PostingRuleListResponse>

/** What is `other` has to be said. */
function textRules(body: unknown): Fault[] {
  if (!isObject(body) || body.account !== 'other' || body.text !== undefined) return []
  return [fault(['body', 'text'], 'posting_text_missing')]
}

/** Besides, a payment to a counterparty pays for an acquisition. */
export function postingRules(body: unknown): Fault[] {
  const isUnfit =
    isObject(body) && (body.account === 'counterparty') !== (typeof body.acquisition_id === 'string')
  return [
    ...textRules(body),
    ...(isUnfit ? [fault(['body', 'acquisition_id'], 'acquisition_of_counterparty')] : []),
    ...(isObject(body) && typeof body.exchange_line_id === 'string' && body.account !== 'exchange'
      ? [fault(['body', 'exchange_line_id'], 'line_of_exchange')]
      : []),
  ]
}

/** A text of punctuation would be in every purpose. */
export function postingRuleRules(body: unknown): Fault[] {
  const isEmpty = isObject(body) && typeof body.contains === 'string' && foldText(body.contains).length < 3
  return [...(isEmpty ? [fault(['body', 'contains'], 'rule_text_short')] : []), ...textRules(body)]
}
