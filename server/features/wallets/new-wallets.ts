import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Place } from '../../platform/vault/vault.ts'
import type { WalletAddress } from './derivation/derivation-pool.ts'
import { provenSeeds } from './wallet-proofs.ts'
import type { Generation, WalletRow } from './wallet-store.ts'

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

/** The row of a new generation with its proof, without what is sealed. */
export async function freshSeed(
  db: Db,
  provenTables: Pick<ProvenTables, 'fresh'>,
  made: Generation,
  created_at: Date,
) {
  const { record } = seedPlace(made)
  const row = { ...made, record, created_at, retired_at: null, retired_reason: null }
  // The database makes the record itself.
  const [{ record: _made, ...fresh }] = (await provenTables.fresh(db, provenSeeds, [row])) as [
    typeof row & { proof: Buffer; proof_revision: number },
  ]
  return fresh
}

export function walletRows(
  { organization_id, generation }: Generation,
  wallets: readonly WalletAddress[],
  times: { exposed_at: Date | null; created_at: Date },
): Omit<WalletRow, 'proof' | 'proof_revision'>[] {
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
