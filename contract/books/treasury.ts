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
  ShortText,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { assetDecimals, purchaseAssets } from '../money/assets.ts'
import { currencyDecimals, isCurrency } from '../money/currencies.ts'
import { decimalPattern, decimalPlaces, isDecimal, isZero } from '../money/decimal.ts'
import { networks } from '../money/networks.ts'
import { isTxHash, txHashForms } from '../purchase-requests/purchase-request-rules.ts'

const Amount = Type.String({ pattern: decimalPattern })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

const theCompany = 'The company of the desk that bought the coins'
const theAsset = 'The asset'
const theNetwork = 'The network on which it came'
const theWallet = 'The wallet of the own organization of the company that it came to'
const theAmount = 'How much of the asset came'
const theCostCurrency = 'The currency (ISO 4217)'
const theCost = 'What was agreed for it, without the fee'
const theFee = 'What the counterparty takes besides, in the same currency. It is a part of the cost'
const theTime = 'When the coins came. Its day must be open, and not in the future'
const theReference = 'What the purchase is called in the papers: a company has each reference once'
const theTransaction = 'The transaction that brought the coins'

const Person = (meaning: string) =>
  Type.Object({
    id: field(Type.String(), `${meaning}: the id of an administrator or API key, or a name`, exampleId),
    name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
  })

export const CreateAcquisitionBody = Type.Object(
  {
    company_id: field(Id, theCompany),
    asset: field(oneOf(purchaseAssets), theAsset, 'USDT'),
    network: field(oneOf(networks), theNetwork, 'tron'),
    wallet_id: field(Id, theWallet),
    amount: field(Amount, theAmount, '50000'),
    cost: field(
      Type.Object(
        { currency: field(Currency, theCostCurrency, 'RUB'), amount: field(Amount, theCost, '4600000.00') },
        { additionalProperties: false },
      ),
      'What the coins cost',
    ),
    fee: field(optional(Amount), theFee, '4600.00'),
    acquired_at: field(Instant, theTime),
    counterparty: field(
      Type.Object(
        {
          name: field(optional(ShortText), 'Who sold them, as a text', 'ООО «Биржа»'),
          organization_id: field(optional(Id), 'Instead: the organization that sold them', null),
        },
        { additionalProperties: false },
      ),
      'Who sold the coins: a text or an organization',
    ),
    reference: field(ShortText, theReference, 'OTC-117'),
    tx_hash: field(optional(ShortText), theTransaction, 'ab'.repeat(32)),
  },
  {
    $id: 'CreateAcquisitionBody',
    additionalProperties: false,
    description: 'Coins that a company of the desk has bought.',
  },
)
export type CreateAcquisitionBody = Static<typeof CreateAcquisitionBody>

export const ReverseAcquisitionBody = Type.Object(
  { reason: field(Type.String({ minLength: 1, maxLength: 1000 }), 'Why', 'Дважды внесено') },
  { $id: 'ReverseAcquisitionBody', additionalProperties: false, description: 'Why it is reversed.' },
)
export type ReverseAcquisitionBody = Static<typeof ReverseAcquisitionBody>

