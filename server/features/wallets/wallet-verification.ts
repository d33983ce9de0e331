import type { Db } from '../../platform/db/database.ts'
import { Unreadable, type Vault } from '../../platform/vault/vault.ts'
import type { DerivationPool } from './derivation/derivation-pool.ts'
import { seedPlace } from './new-wallets.ts'
import { countSeeds, type Generation, listSeedsAfter, listWallets, type SeedRow } from './wallet-store.ts'

/** A problem with a wallet or with a mnemonic of an organization. */
export type Drift = { organizationId: string; walletId: string | null; what: string }

const pageSize = 100
const lastGeneration = 2 ** 31 - 1

/**
 * Derives all stored addresses of all generations again from their sealed mnemonics. `after` is an organization and
 * continues an earlier run; `signal` stops this one after the organization that it is at.
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
  let last: Generation | undefined =
    after === undefined ? undefined : { organization_id: after, generation: lastGeneration }
  for (;;) {
    const seeds = await listSeedsAfter(db, last, pageSize)
    if (seeds.length === 0) return { wallets, drifts, stoppedAfter: undefined }
    for (const seed of seeds) {
      if (signal?.aborted && last && last.organization_id !== seed.organization_id)
        return { wallets, drifts, stoppedAfter: last.organization_id }
      const found = await verifyGeneration(db, { vault, derivation }, seed)
      wallets += found.wallets
      drifts.push(...found.drifts)
      onProgress({ done: ++done, total: Math.max(total, done) })
      last = seed
    }
  }
}

async function verifyGeneration(
  db: Db,
  { vault, derivation }: { vault: Pick<Vault, 'open'>; derivation: DerivationPool },
  seed: SeedRow,
): Promise<{ wallets: number; drifts: Drift[] }> {
  const { organization_id: organizationId, generation, retired_at } = seed
  const stored = await listWallets(db, organizationId, generation)
  const which = retired_at === null ? '' : ` of generation ${generation}`
  const wanted = stored.map(({ network, derivation_path }) => ({ network, path: derivation_path }))
  let entropy: Buffer
  try {
    entropy = await vault.open(db, seedPlace(seed), seed.sealed_entropy)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return {
      wallets: stored.length,
      drifts: [{ organizationId, walletId: null, what: `its mnemonic${which} cannot be opened` }],
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
    const what = `the stored ${differs.join(' and ')} of its ${wallet.network} wallet${which} cannot be derived from its mnemonic`
    return [{ organizationId, walletId: wallet.id, what }]
  })
  return { wallets: stored.length, drifts }
}
