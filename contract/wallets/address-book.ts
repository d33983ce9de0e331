import { type Static, Type } from 'typebox'
import { exampleId, field, Id, IdFilter, Instant, nullable, oneOf, ref, ShortText } from '../api/common.ts'
import { multiline } from '../api/visible-text.ts'
import { networks } from '../money/networks.ts'
import { memoPattern } from './memos.ts'

/** How it is known whose address it is. */
export const addressOwnerships = ['own_wallet', 'signed_message', 'declared'] as const
export type AddressOwnership = (typeof addressOwnerships)[number]

/**
 * Why coins may not be sent to an address. `wallet_retired`: it is a wallet that was replaced. `not_allowed`: the policy
 * allows only own wallets, or only addresses whose owner has signed a message. `unproven`: the service did not write it as it
 * is in the database.
 */
export const addressBlockers = [
  'unproven',
  'removed',
  'wallet_retired',
  'not_allowed',
  'cooling_off',
  'screening_hit',
  'screening_stale',
  'screening_failed',
] as const
export type AddressBlocker = (typeof addressBlockers)[number]

/**
 * What a trusted address is: whose wallet, an entry of an address book, where a signed transfer has paid, or the typed
 * destination of a request that was delivered.
 */
export const trustedKinds = ['wallet', 'address_book_entry', 'transfer', 'purchase_request'] as const
export type TrustedKind = (typeof trustedKinds)[number]

/** A trusted address that another one looks like. `name` is that of the organization, the label of the address, or the number of the request. */
export interface ResembledAddress {
  address: string
  kind: TrustedKind
  id: string
  name: string
}

/** For whoever enters or pays an address that looks like a trusted one. */
export const comparedInFull = field(
  Type.Optional(Type.Boolean()),
  'It was compared in full (`address_looks_alike`). Those who approve see with what',
  true,
)

const Text = nullable(Type.String())
export const aboutMemo =
  'By which the recipient knows whose coins they are, such as an exchange: on ton the comment of the payment'
const NewAddress = Type.String({ minLength: 1, maxLength: 255 })
const place = {
  network: field(oneOf(networks), 'The network of the address', 'ethereum'),
  address: field(NewAddress, 'The address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
}

const exampleMessage = [
  'I own this address. This signature sends no coins.',
  '',
  'Kontor: https://kontor.example.com',
  `Organization: ${exampleId}`,
  'Network: ethereum',
  'Address: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'Nonce: 3f0c9d1e5a7b4c2d8e6f1a0b9c8d7e6f',
  'Valid until: 2026-02-01T12:00:00.000Z',
].join('\n')

export const AddressChallengeBody = Type.Object(place, {
  $id: 'AddressChallengeBody',
  additionalProperties: false,
  description: 'An address whose owner will sign a message.',
})
export type AddressChallengeBody = Static<typeof AddressChallengeBody>

export const AddressChallengeResponse = Type.Object(
  {
    message: field(
      Type.String(),
      'The message to sign with the key of the address, exactly as it is. It names this installation, the organization, the address and a number that is used once.',
      exampleMessage,
    ),
    expires_at: field(Instant, 'Until when a signature over it is accepted: one hour, once'),
  },
  { $id: 'AddressChallengeResponse', description: 'A message for the owner of an address.' },
)
export type AddressChallengeResponse = Static<typeof AddressChallengeResponse>

export const AddressProof = Type.Object(
  {
    message: field(
      Type.String({ minLength: 1, maxLength: 4000, ...multiline }),
      'The message of the challenge',
      exampleMessage,
    ),
    signature: field(
      Type.String({ minLength: 1, maxLength: 20_000, ...multiline }),
      'BIP-322 in Base64 (bitcoin), EIP-191 in hexadecimal (ethereum), ed25519 in Base64, Base58 or hexadecimal (solana, ton)',
      `0x${'5b'.repeat(64)}1b`,
    ),
    public_key: field(
      Type.Optional(Type.String({ minLength: 1, maxLength: 130 })),
      'The public key in hexadecimal; needed for ton, whose addresses do not contain it',
      '02'.repeat(32),
    ),
  },
  {
    $id: 'AddressProof',
    additionalProperties: false,
    description: 'The signature of the owner of an address.',
  },
)
export type AddressProof = Static<typeof AddressProof>

export const AddAddressBody = Type.Object(
  {
    ...place,
    label: field(ShortText, 'What people call it', 'Exchange'),
    owner: field(ShortText, 'Whose address it is', 'ООО «Ромашка»'),
    memo: field(
      Type.Optional(Type.String({ pattern: memoPattern })),
      `${aboutMemo}. Up to 120 visible characters of ASCII; other networks have none`,
      '100482771',
    ),
    proof: field(
      Type.Optional(ref(AddressProof)),
      'The signature of its owner; without it, it is `declared`',
    ),
    compared_in_full: comparedInFull,
  },
  {
    $id: 'AddAddressBody',
    additionalProperties: false,
    description: 'An address that coins may be sent to.',
  },
)
export type AddAddressBody = Static<typeof AddAddressBody>

export const BookAddressResponse = Type.Object(
  {
    id: field(Id, 'The id of the entry; for an own wallet, the id of the wallet'),
    organization_id: field(Id, 'The organization'),
    network: place.network,
    address: field(
      Type.String(),
      'The address in its usual spelling',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ),
    memo: field(Text, `${aboutMemo}; null: none`, null),
    label: field(Text, 'What people call it; null for an own wallet', 'Exchange'),
    owner: field(Text, 'Whose address it is; null for an own wallet', 'ООО «Ромашка»'),
    ownership: field(oneOf(addressOwnerships), 'How it is known whose address it is', 'signed_message'),
    usable_from: field(Instant, 'When coins may be sent to it: after the cooling-off time of the policy'),
    is_usable: field(Type.Boolean(), 'Whether coins may be sent to it now', true),
    blockers: field(Type.Array(oneOf(addressBlockers)), 'Why coins may not be sent to it now', []),
    created_by: field(Text, 'Who added it; null for an own wallet', 'Anna Petrova'),
    created_at: field(Instant, 'When it was added'),
    removed_at: field(nullable(Instant), 'When it was removed', null),
  },
  { $id: 'BookAddressResponse', description: 'An address that coins may be sent to.' },
)
export type BookAddressResponse = Static<typeof BookAddressResponse>

export const AddressFilter = Type.Object({
  organization_id: field(Type.Optional(IdFilter), 'Only the address book of this organization'),
  network: field(Type.Optional(oneOf(networks)), 'Only addresses of this network', 'ethereum'),
})
export type AddressFilter = Static<typeof AddressFilter>

export const BookAddressListResponse = Type.Object(
  {
    items: field(
      Type.Array(ref(BookAddressResponse)),
      'The current wallets of the organization, then the entries, newest first. Entries that were removed are among them',
    ),
  },
  {
    $id: 'BookAddressListResponse',
    description: 'The addresses that coins of an organization may be sent to.',
  },
)
export type BookAddressListResponse = Static<typeof BookAddressListResponse>
