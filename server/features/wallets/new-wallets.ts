import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { newId } from '../../platform/db/ids.ts'
import type { Place } from '../../platform/vault/vault.ts'
import type { WalletAddress } from './derivation/derivation-pool.ts'
import type { Generation } from './wallet-store.ts'
import type { WalletTables } from './wallet-tables.ts'

const entropyLength = 32

/** Of a new mnemonic of 24 words. The caller zeroes it. */
export function newEntropy(): Buffer {
  return randomBytes(entropyLength)
}

/**
 * The place for which the entropy of a generation is sealed. The record is what the column `record` of wallet_seeds
 * says, which key rotation reads (sealed-columns.ts).
 */
export function seedPlace({ organization_id, generation }: Generation): Place {
  return {
    organizationId: organization_id,
    table: 'wallet_seeds',
    record: generation === 1 ? organization_id : `${organization_id}/${generation}`,
    field: 'sealed_entropy',
  }
}

export function walletRows(
  { organization_id, generation }: Generation,
  wallets: readonly WalletAddress[],
  times: { exposed_at: Date | null; created_at: Date },
): Insertable<WalletTables['wallets']>[] {
  return wallets.map((wallet) => ({
    id: newId(),
    organization_id,
    generation,
    network: wallet.network,
    address: wallet.address,
    derivation_path: wallet.path,
    scheme: wallet.scheme,
    contract_version: wallet.contractVersion,
    ...times,
  }))
}
