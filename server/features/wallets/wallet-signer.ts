import type { Logger } from 'pino'
import { isId } from '../../../contract/common.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { seedPlace } from './new-wallets.ts'
import {
  type PlannedTransaction,
  type SignedTransaction,
  TransactionRefused,
  type UnsignedTransaction,
} from './signing/model.ts'
import type { SigningPool } from './signing/signing-pool.ts'
import { findSeed, findWalletById, type WalletRow } from './wallet-store.ts'

export type { WalletRow } from './wallet-store.ts'
export type WalletSigner = ReturnType<typeof createWalletSigner>

/** Signs with the wallets of organizations, for features that move coins. Keys stay in the thread that signs. */
export function createWalletSigner({
  db: pool,
  log,
  vault,
  signing,
}: {
  db: Db
  log: Logger
  vault: Pick<Vault, 'open' | 'requireOpen'>
  signing: Pick<SigningPool, 'plan' | 'sign'>
}) {
  return {
    /** A wallet of the organization, of any generation. `id` may be any text. */
    async find(db: Db, organizationId: string, id: string): Promise<WalletRow | undefined> {
      return isId(id) ? findWalletById(db, organizationId, id) : undefined
    },

    requireOpen: () => vault.requireOpen(),

    /** What the transaction would do. Throws `TransactionRefused` if it must not be signed. */
    plan: (transaction: UnsignedTransaction): Promise<PlannedTransaction> => signing.plan(transaction),

    /** The caller has committed an audit row, and holds no lock meanwhile. */
    async sign(wallet: WalletRow, transaction: UnsignedTransaction): Promise<SignedTransaction> {
      const seed = await findSeed(pool, wallet.organization_id, wallet.generation)
      if (seed === undefined) throw new Error('The wallet has no mnemonic.')
      const entropy = await vault.open(pool, seedPlace(seed), seed.sealed_entropy)
      try {
        return await signing.sign(transaction, { entropy, path: wallet.derivation_path })
      } catch (error) {
        if (!(error instanceof TransactionRefused) || error.code !== 'address_drifted') throw error
        log.error({ alert: 'wallet_drift', wallet: wallet.id }, 'A wallet does not follow from its mnemonic.')
        throw new Error('A wallet does not follow from its mnemonic.')
      } finally {
        entropy.fill(0)
      }
    },
  }
}
