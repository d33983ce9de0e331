import { type Static, Type } from 'typebox'
import { maybeActor } from '../api/actor.ts'
import {
  CalendarDate,
  cursorPage,
  field,
  Id,
  IdFilter,
  Instant,
  isObject,
  nullable,
  oneOf,
  optional,
  ref,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'

/** Some 100,000 rows. */
export const chainFileMaxBytes = 10 * 1024 * 1024
export const mostChainRows = 100_000

export const chainLineStatuses = ['new', 'matched', 'set_aside', 'dust'] as const
export type ChainLineStatus = (typeof chainLineStatuses)[number]

export const chainDirections = ['incoming', 'outgoing'] as const
export type ChainDirection = (typeof chainDirections)[number]

export const chainMatchKinds = ['transfer', 'acquisition', 'delivery', 'fee', 'move'] as const
export type ChainMatchKind = (typeof chainMatchKinds)[number]

export const chainSources = ['node', 'csv'] as const
export type ChainSource = (typeof chainSources)[number]

/** Receipts below it are ignored: strangers send such amounts so that their address is copied by mistake. */
export const dustBelow = {
  BTC: '0.000006',
  ETH: '0.00001',
  USDT: '0.01',
  USDC: '0.01',
  TRX: '0.1',
  SOL: '0.0001',
  TON: '0.01',
} as const satisfies Record<(typeof purchaseAssets)[number], string>

const Amount = Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const Signed = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
const theHash = 'ab'.repeat(32)
const theAddress = 'TQ5NMqJjhpQGK7YJbESKfVKLKqXkzqXZPS'

const ChainSuggestion = Type.Object({
  kind: field(
    oneOf(chainMatchKinds),
    'What the line may be. A transfer was given up, and has to be confirmed first: `confirmTransfer`. A `move` is posted by `postChainMove`',
    'acquisition',
  ),
  id: field(nullable(Id), 'The id of the transfer, acquisition or delivery, also of a move; null for a fee'),
  title: field(
    Type.String(),
    'What people call it: a reference, the number of a request, or the address that a transfer pays',
    'OTC-117',
  ),
  amount: field(Amount, 'Its amount of the asset', '50000'),
  day: field(nullable(CalendarDate), 'Its day; null for others than acquisitions', '2026-01-31'),
})
export type ChainSuggestion = Static<typeof ChainSuggestion>

export const ChainLineResponse = Type.Object(
  {
    id: field(Id, 'The id of the line'),
    wallet_id: field(Id, 'The wallet'),
    wallet_address: field(Type.String(), 'The address of the wallet', theAddress),
    company_name: field(Type.String(), 'The company of the desk that has it', 'ООО «Контора»'),
    network: field(oneOf(networks), 'The network', 'tron'),
    asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
    direction: field(oneOf(chainDirections), 'Whether it came to the wallet or left it', 'incoming'),
    amount: field(Amount, 'How much; zero where the transaction took nothing but its fee', '50000'),
    fee: field(Amount, 'What the network took from the wallet, in its coin', '0'),
    tx_hash: field(Type.String(), 'The transaction', theHash),
    counterparty: field(nullable(Type.String()), 'The other address; null if it is not known', theAddress),
    at: field(Instant, 'When it was included in the chain'),
    source: field(oneOf(chainSources), 'Who has told of it', 'node'),
    status: field(oneOf(chainLineStatuses), 'What became of it', 'new'),
    taken_back_at: field(
      nullable(Instant),
      'Since when the node lists it no more: it is no money. Null if it does',
      null,
    ),
    match: field(
      nullable(
        Type.Object({
          kind: field(oneOf(chainMatchKinds), 'What it is', 'acquisition'),
          id: field(
            Id,
            'The id of the transfer, acquisition or delivery, also of a move; of a fee that of its posting',
          ),
          request_id: field(nullable(Id), 'The purchase request of the delivery or transfer', null),
          by_transaction: field(Type.Boolean(), 'Whether the service has found it by the transaction', true),
        }),
      ),
      'What it is matched with; null if with nothing',
      null,
    ),
    suggestions: field(Type.Array(ChainSuggestion), 'What a new line may be, computed now', []),
    set_aside_reason: field(nullable(Type.String()), 'Why it was set aside', null),
    decided_by: maybeActor('Who decided; null if nobody has, or the service has found it by itself'),
    decided_at: field(nullable(Instant), 'When'),
    listed_at: field(Instant, 'When it came here'),
  },
  { $id: 'ChainLineResponse', description: 'What a transaction did to an own wallet.' },
)
export type ChainLineResponse = Static<typeof ChainLineResponse>

export const ChainLineListResponse = cursorPage(ref(ChainLineResponse), 'ChainLineListResponse')
export type ChainLineListResponse = Static<typeof ChainLineListResponse>

export const chainLineFilters = {
  status: field(Type.Optional(oneOf(chainLineStatuses)), 'Only lines of this status', 'new'),
  wallet_id: field(Type.Optional(IdFilter), 'Only lines of this wallet'),
  network: field(Type.Optional(oneOf(networks)), 'Only lines of this network', 'tron'),
  asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only lines of this asset', 'USDT'),
  direction: field(Type.Optional(oneOf(chainDirections)), 'Only receipts, or only payments', 'incoming'),
  from: field(Type.Optional(CalendarDate), 'Only lines of this day (UTC) or later', '2026-01-01'),
  to: field(Type.Optional(CalendarDate), 'Only lines of this day (UTC) or before', '2026-12-31'),
}

const matchTargets = ['transfer_id', 'acquisition_id', 'delivery_id'] as const

export const MatchChainLineBody = Type.Object(
  {
    transfer_id: field(optional(Id), 'The transfer of an own wallet that it is', null),
    acquisition_id: field(optional(Id), 'Instead: the acquisition whose coins came with it'),
    delivery_id: field(optional(Id), 'Instead: the reversed delivery whose coins came back with it', null),
  },
  {
    $id: 'MatchChainLineBody',
    additionalProperties: false,
    description: 'What the line is: exactly one of the three.',
  },
)
export type MatchChainLineBody = Static<typeof MatchChainLineBody>

export function chainMatchFaults(body: unknown): Fault[] {
  const fields = isObject(body) ? body : {}
  const named = matchTargets.filter((name) => typeof fields[name] === 'string')
  return named.length === 1 ? [] : [fault(['body'], 'one_chain_match')]
}

export const SetAsideChainLineBody = Type.Object(
  { reason: field(Reason, 'Why it belongs to nothing in the books', 'Проба чужого кошелька') },
  { $id: 'SetAsideChainLineBody', additionalProperties: false, description: 'Why a line is set aside.' },
)

export const UnpostChainFeeBody = Type.Object(
  { reason: field(Reason, 'Why', 'Это был перевод') },
  { $id: 'UnpostChainFeeBody', additionalProperties: false, description: 'Why the posting is reversed.' },
)

export const PostChainMoveBody = Type.Object(
  { delivery_id: field(Id, 'The reversed delivery whose coins came back with the line') },
  {
    $id: 'PostChainMoveBody',
    additionalProperties: false,
    description: 'Whose coins came back to another own wallet than they have left.',
  },
)

export const ImportChainStatementBody = Type.Object(
  {
    file: field(
      Type.String({ format: 'binary' }),
      `CSV with the columns time, network, wallet, asset, amount, tx_hash, counterparty and fee; at most ${chainFileMaxBytes / 1024 / 1024} MiB`,
      'time,network,wallet,asset,amount,tx_hash,counterparty,fee\n…',
    ),
  },
  {
    $id: 'ImportChainStatementBody',
    additionalProperties: false,
    description: 'What happened on own wallets.',
  },
)

const count = (meaning: string, example: number) => field(Type.Integer({ minimum: 0 }), meaning, example)

export const ChainImportResponse = Type.Object(
  {
    from: field(Instant, 'The time of its first transaction'),
    through: field(Instant, 'The time of its last one'),
    new_lines: count('Lines that nothing has told of before', 12),
    known_lines: count('Lines that are known', 3),
    matched_lines: count('New lines that were matched by their transaction', 9),
    dust_lines: count('New lines that are ignored, because they are too small', 1),
    ignored_rows: count('Rows that were left out: they are about tokens that the service does not know', 2),
    differing: field(
      Type.Array(
        Type.Object({
          tx_hash: field(Type.String(), 'The transaction', theHash),
          asset: field(Type.String(), 'The asset', 'USDT'),
          known: field(Amount, 'What is known', '50000'),
          found: field(Amount, 'What the file has', '5000'),
        }),
      ),
      'Known lines of which the file has another amount; the first 100. They stay as they are',
      [],
    ),
    ended_gaps: count('Gaps that the file has closed', 1),
  },
  { $id: 'ChainImportResponse', description: 'What an import has changed.' },
)
export type ChainImportResponse = Static<typeof ChainImportResponse>

export const ChainStatementsResponse = Type.Object(
  {
    items: field(
      Type.Array(
        Type.Object({
          wallet_id: field(Id, 'The wallet'),
          address: field(Type.String(), 'Its address', theAddress),
          company_name: field(Type.String(), 'The company of the desk that has it', 'ООО «Контора»'),
          network: field(oneOf(networks), 'Its network', 'ethereum'),
          has_node: field(Type.Boolean(), 'Whether the network has a node', true),
          listed_assets: field(
            Type.Array(oneOf(purchaseAssets)),
            'The assets whose transactions the node lists. Those of others are imported as CSV',
            ['USDT', 'USDC'],
          ),
          listed_at: field(nullable(Instant), 'When the node listed them last; null if it never has'),
          open_lines: count('New lines', 2),
          gaps: field(
            Type.Array(
              Type.Object({
                from: field(Instant, 'The last time of which everything is known'),
                until: field(Instant, 'From when on everything is known again'),
              }),
            ),
            'Times of which the node has listed nothing, and no imported file reaches from one end to the other',
            [],
          ),
          assets: field(
            Type.Array(
              Type.Object({
                asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
                listed: field(Signed, 'The sum of all lines, with fees', '50000'),
                on_chain: field(
                  nullable(Signed),
                  'What the node said last is there; null if nothing',
                  '50000',
                ),
                missing: field(
                  nullable(Signed),
                  '`on_chain` less `listed`: what no line tells of; null if no node has said anything',
                  '0',
                ),
              }),
            ),
            'What the lines add up to',
          ),
        }),
      ),
      'The wallets of the desk',
    ),
  },
  { $id: 'ChainStatementsResponse', description: 'What is known of the transactions of own wallets.' },
)
export type ChainStatementsResponse = Static<typeof ChainStatementsResponse>
