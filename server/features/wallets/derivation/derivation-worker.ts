import { isDecided } from '../../../platform/proofs/thread-proofs.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { deriveWallets, mnemonicOf, seedOf } from './derivation.ts'
import type { DerivationResult, DerivationTask } from './derivation-pool.ts'

serveTasks(derive, transferable)

function derive({ entropy, wanted, want, decision }: DerivationTask): DerivationResult {
  try {
    // Words and keys leave this thread with a decision of the service only.
    const isOpen = want === 'addresses' || (decision?.content.what === want && isDecided(decision))
    if (!isOpen) return { undecided: true }
    const mnemonic = mnemonicOf(entropy)
    if (want === 'mnemonic') return { mnemonic: bytesOf(mnemonic), wallets: [] }
    const seed = seedOf(mnemonic)
    try {
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
  }
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
