import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { deriveWallets, mnemonicOf, seedOf } from './derivation.ts'
import type { DerivationReply, DerivationTask } from './derivation-pool.ts'

// On Linux this is the priority of the thread alone: requests go before derivation.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', (task: DerivationTask) => {
  const reply = response(task)
  parentPort?.postMessage(reply, transferable(reply))
})

function response({ id, entropy, wanted, want }: DerivationTask): DerivationReply {
  try {
    const mnemonic = mnemonicOf(entropy)
    if (want === 'mnemonic') return { id, mnemonic: bytesOf(mnemonic), wallets: [] }
    const seed = seedOf(mnemonic)
    try {
      const wallets = deriveWallets(seed, wanted).map(({ secretKey, ...wallet }) => ({
        ...wallet,
        secretKey: want === 'secret-keys' ? bytesOf(secretKey) : undefined,
      }))
      return { id, mnemonic: undefined, wallets }
    } finally {
      seed.fill(0)
    }
  } catch {
    // The cause could quote what it was given: words, keys.
    return { id, failed: true }
  } finally {
    entropy.fill(0)
  }
}

/** Text in memory of its own, which is handed over rather than copied. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function transferable(reply: DerivationReply): ArrayBuffer[] {
  if ('failed' in reply) return []
  const secrets = [reply.mnemonic, ...reply.wallets.map(({ secretKey }) => secretKey)]
  return secrets.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]))
}
