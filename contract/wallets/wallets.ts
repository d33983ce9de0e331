import { type Static, Type } from 'typebox'
import { cursorPage, field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'

/** What a wallet and its secret key have in common. */
const place = {
  network: field(oneOf(networks), 'The network of the wallet'),
  address: field(Type.String(), 'The address of the wallet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  derivation_path: field(Type.String(), 'The path from the mnemonic to the key', "m/84'/0'/0'/0/0"),
}

export const WalletResponse = Type.Object(
  {
    id: field(Id, 'The id of the wallet'),
    organization_id: field(Id, 'The organization that the wallet belongs to'),
    ...place,
    scheme: field(
      Type.String(),
      'How the key was derived, e.g. bip32-secp256k1 or slip10-ed25519',
      'bip32-secp256k1',
    ),
    contract_version: field(nullable(Type.String()), 'The wallet contract a TON address depends on', null),
    created_at: field(Instant, 'When the wallet was created'),
    exposed_at: field(nullable(Instant), 'When its secret was first read', null),
  },
  { $id: 'WalletResponse', description: 'A wallet of an organization.' },
)
export type WalletResponse = Static<typeof WalletResponse>

export const CreateWalletsResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization that the wallets belong to'),
    wallets: field(Type.Array(ref(WalletResponse)), 'The new wallets, one for each network'),
  },
  { $id: 'CreateWalletsResponse', description: 'The wallets that were created.' },
)
export type CreateWalletsResponse = Static<typeof CreateWalletsResponse>

export const generationStatuses = ['current', 'retired'] as const

export const WalletGenerationResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization that the wallets belong to'),
    generation: field(Type.Integer(), 'The number of the generation: 1, 2, 3 …', 2),
    status: field(
      oneOf(generationStatuses),
      'Whether these are the wallets of today, or were replaced by others',
      'current',
    ),
    created_at: field(Instant, 'When its mnemonic was made'),
    retired_at: field(nullable(Instant), 'When its wallets were replaced; null while they are current', null),
    reason: field(nullable(Type.String()), 'Why they were replaced; null while they are current', null),
    exposed_at: field(nullable(Instant), 'When a secret of it was first read', null),
    wallets: field(Type.Array(ref(WalletResponse)), 'Its wallets, one for each network'),
  },
  {
    $id: 'WalletGenerationResponse',
    description: 'The wallets that are derived from one mnemonic of an organization.',
  },
)
export type WalletGenerationResponse = Static<typeof WalletGenerationResponse>

export const WalletGenerationListResponse = Type.Object(
  { items: field(Type.Array(ref(WalletGenerationResponse)), 'The generations, the current one first') },
  { $id: 'WalletGenerationListResponse', description: 'All generations of the wallets of an organization.' },
)
export type WalletGenerationListResponse = Static<typeof WalletGenerationListResponse>

/** What the node said last of a wallet, as a filter. */
export const walletHoldings = ['some', 'none', 'unknown'] as const
export type WalletHolding = (typeof walletHoldings)[number]

const asset = field(oneOf(purchaseAssets), 'The coin, or a token of the network', 'USDT')

const ListedBalance = Type.Object({
  asset,
  booked: field(
    Type.String(),
    'Of a wallet of the desk, what the books have on it; otherwise what was delivered to it, and what transfers brought and took, with their fees. Below zero if coins came that are not recorded here',
    '1500.5',
  ),
  on_chain: field(nullable(Type.String()), 'What the node said last; null if it was not asked', '1500.5'),
  checked_at: field(nullable(Instant), 'When the node said it', null),
})

const Fuel = Type.Object({
  asset: field(oneOf(purchaseAssets), 'The coin of the network', 'TRX'),
  amount: field(Type.String(), 'How much is missing up to the usual highest fee', '28.5'),
})

