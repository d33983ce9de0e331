import { type Static, Type } from 'typebox'
import { CurrentVersion, cursorPage, field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'
import { aboutMemo, comparedInFull } from './address-book.ts'

/** What is stored. `waiting` and `approved` are shown from the open approval of `transfer.sign`. */
export const storedTransferStatuses = [
  'draft',
  'signed',
  'sent',
  'confirmed',
  'failed',
  'replaced',
  'cancelled',
] as const
export type StoredTransferStatus = (typeof storedTransferStatuses)[number]
export const transferStatuses = ['draft', 'waiting', 'approved', ...storedTransferStatuses.slice(1)] as const
export type TransferStatus = 'waiting' | 'approved' | StoredTransferStatus

/** A whole number of base units: satoshi, wei, sun, lamport, nanoton, millionths of USDT or USDC. */
export const unitsPattern = '^(0|[1-9][0-9]{0,29})$'
const Units = Type.String({ pattern: unitsPattern })
const amountPattern = '^(all|[1-9][0-9]{0,29})$'
const Text = nullable(Type.String())
const Reason = Type.String({ minLength: 1, maxLength: 1000 })
const txId = 'ab'.repeat(32)

const about = {
  network: 'The network on which the coins are sent',
  asset: 'The coin, or a token of the network',
  from_wallet_id: 'The wallet that pays. It may be one of an older generation.',
  amount:
    'The amount in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC), or `all`: what is there, less the fee',
  address_id: 'The entry of the address book that is paid, or a current wallet of the organization',
  fee_ceiling: 'The highest fee, in base units of the coin of the network',
  reason: 'Why the coins are sent',
  request_id: 'The purchase request that it delivers',
  replaces: 'A signed transfer that this one replaces: it spends the same input, nonce or seqno',
} as const

export const NewTransferBody = Type.Object(
  {
    organization_id: field(Id, 'The organization whose coins are sent'),
    network: field(oneOf(networks), about.network, 'tron'),
    asset: field(oneOf(purchaseAssets), about.asset, 'USDT'),
    from_wallet_id: field(Id, about.from_wallet_id),
    amount: field(Type.String({ pattern: amountPattern }), about.amount, '1500000'),
    address_id: field(
      Type.Optional(Id),
      `${about.address_id}. Left out if a wallet of the desk delivers \`request_id\` of a client: then it is the destination of the request`,
    ),
    fee_ceiling: field(Units, about.fee_ceiling, '30000000'),
    reason: field(Reason, about.reason, 'Delivery of PR-2026-000123'),
    request_id: field(Type.Optional(Id), about.request_id),
    replaces: field(Type.Optional(Id), about.replaces),
    compared_in_full: comparedInFull,
  },
  { $id: 'NewTransferBody', additionalProperties: false, description: 'Coins to send.' },
)
export type NewTransferBody = Static<typeof NewTransferBody>

/** What was signed. */
const Signature = Type.Object({
  tx_id: field(Type.String(), 'The id of the transaction', txId),
  amount: field(Units, 'The amount that is paid, in base units', '1500000'),
  fee: field(
    Units,
    'The highest fee that the transaction can cost, in base units of the coin. Of a batch on bitcoin, the share of this transfer',
    '13500000',
  ),
  output_index: field(
    nullable(Type.Integer()),
    'Which output of the transaction pays this transfer, from 0, of a batch on bitcoin; null: the transaction pays nothing else',
    null,
  ),
  spends: field(
    Type.Array(Type.String()),
    'What no other transaction can spend as well: inputs of bitcoin, a nonce, a seqno',
    ['nonce:7'],
  ),
  valid_until: field(nullable(Instant), 'When the network stops accepting it; null: it never expires', null),
  signed_at: field(Instant, 'When it was signed'),
  signed_by: field(Type.String(), 'Who had it signed', 'Anna Petrova'),
})

/** What the network did with it, as a node says. */
const Effect = Type.Object({
  result: field(
    oneOf(['pending', 'confirmed', 'failed']),
    '`confirmed` only if the recipient has the amount, deep enough in the chain',
    'confirmed',
  ),
  confirmations: field(Type.Integer(), 'How deep it is in the chain', 12),
  fee: field(nullable(Units), 'The fee that was paid', '13500000'),
  problem: field(Text, 'Why it failed, or what is still missing', null),
  checked_at: field(Instant, 'When a node was asked'),
})

export const transferSteps = [
  'created',
  'approval_asked',
  'approved',
  'refused',
  'signed',
  'exported',
  'sent',
  'confirmed',
  'doubted',
  'failed',
  'replaced',
  'cancelled',
  'released',
] as const

const fields = {
  id: field(Id, 'The id of the transfer'),
  organization_id: field(Id, 'The organization whose coins are sent'),
  network: field(oneOf(networks), about.network, 'tron'),
  asset: field(oneOf(purchaseAssets), about.asset, 'USDT'),
  from_wallet_id: field(Id, about.from_wallet_id),
  from_generation: field(Type.Integer(), 'The generation of that wallet', 1),
  from_address: field(Type.String(), 'The address of that wallet', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  address_id: field(Id, `${about.address_id}; the request itself if its destination is in no address book`),
  to_address: field(Type.String(), 'The address that is paid', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  memo: field(Text, `${aboutMemo}; that of the entry, null: none`, null),
  to_label: field(Text, 'The label of the entry; null for an own wallet', 'Exchange'),
  amount: field(Type.String(), about.amount, '1500000'),
  fee_ceiling: field(Units, about.fee_ceiling, '30000000'),
  reason: field(Type.String(), about.reason, 'Delivery of PR-2026-000123'),
  request_id: field(nullable(Id), about.request_id),
  client_id: field(
    nullable(Id),
    'The client whose request is delivered from a wallet of the desk; null: the organization pays for itself',
    null,
  ),
  fuel_for: field(
    nullable(Id),
    'The organization whose wallet (`address_id`) a wallet of the desk fills up with the coin of the network; null: it is no top-up',
    null,
  ),
  batch_id: field(nullable(Id), 'The batch that it was last put into', null),
  replaces: field(nullable(Id), about.replaces, null),
  replaced_by: field(nullable(Id), 'The transfer that replaced this one', null),
  compared_with: field(
    Type.Array(Type.String()),
    'The trusted addresses that `to_address` looks like, with which it was compared in full',
    [],
  ),
  digest: field(
    Type.String(),
    'SHA-256 of the canonical JSON of the intent. It is what people approve.',
    'ab'.repeat(32),
  ),
  status: field(oneOf(transferStatuses), 'The status', 'draft'),
  approval_id: field(nullable(Id), 'The open approval of its signature', null),
  signature: field(nullable(Signature), 'What was signed; null before'),
  effect: field(nullable(Effect), 'What the network did; null until a node was asked'),
  evidence: field(Text, 'Why a signed transfer was released', null),
  version: CurrentVersion,
  created_by: field(Type.String(), 'Who prepared it', 'Anna Petrova'),
  created_at: field(Instant, 'When it was prepared'),
  updated_at: field(Instant, 'When it was last changed'),
}

export const TransferResponse = Type.Object(fields, {
  $id: 'TransferResponse',
  description: 'Coins that leave a wallet of an organization.',
})
export type TransferResponse = Static<typeof TransferResponse>

export const TransferDetailsResponse = Type.Object(
  {
    ...fields,
    timeline: field(
      Type.Array(
        Type.Object({
          step: field(oneOf(transferSteps), 'What happened', 'created'),
          at: field(Instant, 'When'),
          by: field(Text, 'Who did it; null: the service', 'Anna Petrova'),
          note: field(Text, 'A reason, evidence or problem', null),
        }),
      ),
      'From the intent to its effect, oldest first',
    ),
  },
  { $id: 'TransferDetailsResponse', description: 'A transfer with its history.' },
)
export type TransferDetailsResponse = Static<typeof TransferDetailsResponse>

export const TransferListResponse = cursorPage(ref(TransferResponse), 'TransferListResponse')
export type TransferListResponse = Static<typeof TransferListResponse>

const Hex = (bytes: string) => Type.String({ pattern: `^[0-9a-fA-F]{${bytes}}$` })
const balance = field(Units, 'What the wallet has, in base units of the coin', '2000000000000000000')
const token_balance = field(
  Type.Optional(Units),
  'What the wallet has of the token; needed to send a token',
  '1500000',
)

/** What a transaction needs fresh from its chain. Without a node, somebody looks it up and types or uploads it. */
export const TransferInputs = Type.Object(
  {
    bitcoin: field(
      Type.Optional(
        Type.Object(
          {
            previous: field(
              Type.Array(
                Type.Object(
                  {
                    transaction: field(
                      Type.String({ pattern: '^([0-9a-fA-F]{2}){10,400000}$' }),
                      'The whole transaction that paid the wallet, in hexadecimal. Its hash is its id, so no amount can be wrong.',
                      `02000000${'ab'.repeat(60)}`,
                    ),
                    outputs: field(
                      Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 1000 }),
                      'Which of its outputs are spent, from 0',
                      [0],
                    ),
                  },
                  { additionalProperties: false },
                ),
                { minItems: 1, maxItems: 200 },
              ),
              'The transactions whose outputs are spent',
            ),
            fee_rate: field(
              Type.String({ pattern: '^[0-9]{1,5}([.][0-9]{1,3})?$' }),
              'The fee in satoshi per virtual byte',
              '4.5',
            ),
          },
          { additionalProperties: false },
        ),
      ),
      'For bitcoin',
    ),
    ethereum: field(
      Type.Optional(
        Type.Object(
          {
            nonce: field(Type.Integer({ minimum: 0 }), 'How many transactions the wallet has sent', 7),
            max_fee_per_gas: field(Units, 'The highest price of gas, in wei', '30000000000'),
            max_priority_fee_per_gas: field(Units, 'The part of it for the validator, in wei', '1000000000'),
            balance,
            token_balance,
          },
          { additionalProperties: false },
        ),
      ),
      'For ethereum',
    ),
    tron: field(
      Type.Optional(
        Type.Object(
          {
            block_id: field(Hex('64'), 'The id of a recent block', '0000000003f1b1d2'.padEnd(64, '0')),
            balance,
            token_balance,
          },
          { additionalProperties: false },
        ),
      ),
      'For tron',
    ),
    solana: field(
      Type.Optional(
        Type.Object(
          {
            blockhash: field(
              Type.Optional(Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' })),
              'A recent block hash: the transaction lives about a minute',
              '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn',
            ),
            nonce_account: field(
              Type.Optional(Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' })),
              'A durable nonce account whose authority is the wallet, instead of a block hash',
              '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV5',
            ),
            nonce: field(
              Type.Optional(Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' })),
              'The nonce that this account has now',
              '9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde',
            ),
            balance,
            recipient_balance: field(
              Type.Optional(Units),
              'What the recipient has, in lamport; needed to send SOL',
              '890880',
            ),
            token_balance,
            recipient_token_account: field(
              Type.Optional(Type.Boolean()),
              'Whether the recipient has its account for the token; needed to send a token. If not, it is made, and its rent (0.00203928 SOL) counts as fee',
              true,
            ),
          },
          { additionalProperties: false },
        ),
      ),
      'For solana',
    ),
    ton: field(
      Type.Optional(
        Type.Object(
          {
            seqno: field(
              Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
              'The seqno of the wallet; 0 before its first transaction',
              0,
            ),
            balance,
            token_balance,
          },
          { additionalProperties: false },
        ),
      ),
      'For ton',
    ),
  },
  {
    $id: 'TransferInputs',
    additionalProperties: false,
    description: 'What a transaction needs fresh from its chain, below the name of the network.',
  },
)
export type TransferInputs = Static<typeof TransferInputs>

export const SignTransferBody = Type.Object(
  {
    inputs: field(
      Type.Optional(ref(TransferInputs)),
      'What the chain needs fresh. Left out, a node is asked for it.',
    ),
    compared_in_full: comparedInFull,
  },
  { $id: 'SignTransferBody', additionalProperties: false, description: 'That a transfer is signed.' },
)
export type SignTransferBody = Static<typeof SignTransferBody>

export const TopUpBody = Type.Object(
  {
    amount: field(
      Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,29}$' })),
      'How much of the coin, in base units. Left out, what the wallet lacks (`needs_fuel`), or the usual highest fee if no node was asked',
      '28500000',
    ),
    fee_ceiling: field(
      Type.Optional(Units),
      'The highest fee of the top-up itself, in base units. Left out, the usual one, or what is allowed if that is less',
      '2000000',
    ),
    reason: field(
      Type.Optional(Reason),
      'Why. Left out, that the wallet needs it for fees',
      'Fee of PR-2026-000123',
    ),
  },
  {
    $id: 'TopUpBody',
    additionalProperties: false,
    description: 'The coin of its network for a wallet that cannot pay a fee.',
  },
)
export type TopUpBody = Static<typeof TopUpBody>

export const rawEncodings = ['hex', 'base64'] as const

export const SignedTransferResponse = Type.Object(
  {
    id: field(Id, 'The id of the transfer'),
    tx_id: field(Type.String(), 'The id of the transaction', txId),
    raw: field(Type.String(), 'The signed transaction, as a node takes it', '0x02f8'),
    encoding: field(oneOf(rawEncodings), 'How `raw` is written', 'hex'),
  },
  { $id: 'SignedTransferResponse', description: 'A signed transaction.' },
)
export type SignedTransferResponse = Static<typeof SignedTransferResponse>

export const TransferExportQuery = Type.Object({
  format: field(
    Type.Optional(oneOf(['raw', 'qr'])),
    '`raw`: the transaction as text, which is the default; `qr`: as a QR code (SVG)',
    'raw',
  ),
})
export type TransferExportQuery = Static<typeof TransferExportQuery>

export const CancelTransferBody = Type.Object(
  { reason: field(Type.Optional(Reason), 'Why it is not sent', 'A wrong amount') },
  { $id: 'CancelTransferBody', additionalProperties: false, description: 'That a transfer is not sent.' },
)
export type CancelTransferBody = Static<typeof CancelTransferBody>

export const ReleaseTransferBody = Type.Object(
  {
    evidence: field(
      Type.String({ minLength: 1, maxLength: 4000 }),
      'How it is known that the network will never carry it out',
      'The block hash expired; the explorer shows no transaction of this id',
    ),
  },
  {
    $id: 'ReleaseTransferBody',
    additionalProperties: false,
    description: 'That a signed transfer is given up, with the evidence that it has no effect.',
  },
)
export type ReleaseTransferBody = Static<typeof ReleaseTransferBody>

export const ConfirmTransferBody = Type.Object(
  {
    evidence: field(
      Type.String({ minLength: 1, maxLength: 4000 }),
      'How it is known that the network has carried it out',
      'Two explorers show the transaction with 40 confirmations',
    ),
  },
  {
    $id: 'ConfirmTransferBody',
    additionalProperties: false,
    description: 'That the network has carried out a transfer, where no node can be asked.',
  },
)
export type ConfirmTransferBody = Static<typeof ConfirmTransferBody>

const Decimal = Type.String({ pattern: '^(0|[1-9][0-9]*)([.][0-9]+)?$' })

export const DeliveryProgressResponse = Type.Object(
  {
    request_id: field(Id, 'The id of the purchase request'),
    asset: field(oneOf(purchaseAssets), 'The asset of the request', 'USDT'),
    network: field(oneOf(networks), 'The network of the request', 'tron'),
    undelivered_amount: field(Decimal, 'What was not delivered yet', '1500'),
    on_the_way: field(Decimal, 'What signed transfers may still deliver of it', '1500'),
    prepared: field(Decimal, 'What transfers that are not signed are to deliver of it', '0'),
    left: field(Decimal, 'What nobody has prepared a transfer for', '0'),
    transfers: field(
      Type.Array(
        Type.Object({
          id: field(Id, 'The id of the transfer'),
          status: field(oneOf(storedTransferStatuses), 'Its status', 'sent'),
          amount: field(Decimal, 'What it delivers', '1500'),
          tx_id: field(Text, 'The id of the transaction; null before it is signed', txId),
        }),
      ),
      'The transfers that are not carried out yet, the first one first',
    ),
  },
  {
    $id: 'DeliveryProgressResponse',
    description: 'What is being sent for a purchase request from wallets of the desk.',
  },
)
export type DeliveryProgressResponse = Static<typeof DeliveryProgressResponse>

export const DeliverySourcesResponse = Type.Object(
  {
    items: field(
      Type.Array(
        Type.Object({
          organization_id: field(Id, 'The organization that is the company of the desk'),
          organization_name: field(Type.String(), 'Its name', 'ООО «Контора»'),
          wallet_id: field(Id, 'The id of the wallet'),
          address: field(Type.String(), 'Its address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
          balance: field(
            nullable(Decimal),
            'What the node says it has of the asset; null without a node',
            '5000',
          ),
          checked_at: field(nullable(Instant), 'When a node was asked; null: never'),
          reserved: field(Decimal, 'What transfers that are not carried out yet take of it', '1000'),
          free: field(
            nullable(Type.String()),
            'The balance less what is reserved; below 0 if more was promised',
            '4000',
          ),
          pays_fee: field(
            Type.Boolean(),
            'Of a token, whether the wallet has the usual highest fee in the coin of the network besides; true if nobody knows',
            true,
          ),
          is_enough: field(
            Type.Boolean(),
            'Whether what is free covers what is left to deliver, with the usual highest fee of the network',
            true,
          ),
        }),
      ),
      'The current wallets of all own organizations on the network of the request',
    ),
  },
  {
    $id: 'DeliverySourcesResponse',
    description:
      'The wallets of the desk that can deliver a purchase request: the one with the smallest sufficient free balance first.',
  },
)
export type DeliverySourcesResponse = Static<typeof DeliverySourcesResponse>

export const StopSigningBody = Type.Object(
  { reason: field(Type.Optional(Reason), 'Why signing is stopped', 'A laptop was stolen') },
  { $id: 'StopSigningBody', additionalProperties: false, description: 'That nothing more is signed.' },
)
export type StopSigningBody = Static<typeof StopSigningBody>

export const SigningResponse = Type.Object(
  {
    is_enabled: field(Type.Boolean(), 'Whether transfers are switched on: `KONTOR_TRANSFERS=on`', true),
    is_stopped: field(
      Type.Boolean(),
      'Whether somebody has stopped signing. Also true, without a time, after somebody has changed this in the database: then it has to be started again',
      false,
    ),
    stopped_at: field(nullable(Instant), 'When it was stopped', null),
    stopped_by: field(Text, 'Who stopped it', null),
    reason: field(Text, 'Why it was stopped', null),
    nodes: field(Type.Array(oneOf(networks)), 'The networks with a node', ['ethereum']),
  },
  { $id: 'SigningResponse', description: 'Whether transactions are signed now.' },
)
export type SigningResponse = Static<typeof SigningResponse>