export const AcquisitionResponse = Type.Object(
  {
    id: field(Id, 'The id of the acquisition'),
    company_id: field(Id, theCompany),
    company_name: field(Type.String(), 'The name of the company', 'ООО «Ромашка»'),
    asset: field(oneOf(purchaseAssets), theAsset, 'USDT'),
    network: field(oneOf(networks), theNetwork, 'tron'),
    wallet_id: field(Id, theWallet),
    wallet_address: field(Type.String(), 'The address of the wallet', 'TQ5NMqJjhpQGK7YJbESKfVKLKqXkzqXZPS'),
    amount: field(Type.String(), theAmount, '50000'),
    cost: field(
      Type.Object({
        currency: field(Type.String(), theCostCurrency, 'RUB'),
        amount: field(Type.String(), theCost, '4600000.00'),
      }),
      'What the coins cost',
    ),
    fee: field(Type.String(), theFee, '4600.00'),
    owed: field(
      Type.String(),
      'What is still owed for it: cost and fee, less lines of statements that are posted as payments for it. Zero once it is reversed',
      '4604600.00',
    ),
    payments: field(
      Type.Array(
        Type.Object({
          statement_line_id: field(Id, 'The line of a bank statement'),
          day: field(CalendarDate, 'The day on which the bank booked it', '2026-01-31'),
          amount: field(Type.String(), 'Its amount, in the currency of the cost', '4604600.00'),
        }),
      ),
      'The lines of statements that are posted as payments for it, oldest first',
    ),
    day: field(CalendarDate, 'The day in the books', '2026-01-31'),
    acquired_at: field(Instant, 'When the coins came'),
    counterparty: field(
      Type.Object({
        name: field(Type.String(), 'Who sold them', 'ООО «Биржа»'),
        organization_id: field(nullable(Id), 'The organization that sold them; null if it is a text', null),
      }),
      'Who sold the coins',
    ),
    reference: field(Type.String(), theReference, 'OTC-117'),
    tx_hash: field(nullable(Type.String()), `${theTransaction}; null if it was not named`, 'ab'.repeat(32)),
    recorded_at: field(Instant, 'When it was typed'),
    recorded_by: field(Person('Who recorded it'), 'Who recorded it'),
    reversal: field(
      nullable(
        Type.Object({
          day: field(CalendarDate, 'The day in the books', '2026-01-31'),
          at: field(Instant, 'When'),
          by: field(Person('Who reversed it'), 'Who reversed it'),
          reason: field(Type.String(), 'Why', 'Дважды внесено'),
        }),
      ),
      'Its reversal; null while it holds',
      null,
    ),
  },
  { $id: 'AcquisitionResponse', description: 'Coins that a company of the desk has bought.' },
)
export type AcquisitionResponse = Static<typeof AcquisitionResponse>

export const AcquisitionListResponse = cursorPage(ref(AcquisitionResponse), 'AcquisitionListResponse')
export type AcquisitionListResponse = Static<typeof AcquisitionListResponse>

/** Faults of an acquisition that need nothing but its body, which may have any shape. */
export function acquisitionFaults(body: unknown): Fault[] {
  const fields = isObject(body) ? body : {}
  const cost = isObject(fields.cost) ? fields.cost : {}
  const counterparty = isObject(fields.counterparty) ? fields.counterparty : {}
  const { asset, network, tx_hash } = fields
  const currency = typeof cost.currency === 'string' ? cost.currency : ''
  const isCode = /^[A-Z]{3}$/.test(currency)
  const decimals =
    typeof asset === 'string' && typeof network === 'string' ? assetDecimals(asset, network) : undefined
  const isPair = purchaseAssets.some((one) => one === asset) && networks.some((one) => one === network)
  const known = networks.find((one) => one === network)
  const names = [counterparty.name, counterparty.organization_id].filter((one) => typeof one === 'string')
  return [
    ...(isPair && decimals === undefined ? [fault(['body', 'network'], 'asset_not_on_network')] : []),
    ...amountFaults(['body', 'amount'], fields.amount, decimals, false),
    ...(isCode && !isCurrency(currency) ? [fault(['body', 'cost', 'currency'], 'currency_code')] : []),
    ...amountFaults(
      ['body', 'cost', 'amount'],
      cost.amount,
      isCode ? currencyDecimals(currency) : undefined,
      false,
    ),
    ...amountFaults(['body', 'fee'], fields.fee, isCode ? currencyDecimals(currency) : undefined, true),
    ...(isObject(fields.counterparty) && names.length !== 1
      ? [fault(['body', 'counterparty'], 'one_counterparty')]
      : []),
    ...(typeof tx_hash === 'string' && known && !isTxHash(known, tx_hash)
      ? [fault(['body', 'tx_hash'], txHashForms[known].fault)]
      : []),
  ]
}

