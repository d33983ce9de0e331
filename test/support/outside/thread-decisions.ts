import { randomBytes } from 'node:crypto'
import { deriveWallets, mnemonicOf, seedOf } from '../../../server/features/wallets/derivation/derivation.ts'
import type { KnownWallet } from '../../../server/features/wallets/derivation/derivation-pool.ts'
import {
  encodeTransaction,
  plannedInDecision,
  type SigningDecision,
} from '../../../server/features/wallets/signing/decision.ts'
import type {
  PlannedTransaction,
  SignedTransaction,
  UnsignedTransaction,
} from '../../../server/features/wallets/signing/model.ts'
import type { SigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { canonicalJson } from '../../../server/platform/canonical-json.ts'
import { hashUnder } from '../../../server/platform/vault/keyed-hash.ts'

/** A decision with its proof, as the service gives it to a thread. */
export function proven<Content extends object>(
  content: Content,
): { content: Content; proof: Buffer; key: Buffer } {
  const key = randomBytes(32)
  const version = Buffer.from([0, 0, 0, 1])
  return { content, proof: Buffer.concat([version, hashUnder(key, canonicalJson(content))]), key }
}

/** A decision to show what is derived from this, of an organization that has its wallet on Ethereum. */
export function secretDecision(
  what: 'mnemonic' | 'secret_keys',
  entropy: Buffer,
  { act = 'wallet.reveal', of = {} }: { act?: string; of?: Partial<KnownWallet> } = {},
) {
  const [wallet] = deriveWallets(seedOf(mnemonicOf(entropy)), [{ network: 'ethereum' }])
  const place = { organization_id: 'an organization', generation: 1 }
  const decided = canonicalJson({ act })
  return {
    ...proven({ what, id: 'a decision', ...place, decided }),
    wallet: proven<KnownWallet>({
      ...place,
      network: 'ethereum',
      address: wallet?.address ?? '',
      derivation_path: wallet?.path ?? '',
      ...of,
    }),
  }
}

const nothingPlanned: PlannedTransaction = { amount: 0n, fee: 0n, spends: [], validUntil: null }

/** The decision to sign this, of a wallet with this path. */
export function signingDecision(
  transaction: UnsignedTransaction,
  path: string,
  planned: PlannedTransaction,
  given: Partial<SigningDecision> = {},
): SigningDecision {
  return {
    act: 'transfer.sign',
    content_hash: null,
    approvals: [],
    policy_version: 1,
    actor_kind: 'administrator',
    actor_id: null,
    actor_name: 'Анна',
    person_id: null,
    amounts: [],
    moved: [],
    session_id: null,
    at: new Date(0).toISOString(),
    transfer_id: 'a transfer',
    digest: '',
    organization_id: 'an organization',
    from: { generation: 1, path },
    to: { ownership: 'declared' },
    transaction: encodeTransaction(transaction),
    planned: plannedInDecision(planned),
    ...given,
  }
}

/** Has it signed by a thread, as if it had been decided. */
export async function signAsDecided(
  pool: Pick<SigningPool, 'plan' | 'sign'>,
  transaction: UnsignedTransaction,
  { entropy, path }: { entropy: Buffer; path: string },
): Promise<SignedTransaction> {
  // What cannot be planned is refused by the thread itself.
  const planned = await pool.plan(transaction).catch(() => nothingPlanned)
  return pool.sign(proven(signingDecision(transaction, path, planned)), { entropy })
}
