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
  ref,
  ShortText,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { currencyCodes } from '../money/currencies.ts'
import { decimalPattern, isZero } from '../money/decimal.ts'
import { purchaseRequestStatuses } from '../purchase-requests/purchase-request-rules.ts'
import { LinePosting, PostingSuggestion, postingAccounts } from './line-postings.ts'

/** The formats of bank statements that can be read. */
export const statementFormats = ['1c', 'camt.053', 'mt940', 'camt.054', 'mt942'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** Formats that announce what a later statement books (ADR 164). */
export function isAnnouncement(format: StatementFormat): boolean {
  return format === 'camt.054' || format === 'mt942'
}

export const statementMaxBytes = 20 * 1024 * 1024
export const statementMaxLines = 50_000

export const statementLineStatuses = ['new', 'matched', 'posted', 'set_aside'] as const
export type StatementLineStatus = (typeof statementLineStatuses)[number]

export const statementDirections = ['incoming', 'outgoing'] as const
export type StatementDirection = (typeof statementDirections)[number]

/**
 * What a file says about itself and its lines do not: an amount may be damaged. Refused unless the import accepts them
 * (ADR 164).
 */
export const statementDifferences = [
  'received_total',
  'sent_total',
  'closing_balance',
  'number_of_lines',
] as const
/** What the other statements of the account say and this one does not: an exception until somebody says why (ADR 164). */
export const sequenceWarnings = ['gap', 'overlap', 'contradiction'] as const
/** Whether a warning is about other statements. */
export function isOfSequence({ code }: { code: string }): boolean {
  return (sequenceWarnings as readonly string[]).includes(code)
}

/** The others are only kept with the statement. */
export const statementWarnings = [
  ...statementDifferences,
  ...sequenceWarnings,
  'balances',
  'totals_missing',
  'other_encoding',
  'end_missing',
  'outside_period',
  'pending_left_out',
] as const
export type StatementDifferenceCode = (typeof statementDifferences)[number]
export type StatementWarningCode = (typeof statementWarnings)[number]

/** Why a request is suggested for a line. The last three speak against it. */
export const suggestionReasons = [
  'invoice_number',
  'number',
  'short_number',
  'payer_inn',
  'missing_amount',
  'total_amount',
  'entered_by_hand',
  'refund',
  'refund_account',
  'refund_number',
  'foreign_payer',
  'takes_no_money',
  'other_currency',
] as const
export type SuggestionReason = (typeof suggestionReasons)[number]

/** Why a person has to look before a line is matched with a request, although it is suggested. */
export const matchDoubts = [
  'number',
  'payer',
  'amount',
  'currency',
  'takes_no_money',
  'refund',
  'other_request',
] as const
export type MatchDoubt = (typeof matchDoubts)[number]

const Text = nullable(Type.String())
const Amount = Type.String({ pattern: decimalPattern })
const ownAccount = '40702810900000012345'

const Warning = Type.Object({
  code: field(
    oneOf(statementWarnings),
    'What is unusual: the lines do not add up to a total or to the closing balance, or are not as many as stated; the balances do not fit to turnovers that are right, or the file has no totals to check the lines with; the text is in another encoding than stated, the last line is missing, lines are outside of the period, or pending entries were left out. Compared with other statements of the account: the opening balance is not the last known closing balance, and days are missing between them (`gap`) or not (`contradiction`), or statements of the same days have other lines (`overlap`)',
    'closing_balance',
  ),
  account: field(nullable(Type.String()), 'The account it is about; null: the whole file', ownAccount),
  currency: field(
    Type.Optional(Type.String()),
    'The currency of what is stated and found; an account with an IBAN can hold several',
    'RUB',
  ),
  stated: field(
    Text,
    'What the file states; of an `overlap`, how many lines only this file has',
    '1500000.00',
  ),
  found: field(
    Text,
    'What its lines or other statements give; of an `overlap`, how many lines only other files have',
    '1499000.00',
  ),
  after: field(
    Type.Optional(CalendarDate),
    'The last day of the statement whose closing balance was compared',
    '2026-01-29',
  ),
})
export type StatementWarning = Static<typeof Warning>

const Account = Type.Object({
  account: field(Type.String(), 'The number of the own account', ownAccount),
  currency: field(Type.String(), 'Its currency (ISO 4217)', 'RUB'),
  from: field(nullable(CalendarDate), 'The first day of the statement', '2026-01-30'),
  to: field(nullable(CalendarDate), 'The last day of the statement', '2026-01-31'),
  opening_balance: field(
    Text,
    'The balance before the first line, as the file states it; negative with a minus sign',
    '1000000.00',
  ),
  closing_balance: field(Text, 'The balance after the last line, as the file states it', '1500000.00'),
  received: field(Type.String(), 'The sum of the incoming lines', '600000.00'),
  sent: field(Type.String(), 'The sum of the outgoing lines', '100000.00'),
  new_lines: field(Type.Integer(), 'Lines that no statement had before', 12),
  known_lines: field(Type.Integer(), 'Lines that an earlier statement had', 3),
})
export type StatementAccount = Static<typeof Account>

export const StatementResponse = Type.Object(
  {
    id: field(Id, 'The id of the statement'),
    format: field(
      oneOf(statementFormats),
      'The format of the file. `mt942` and `camt.054` announce: their lines are announced lines, which no payment is made of',
      '1c',
    ),
    file: field(
      Type.Object({
        name: field(Type.String(), 'The name of the file', 'kl_to_1c.txt'),
        size: field(Type.Integer(), 'The number of bytes', 48_213),
        sha256: field(Type.String(), 'SHA-256 of the file, in hex', '9b'.repeat(32)),
      }),
      'The imported file. It is not kept itself; its lines are.',
    ),
    from: field(nullable(CalendarDate), 'The first day of all its accounts', '2026-01-30'),
    to: field(nullable(CalendarDate), 'The last day of all its accounts', '2026-01-31'),
    accounts: field(Type.Array(Account), 'The own accounts in the file'),
    new_lines: field(Type.Integer(), 'Lines that no statement had before', 12),
    known_lines: field(Type.Integer(), 'Lines that an earlier statement had', 3),
    open_lines: field(
      Type.Integer(),
      'Its lines that have the status `new` now; of an announcement, those that are not booked yet',
      4,
    ),
    warnings: field(
      Type.Array(Warning),
      'What was unusual in the file, or does not follow from other statements',
    ),
    explanation: field(
      nullable(
        Type.Object({
          reason: field(Type.String(), 'Why it is right', 'The bank has corrected the balance'),
          by: field(
            Type.String(),
            'Who said so: the id of an administrator or API key, or a name',
            exampleId,
          ),
          at: field(Instant, 'When'),
        }),
      ),
      'Why a gap, overlap or contradiction is right; null while nobody has said so, or there is none',
      null,
    ),
    imported_by: field(
      Type.String(),
      'Who imported it: the id of an administrator or API key, or a name',
      exampleId,
    ),
    imported_at: field(Instant, 'When it was imported'),
  },
  { $id: 'StatementResponse', description: 'An imported bank statement.' },
)
export type StatementResponse = Static<typeof StatementResponse>

export const ExplainStatementBody = Type.Object(
  {
    reason: field(
      Type.String({ minLength: 1, maxLength: 1000 }),
      'Why the gap, overlap or contradiction is right',
      'The bank has corrected the balance',
    ),
  },
  {
    $id: 'ExplainStatementBody',
    additionalProperties: false,
    description: 'Why a statement does not follow from the others of its account.',
  },
)
export type ExplainStatementBody = Static<typeof ExplainStatementBody>

export const StatementListResponse = cursorPage(ref(StatementResponse), 'StatementListResponse')
export type StatementListResponse = Static<typeof StatementListResponse>

/** The form of an upload. */
export const ImportStatementBody = Type.Object(
  {
    file: field(
      Type.String({ format: 'binary' }),
      'The statement: 1C ClientBankExchange, camt.053, camt.054, MT940 or MT942, at most 20 MiB and 50,000 lines',
      '1CClientBankExchange …',
    ),
    accept_difference: field(
      Type.Optional(oneOf(['true', 'false'])),
      '`true` to import a file whose lines do not add up to its totals',
      'false',
    ),
  },
  { $id: 'ImportStatementBody', additionalProperties: false, description: 'The form to import a statement.' },
)

const Party = Type.Object({
  name: field(Text, 'The name', 'ООО «Ромашка»'),
  inn: field(Text, 'The tax number (INN)', '7701234560'),
  account: field(Text, 'The account', '40702810400000067890'),
  bic: field(Text, 'The BIC of the bank: nine digits (Russia), or that of SWIFT', '044525225'),
})
export type StatementParty = Static<typeof Party>

const Match = Type.Object({
  kind: field(
    oneOf(['payment', 'credit', 'refund']),
    'What it became: a payment of the request, a credit of the organization that belongs to no request yet, or the refund that the line proves',
    'payment',
  ),
  id: field(Id, 'The id of the payment, credit or refund'),
  request_id: field(nullable(Id), 'The purchase request; null for a credit of the organization'),
  organization_id: field(Id, 'The organization'),
  amount: field(Type.String(), 'The part of the line', '92301.08'),
  was_entered: field(Type.Boolean(), 'Whether it had been entered by hand and was only linked', false),
})
export type StatementMatch = Static<typeof Match>

const Suggestion = Type.Object({
  request_id: field(Id, 'The purchase request'),
  number: field(Type.String(), 'Its number', 'PR-2026-000123'),
  status: field(oneOf(purchaseRequestStatuses), 'Its status', 'approved'),
  organization_id: field(Id, 'Its organization'),
  organization_name: field(Text, 'The short name of the organization', 'ООО «Ромашка»'),
  amount: field(Type.String(), 'How much of the line to match with it', '92301.08'),
  payment_id: field(
    nullable(Id),
    'The payment that was entered by hand and is the same: matching links it and adds nothing',
    null,
  ),
  score: field(Type.Integer(), 'How well it fits, from 1 to 100', 100),
  is_certain: field(
    Type.Boolean(),
    'The purpose names the request or its invoice, its organization pays, in its currency, exactly what is missing or what was entered by hand, and no other request comes near; of an outgoing line: it has the amount, the account and the number of one recorded refund. A person only has to confirm it',
    true,
  ),
  reasons: field(
    Type.Array(oneOf(suggestionReasons)),
    'Why, the strongest first, and what speaks against it',
    ['number', 'payer_inn', 'missing_amount'],
  ),
})
export type StatementSuggestion = Static<typeof Suggestion>

export const StatementLineResponse = Type.Object(
  {
    id: field(Id, 'The id of the line'),
    statement_id: field(Id, 'The statement that brought it first'),
    status: field(
      oneOf(statementLineStatuses),
      'Whether somebody has dealt with it: `matched` with requests or organizations, or `posted` to another account',
      'new',
    ),
    account: field(Type.String(), 'The own account', ownAccount),
    booked_on: field(CalendarDate, 'The day on which the bank booked it'),
    direction: field(oneOf(statementDirections), 'To the own account, or from it', 'incoming'),
    document_number: field(Type.String(), 'The number of the payment order; may be empty', '417'),
    amount: field(Type.String(), 'The amount', '92301.08'),
    currency: field(Type.String(), 'The currency of the own account (ISO 4217)', 'RUB'),
    payer: field(Party, 'Who pays'),
    receiver: field(Party, 'Who receives'),
    purpose: field(
      Type.String(),
      'The purpose of the payment',
      'Оплата по заявке PR-2026-000123. НДС не облагается',
    ),
    occurrence: field(
      Type.Integer(),
      'Which one of lines that are the same in account, day, direction, number, payer and amount: 1, 2 …',
      1,
    ),
    matches: field(Type.Array(Match), 'What the line was matched with'),
    open_amount: field(Type.String(), 'The part that is not matched', '92301.08'),
    suggestions: field(
      Type.Array(Suggestion),
      'Requests that the line may belong to, or whose refund it may prove, the best first; only for lines that are new. Computed when the line is read.',
    ),
    posting: field(nullable(LinePosting), 'What it was posted as; null for other lines', null),
    posting_suggestion: field(
      nullable(PostingSuggestion),
      'What it may be posted as: only for lines that are `new` or `set_aside`. Computed when the line is read.',
      null,
    ),
    set_aside_reason: field(Text, 'Why it was set aside', null),
    decided_by: field(
      Text,
      'Who matched it, posted it or set it aside: the id of an administrator or API key, or a name',
      exampleId,
    ),
    decided_at: field(nullable(Instant), 'When it was matched, posted or set aside'),
    imported_at: field(Instant, 'When it was first imported'),
  },
  { $id: 'StatementLineResponse', description: 'A line of a bank statement.' },
)
export type StatementLineResponse = Static<typeof StatementLineResponse>

export const StatementLineFilter = Type.Object({
  status: field(Type.Optional(oneOf(statementLineStatuses)), 'Only lines of this status', 'new'),
  direction: field(Type.Optional(oneOf(statementDirections)), 'Only lines of this direction', 'incoming'),
  posted_as: field(Type.Optional(oneOf(postingAccounts)), 'Only lines that are posted as this', 'transit'),
  account: field(
    Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    'Only lines of this own account',
    ownAccount,
  ),
  currency: field(Type.Optional(oneOf(currencyCodes)), 'Only lines in this currency', 'RUB'),
  from: field(Type.Optional(CalendarDate), 'Only lines that were booked on this day or later', '2026-01-01'),
  to: field(Type.Optional(CalendarDate), 'Only lines that were booked on this day or before', '2026-01-31'),
})
export type StatementLineFilter = Static<typeof StatementLineFilter>

export const StatementLineListResponse = cursorPage(ref(StatementLineResponse), 'StatementLineListResponse')
export type StatementLineListResponse = Static<typeof StatementLineListResponse>

export const CertainMatchesResponse = Type.Object(
  {
    items: field(
      Type.Array(ref(StatementLineResponse)),
      'New lines whose first suggestion is certain, the newest first; of several lines for the same request, the newest',
    ),
    sums: field(
      Type.Array(
        Type.Object({
          currency: field(Type.String(), 'The currency (ISO 4217)', 'RUB'),
          direction: field(oneOf(statementDirections), 'To own accounts, or from them', 'incoming'),
          amount: field(Type.String(), 'The sum of the lines', '1845300.50'),
          count: field(Type.Integer(), 'How many lines', 14),
        }),
      ),
      'What these lines sum to, in each currency: what came in and what went out are added up apart',
    ),
    next_cursor: field(
      nullable(Type.String()),
      'Where to look further; null if all new lines were looked at',
      null,
    ),
  },
  {
    $id: 'CertainMatchesResponse',
    description: 'Lines that a person only has to confirm. Computed when they are read.',
  },
)
export type CertainMatchesResponse = Static<typeof CertainMatchesResponse>

const MatchItem = Type.Object(
  {
    request_id: field(Type.Optional(ShortText), 'The purchase request that the money is for', exampleId),
    organization_id: field(
      Type.Optional(ShortText),
      'Instead of a request: the organization whose money it is, kept as its credit',
      exampleId,
    ),
    amount: field(Amount, 'The part of the line', '92301.08'),
  },
  { additionalProperties: false },
)
export type MatchItem = Static<typeof MatchItem>

export const MatchStatementLineBody = Type.Object(
  {
    items: field(
      Type.Array(MatchItem, { minItems: 1, maxItems: 100 }),
      'The parts. What they leave of an incoming line becomes a credit of the organization of the first one.',
      [{ request_id: exampleId, amount: '92301.08' }],
    ),
    accept_overpayment: field(
      Type.Optional(Type.Boolean()),
      'Accepts that the one request gets more than its total and 10 %: an act under the policy',
      false,
    ),
  },
  {
    $id: 'MatchStatementLineBody',
    additionalProperties: false,
    description: 'What a line is for: one request, several, or an organization.',
  },
)
export type MatchStatementLineBody = Static<typeof MatchStatementLineBody>

/** Each part names a request or an organization, at most once, and has an amount above zero. */
export function matchRules(body: unknown): Fault[] {
  const items = isObject(body) && Array.isArray(body.items) ? body.items : []
  const seen = new Set<string>()
  return items.flatMap((item, index): Fault[] => {
    if (!isObject(item)) return []
    const { request_id, organization_id, amount } = item
    const loc = ['body', 'items', index]
    if ((request_id === undefined) === (organization_id === undefined))
      return [fault(loc, 'request_or_organization')]
    const target = request_id === undefined ? `organization ${organization_id}` : `request ${request_id}`
    if (seen.has(target)) return [fault(loc, 'repeated_item')]
    seen.add(target)
    const isNothing = typeof amount === 'string' && amountForm.test(amount) && isZero(amount)
    return isNothing ? [fault([...loc, 'amount'], 'not_positive')] : []
  })
}
const amountForm = new RegExp(decimalPattern)

export const SetAsideStatementLineBody = Type.Object(
  {
    reason: field(
      Type.String({ minLength: 1, maxLength: 1000 }),
      'Why it is no payment of a client',
      'Bank commission',
    ),
  },
  {
    $id: 'SetAsideStatementLineBody',
    additionalProperties: false,
    description: 'Why a line is not matched.',
  },
)
export type SetAsideStatementLineBody = Static<typeof SetAsideStatementLineBody>

/** A line that is matched as it was suggested, and only if that is still certain. */
export const CertainMatch = Type.Object(
  {
    id: field(ShortText, 'The id of the line', exampleId),
    request_id: field(ShortText, 'The purchase request that was suggested with certainty', exampleId),
    amount: field(Amount, 'The amount that was suggested', '92301.08'),
  },
  { additionalProperties: false },
)
export type CertainMatch = Static<typeof CertainMatch>