function amountFaults(
  loc: Fault['loc'],
  value: unknown,
  places: number | undefined,
  mayBeZero: boolean,
): Fault[] {
  if (typeof value !== 'string' || !isDecimal(value)) return []
  if (isZero(value)) return mayBeZero ? [] : [fault(loc, 'not_positive')]
  if (places === undefined || decimalPlaces(value) <= places) return []
  return [fault(loc, 'too_many_decimals', { places })]
}

// Results

const Money = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$' })
const thePrice = 'The price of coins that were in own wallets, without the fee'
const theElsewhere =
  'The price of coins that came from elsewhere: what they cost is not known, and the result has nothing of it'
const theResultFee = 'Fees, without VAT'
const theCoinCost = 'What the coins cost that were in own wallets'
const theNetworkFee = 'What networks took for transfers of own wallets, at its cost'
const theResult = 'Price and fee less cost and network fees'

const earnings = {
  price: field(Money, thePrice, '92000.00'),
  price_elsewhere: field(Money, theElsewhere, '0.00'),
  fee: field(Money, theResultFee, '460.00'),
  cost: field(Money, theCoinCost, '91000.00'),
  network_fee: field(Money, theNetworkFee, '0.00'),
  result: field(Money, theResult, '1460.00'),
}

const isFinal = field(
  Type.Boolean(),
  'Whether the books are closed for all of it. Until then costs may change with what is still posted',
  false,
)

export const resultGroups = ['day', 'client', 'asset', 'person'] as const
export type ResultGroup = (typeof resultGroups)[number]
export const mostResultDays = 400

export const ResultsQuery = Type.Object({
  from: field(CalendarDate, 'The first day in the books', '2026-01-01'),
  to: field(CalendarDate, `The last day in the books; at most ${mostResultDays} days`, '2026-01-31'),
  by: field(Type.Optional(oneOf(resultGroups)), 'What the rows are; default: days', 'client'),
})
export type ResultsQuery = Static<typeof ResultsQuery>

export const resultsFormats = ['csv', 'xlsx'] as const
export type ResultsFormat = (typeof resultsFormats)[number]

export const ResultsFileQuery = Type.Object({
  ...ResultsQuery.properties,
  format: field(oneOf(resultsFormats), 'The format of the file', 'csv'),
})
export type ResultsFileQuery = Static<typeof ResultsFileQuery>

export const ResultsResponse = Type.Object(
  {
    from: field(CalendarDate, 'The first day', '2026-01-01'),
    to: field(CalendarDate, 'The last day', '2026-01-31'),
    by: field(oneOf(resultGroups), 'What the rows are', 'client'),
    currency: field(Type.String(), 'The currency of all amounts', 'RUB'),
    is_final: isFinal,
    items: field(
      Type.Array(
        Type.Object({
          key: field(
            nullable(Type.String()),
            'The day, the id of the organization or of the person, or the asset; null for what belongs to none',
            exampleId,
          ),
          name: field(nullable(Type.String()), 'What it is called', 'ООО «Ромашка»'),
          ...earnings,
        }),
      ),
      'The rows, the days in their order, others by name',
    ),
    total: field(Type.Object(earnings), 'The sum of the rows'),
    uncovered: field(
      Type.Array(
        Type.Object({
          asset: field(Type.String(), 'The asset', 'USDT'),
          amount: field(
            Type.String(),
            'How much of it was delivered, or taken as a fee, and never bought',
            '150',
          ),
        }),
      ),
      'What has no cost yet, because no acquisition covers it',
    ),
  },
  { $id: 'ResultsResponse', description: 'What deals earned.' },
)
export type ResultsResponse = Static<typeof ResultsResponse>

export const RequestResultResponse = Type.Object(
  {
    request_id: field(Id, 'The purchase request'),
    currency: field(Type.String(), 'The currency of all amounts', 'RUB'),
    ...earnings,
    uncovered_amount: field(
      Type.String(),
      'How much of the asset was delivered from own wallets and never bought: it has no cost yet',
      '0',
    ),
    is_final: field(
      Type.Boolean(),
      'Whether the request is over, its coins have their cost, and the books are closed for all of it. Until then the result may change',
      false,
    ),
  },
  { $id: 'RequestResultResponse', description: 'What a purchase request has earned so far.' },
)
export type RequestResultResponse = Static<typeof RequestResultResponse>

