import type { Decided } from '../../../platform/authorization/decided.ts'
import { isDecided } from '../../../platform/proofs/thread-proofs.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { deriveWallets, mnemonicOf, seedOf, withKey } from './derivation.ts'
import type { DerivationResult, DerivationTask, KnownWallet } from './derivation-pool.ts'

serveTasks(derive, transferable)

function derive(task: DerivationTask): DerivationResult {
  const { entropy, wanted, want, decision, wallet } = task
  try {
    if (want !== 'addresses' && !isDecidedTo(task)) return { undecided: true }
    const mnemonic = mnemonicOf(entropy)
    const seed = seedOf(mnemonic)
    try {
      if (want !== 'addresses' && !isOf(seed, wallet?.content)) return { undecided: true }
      if (want === 'mnemonic') return { mnemonic: bytesOf(mnemonic), wallets: [] }
      const wallets = deriveWallets(seed, wanted).map(({ secretKey, ...wallet }) => ({
        ...wallet,
        secretKey: want === 'secret_keys' ? bytesOf(secretKey) : undefined,
      }))
      return { mnemonic: undefined, wallets }
    } finally {
      seed.fill(0)
    }
  } catch {
    // The original error may quote its input: words or keys.
    throw new Error('The derivation failed.')
  } finally {
    entropy.fill(0)
    decision?.key.fill(0)
    wallet?.key.fill(0)
  }
}

/**
 * Words and keys leave this thread with a decision of the service only: to show just this, of the organization and generation
 * whose wallet says which mnemonic that is.
 */
function isDecidedTo({ want, decision, wallet }: DerivationTask): boolean {
  if (!decision || !wallet || !isDecided(decision) || !isDecided(wallet)) return false
  const { what, decided, organization_id, generation } = decision.content
  return (
    what === want &&
    (JSON.parse(decided) as Decided).act === 'wallet.reveal' &&
    wallet.content.organization_id === organization_id &&
    wallet.content.generation === generation
  )
}

function isOf(seed: Uint8Array, wallet: KnownWallet | undefined): boolean {
  if (!wallet) return false
  const { network, derivation_path, address } = wallet
  return withKey(network, seed, derivation_path, (key) => key.address === address)
}

/** Text in a buffer of its own, which can be moved to another thread. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function transferable(result: DerivationResult): ArrayBuffer[] {
  if ('undecided' in result) return []
  const { mnemonic, wallets } = result
  const secrets = [mnemonic, ...wallets.map(({ secretKey }) => secretKey)]
  return secrets.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]))
}