const listedWallet = {
  id: field(Id, 'The id of the wallet'),
  organization_id: field(Id, 'The organization that the wallet belongs to'),
  organization_name: field(Type.String(), 'Its short name, or its full name if it has none', 'ООО «Ромашка»'),
  network: place.network,
  address: place.address,
  generation: field(Type.Integer(), 'The number of the generation: 1, 2, 3 …', 2),
  status: field(oneOf(generationStatuses), 'Whether it is in use, or was replaced by another one', 'current'),
  balances: field(Type.Array(ListedBalance), 'One for each asset that can be on it'),
  needs_fuel: field(
    nullable(Fuel),
    'What is missing of the coin of the network to pay the fee of a token that is on the wallet, as the node said last; null if nothing is, or if no node was asked',
    null,
  ),
  last_used_at: field(
    nullable(Instant),
    'The last delivery or confirmed transfer that is recorded here; null if there was none',
    null,
  ),
  created_at: field(Instant, 'When the wallet was created'),
  exposed_at: field(nullable(Instant), 'When its secret was first read', null),
}

export const ListedWallet = Type.Object(listedWallet, {
  $id: 'ListedWallet',
  description: 'A wallet as a row of the list of all.',
})
export type ListedWallet = Static<typeof ListedWallet>

export const FilteredWalletsResponse = cursorPage(ref(ListedWallet), 'FilteredWalletsResponse')

export const WalletDetailsResponse = Type.Object(
  {
    ...listedWallet,
    derivation_path: place.derivation_path,
    retired_at: field(nullable(Instant), 'When it was replaced; null while it is current', null),
    retired_reason: field(nullable(Type.String()), 'Why it was replaced; null while it is current', null),
  },
  { $id: 'WalletDetailsResponse', description: 'A wallet with all that is known of it, except its secret.' },
)
export type WalletDetailsResponse = Static<typeof WalletDetailsResponse>

export const walletMovementKinds = ['delivery', 'acquisition', 'transfer_in', 'transfer_out'] as const

const WalletMovement = Type.Object({
  kind: field(oneOf(walletMovementKinds), 'What moved the coins', 'delivery'),
  id: field(Id, 'The id of the delivery, acquisition or transfer'),
  asset,
  amount: field(nullable(Type.String()), 'How much; null for everything that is there', '1500.5'),
  status: field(
    Type.String(),
    'Of a transfer: its status. Of a delivery: `delivered`, of an acquisition: `acquired`, or `reversed`',
    'delivered',
  ),
  request_id: field(nullable(Id), 'The purchase request that it is for'),
  request_number: field(nullable(Type.String()), 'Its number', 'PR-2026-000123'),
  tx_id: field(nullable(Type.String()), 'The transaction; null if there is none yet', 'ab'.repeat(32)),
  at: field(Instant, 'When it was sent or recorded'),
})
export type WalletMovement = Static<typeof WalletMovement>

export const WalletMovementListResponse = Type.Object(
  { items: field(Type.Array(WalletMovement), 'The movements, newest first') },
  { $id: 'WalletMovementListResponse', description: 'What came to a wallet and left it.' },
)
export type WalletMovementListResponse = Static<typeof WalletMovementListResponse>

export const ReplaceWalletsBody = Type.Object(
  {
    reason: field(
      Type.String({ minLength: 1, maxLength: 1000 }),
      'Why the wallets are replaced',
      'The mnemonic was shown to a former employee',
    ),
  },
  {
    $id: 'ReplaceWalletsBody',
    additionalProperties: false,
    description: 'That the wallets of an organization are replaced.',
  },
)
export type ReplaceWalletsBody = Static<typeof ReplaceWalletsBody>

export const MnemonicResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization that the mnemonic belongs to'),
    mnemonic: field(
      Type.String(),
      'The words, separated by spaces. Who has them has every wallet of the organization.',
      `${'abandon '.repeat(23)}art`,
    ),
    word_count: field(Type.Integer(), 'The number of words', 24),
    language: field(Type.String(), 'The word list of BIP-39', 'english'),
  },
  { $id: 'MnemonicResponse', description: 'The mnemonic of an organization.' },
)
export type MnemonicResponse = Static<typeof MnemonicResponse>

export const SecretKeyResponse = Type.Object(
  {
    wallet_id: field(Id, 'The id of the wallet'),
    ...place,
    secret_key: field(
      Type.String(),
      'The secret key. Who has it has the wallet.',
      'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
    ),
    format: field(Type.String(), 'How the secret key is written', 'wif'),
  },
  { $id: 'SecretKeyResponse', description: 'The secret key of a wallet.' },
)
export type SecretKeyResponse = Static<typeof SecretKeyResponse>