// Position

const Coins = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const theHeld = 'What the books have'
const theOnChain = 'What the node of the network said last; null if none has said anything'
const theCheckedAt = 'When it said so: of several wallets the longest ago'
const theReserved = 'Signed or sent, and not confirmed; with the network fee'

/** Chain and books, of all wallets and of each. */
const compared = {
  difference: field(nullable(Coins), '`on_chain` less `held`; null if no node has said anything', '0'),
  explained: field(
    nullable(Coins),
    'What of the difference is explained by lines of chain statements: those that were set aside or are too small to count, and transfers that the chain has and the books not yet; null if no node has said anything',
    '0',
  ),
  unexplained: field(
    nullable(Coins),
    '`difference` less `explained`: zero if every transaction is known and belongs to something; null if no node has said anything',
    '0',
  ),
  open_lines: field(
    Type.Integer({ minimum: 0 }),
    'Transactions of own wallets that nobody has said anything of yet',
    0,
  ),
}

export const PositionResponse = Type.Object(
  {
    items: field(
      Type.Array(
        Type.Object({
          asset: field(oneOf(purchaseAssets), theAsset, 'USDT'),
          network: field(oneOf(networks), 'The network', 'tron'),
          held: field(Coins, theHeld, '50000'),
          on_chain: field(nullable(Coins), theOnChain, '50000'),
          checked_at: field(nullable(Instant), theCheckedAt),
          reserved: field(Coins, theReserved, '1500'),
          owed: field(Coins, 'Paid for by clients, not delivered, and not on its way', '12000'),
          promised: field(Coins, 'Approved, and not paid yet', '3000'),
          free: field(
            Coins,
            '`held` less `reserved` and `owed`: negative if something must be bought',
            '36500',
          ),
          ...compared,
          wallets: field(
            Type.Array(
              Type.Object({
                wallet_id: field(Id, 'The wallet'),
                company_name: field(Type.String(), 'The company of the desk', 'ООО «Контора»'),
                address: field(Type.String(), 'Its address', 'TQ5NMqJjhpQGK7YJbESKfVKLKqXkzqXZPS'),
                held: field(Coins, theHeld, '50000'),
                on_chain: field(nullable(Coins), theOnChain, '50000'),
                checked_at: field(nullable(Instant), 'When it said so'),
                reserved: field(Coins, theReserved, '1500'),
                ...compared,
              }),
            ),
            'The wallets of the desk that have some of it, or had',
          ),
        }),
      ),
      'By asset and network',
    ),
  },
  { $id: 'PositionResponse', description: 'What the desk has, and what it owes.' },
)
export type PositionResponse = Static<typeof PositionResponse>

export const mostPositionDays = 366

export const PositionHistoryQuery = Type.Object({
  days: field(
    Type.Optional(Type.Integer({ minimum: 1, maximum: mostPositionDays, default: 30 })),
    'How many days, the last of which is today',
    30,
  ),
})
export type PositionHistoryQuery = Static<typeof PositionHistoryQuery>

export const PositionHistoryResponse = Type.Object(
  {
    from: field(CalendarDate, 'The first day', '2026-01-02'),
    to: field(CalendarDate, 'Today', '2026-01-31'),
    items: field(
      Type.Array(
        Type.Object({
          asset: field(oneOf(purchaseAssets), theAsset, 'USDT'),
          days: field(
            Type.Array(
              Type.Object({
                day: field(CalendarDate, 'The day', '2026-01-31'),
                held: field(
                  Coins,
                  'What wallets of the desk had by the books at the end of the day',
                  '50000',
                ),
                owed: field(Coins, 'What clients had paid for and not got at the end of the day', '12000'),
              }),
            ),
            'Each day, the first one first',
          ),
        }),
      ),
      'The assets that were held or owed on one of the days',
    ),
  },
  { $id: 'PositionHistoryResponse', description: 'What the desk had and owed, day by day.' },
)
export type PositionHistoryResponse = Static<typeof PositionHistoryResponse>
