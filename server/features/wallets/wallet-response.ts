import type { WalletGenerationResponse, WalletResponse } from '../../../contract/wallets/wallets.ts'
import type { SeedRow, WalletRow } from './wallet-store.ts'

export function toWalletResponse(row: WalletRow): WalletResponse {
  return {
    id: row.id,
    organization_id: row.organization_id,
    network: row.network,
    address: row.address,
    derivation_path: row.derivation_path,
    scheme: row.scheme,
    contract_version: row.contract_version,
    created_at: row.created_at.toISOString(),
    exposed_at: row.exposed_at?.toISOString() ?? null,
  }
}

export function toGenerationResponse(
  seed: Omit<SeedRow, 'sealed_entropy' | 'record' | 'proof' | 'proof_revision'>,
  wallets: readonly WalletRow[],
): WalletGenerationResponse {
  // Who reads the secret keys exposes the wallets, who reads the mnemonic also those that are added later.
  const reads = [seed, ...wallets].flatMap(({ exposed_at }) => exposed_at ?? [])
  const first = reads.toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    organization_id: seed.organization_id,
    generation: seed.generation,
    status: seed.retired_at === null ? 'current' : 'retired',
    created_at: seed.created_at.toISOString(),
    retired_at: seed.retired_at?.toISOString() ?? null,
    reason: seed.retired_reason,
    exposed_at: first?.toISOString() ?? null,
    wallets: wallets.map(toWalletResponse),
  }
}
