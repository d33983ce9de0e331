import type { Db } from '../../platform/db/database.ts'
import { Unreadable, type Vault } from '../../platform/vault/vault.ts'
import type { DerivationPool } from './derivation/derivation-pool.ts'
import { seedPlace } from './wallet-service.ts'
import { countSeeds, listSeedsAfter, listWallets, type SeedRow } from './wallet-store.ts'

/** A problem with a wallet or with the mnemonic of an organization. */
export type Drift = { organizationId: string; walletId: string | null; what: string }

const pageSize = 100

/**
 * Derives all stored addresses again from their sealed mnemonics. `after` continues an earlier run; `signal` stops this
 * one.
 */
export async function verifyWallets(
  db: Db,
  { vault, derivation }: { vault: Pick<Vault, 'open'>; derivation: DerivationPool },
  onProgress: (progress: { done: number; total: number }) => void,
  { after, signal }: { after?: string | undefined; signal?: AbortSignal } = {},
): Promise<{ wallets: number; drifts: Drift[]; stoppedAfter: string | undefined }> {
  const total = await countSeeds(db)
  const drifts: Drift[] = []
  let wallets = 0
  let done = 0
  for (let last = after; ; ) {
    const seeds = await listSeedsAfter(db, last, pageSize)
    for (const seed of seeds) {
      const found = await verifyOrganization(db, { vault, derivation }, seed)
      wallets += found.wallets
      drifts.push(...found.drifts)
      onProgress({ done: ++done, total: Math.max(total, done) })
      if (signal?.aborted) return { wallets, drifts, stoppedAfter: seed.organization_id }
    }
    last = seeds.at(-1)?.organization_id
    if (last === undefined) return { wallets, drifts, stoppedAfter: undefined }
  }
}

async function verifyOrganization(
  db: Db,
  { vault, derivation }: { vault: Pick<Vault, 'open'>; derivation: DerivationPool },
  { organization_id: organizationId, sealed_entropy }: SeedRow,
): Promise<{ wallets: number; drifts: Drift[] }> {
  const stored = await listWallets(db, organizationId)
  const wanted = stored.map(({ network, derivation_path }) => ({ network, path: derivation_path }))
  let entropy: Buffer
  try {
    entropy = await vault.open(db, seedPlace(organizationId), sealed_entropy)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return {
      wallets: stored.length,
      drifts: [{ organizationId, walletId: null, what: 'its mnemonic cannot be opened' }],
    }
  }
  const derived = await derivation.addresses(entropy, wanted).finally(() => entropy.fill(0))
  const drifts = stored.flatMap((wallet, index) => {
    const now = derived[index]
    const differs = [
      now?.address !== wallet.address && 'address',
      now?.scheme !== wallet.scheme && 'scheme',
      now?.contractVersion !== wallet.contract_version && 'contract version',
    ].filter((what) => what !== false)
    if (differs.length === 0) return []
    const what = `the stored ${differs.join(' and ')} of its ${wallet.network} wallet cannot be derived from its mnemonic`
    return [{ organizationId, walletId: wallet.id, what }]
  })
  return { wallets: stored.length, drifts }
}
