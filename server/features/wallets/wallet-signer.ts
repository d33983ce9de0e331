import type { Logger } from 'pino'
import { isId } from '../../../contract/api/common.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { seedPlace } from './new-wallets.ts'
import type { ProvenBatch } from './signing/decision.ts'
import {
  type PlannedTransaction,
  type SignedTransaction,
  TransactionRefused,
  Undecided,
  type UnsignedTransaction,
} from './signing/model.ts'
import type { GivenDecision, SigningPool } from './signing/signing-pool.ts'
import { provenWallets } from './wallet-proofs.ts'
import { findSeed, findWalletById, type WalletRow } from './wallet-store.ts'

export type { WalletRow } from './wallet-store.ts'
/** A decision to sign, with its proof. */
export type ProvenDecision = Pick<GivenDecision, 'content' | 'proof'>

export type WalletSigner = ReturnType<typeof createWalletSigner>

/** Signs with the wallets of organizations, for features that move coins. Keys stay in the thread that signs. */
export function createWalletSigner({
  db: pool,
  log,
  vault,
  proofs,
  provenTables,
  signing,
}: {
  db: Db
  log: Logger
  vault: Pick<Vault, 'open' | 'requireOpen'>
  proofs: Pick<Proofs, 'threadKey'>
  provenTables: Pick<ProvenTables, 'demand' | 'failure'>
  signing: Pick<SigningPool, 'plan' | 'sign'>
}) {
  async function entropyOf(organization_id: string, generation: number): Promise<Buffer> {
    const seed = await findSeed(pool, organization_id, generation)
    if (seed === undefined) throw new Error('The wallet has no mnemonic.')
    return vault.open(pool, seedPlace(seed), seed.sealed_entropy)
  }

  return {
    /** A wallet of the organization, of any generation. `id` may be any text. */
    async find(db: Db, organizationId: string, id: string): Promise<WalletRow | undefined> {
      return isId(id) ? findWalletById(db, organizationId, id) : undefined
    },

    /** A wallet that pays; fails with 503 unless the service made it as it is. */
    async require(db: Db, organizationId: string, id: string): Promise<WalletRow> {
      const wallet = await findWalletById(db, organizationId, id)
      if (!wallet) throw provenTables.failure(provenWallets, id, 'missing')
      await provenTables.demand(db, provenWallets, wallet)
      return wallet
    },

    requireOpen: () => vault.requireOpen(),

    /** What the transaction would do. Throws `TransactionRefused` if it must not be signed. */
    plan: (transaction: UnsignedTransaction): Promise<PlannedTransaction> => signing.plan(transaction),

    /**
     * Signs what was decided: one transaction, with a decision for each transfer that it makes. The thread checks the proofs
     * itself, and throws `Undecided`. The caller has committed an audit row for each, and holds no lock meanwhile.
     */
    async sign(
      decisions: readonly [ProvenDecision, ...ProvenDecision[]],
      batch?: { content: ProvenBatch; proof: Buffer },
    ): Promise<SignedTransaction> {
      const { organization_id, from, transfer_id } = decisions[0].content
      const secrets: Buffer[] = []
      const held = (secret: Buffer) => {
        secrets.push(secret)
        return secret
      }
      try {
        const given: GivenDecision[] = []
        for (const { content, proof } of decisions) {
          const key = await proofs.threadKey(pool, 'transfer_decision', proof)
          if (!key) throw new Undecided('The decision was made with a key that is not there.')
          held(key)
          const { to } = content
          const destinationEntropy =
            to.ownership === 'own_wallet'
              ? held(await entropyOf(to.organization_id ?? content.organization_id, to.generation))
              : undefined
          given.push({ content, proof, key, destinationEntropy })
        }
        const batchKey = batch && (await proofs.threadKey(pool, 'transfer_batch', batch.proof))
        if (batch && !batchKey) throw new Undecided('The batch was decided with a key that is not there.')
        if (batchKey) held(batchKey)
        const entropy = held(await entropyOf(organization_id, from.generation))
        const under = batch && batchKey && { ...batch, key: batchKey }
        const [{ destinationEntropy, ...first }, ...further] = given as [GivenDecision, ...GivenDecision[]]
        return await signing.sign(first, { entropy, destinationEntropy }, under, further)
      } catch (error) {
        if (!(error instanceof TransactionRefused) || error.code !== 'address_drifted') throw error
        log.error(
          { alert: 'wallet_drift', transfer: transfer_id },
          'A wallet does not follow from its mnemonic.',
        )
        throw new Error('A wallet does not follow from its mnemonic.')
      } finally {
        for (const secret of secrets) secret.fill(0)
      }
    },
  }
}
