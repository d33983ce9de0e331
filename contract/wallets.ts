import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, ref } from './common.ts'
import { networks } from './networks.ts'

export const WalletResponse = Type.Object(
  {
    id: Id,
    organization_id: Id,
    network: oneOf(networks),
    address: Type.String(),
    derivation_path: Type.String(),
    scheme: Type.String({ description: 'How the key was derived, e.g. bip32-secp256k1 or slip10-ed25519' }),
    contract_version: nullable(Type.String({ description: 'The wallet contract a TON address depends on' })),
    created_at: Instant,
    exposed_at: nullable(Type.String({ format: 'date-time', description: 'When its secret was first read' })),
  },
  { $id: 'WalletResponse' },
)
export type WalletResponse = Static<typeof WalletResponse>

export const CreateWalletsResponse = Type.Object(
  { organization_id: Id, wallets: Type.Array(ref(WalletResponse)) },
  { $id: 'CreateWalletsResponse' },
)
export type CreateWalletsResponse = Static<typeof CreateWalletsResponse>

export const MnemonicResponse = Type.Object(
  { organization_id: Id, mnemonic: Type.String(), word_count: Type.Integer(), language: Type.String() },
  { $id: 'MnemonicResponse' },
)
export type MnemonicResponse = Static<typeof MnemonicResponse>

export const SecretKeyResponse = Type.Object(
  {
    wallet_id: Id,
    network: oneOf(networks),
    address: Type.String(),
    derivation_path: Type.String(),
    secret_key: Type.String(),
    format: Type.String(),
  },
  { $id: 'SecretKeyResponse' },
)
export type SecretKeyResponse = Static<typeof SecretKeyResponse>
