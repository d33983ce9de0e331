import type { Network } from '../../../../../contract/networks.ts'
import { serveTasks } from '../../../../platform/workers/serve-tasks.ts'
import { mnemonicOf, seedOf, withKey } from '../../derivation/derivation.ts'
import {
  type NetworkSigner,
  type SignedTransaction,
  TransactionRefused,
  type UnsignedTransaction,
} from '../model.ts'
import type { SigningResult, SigningTask } from '../signing-pool.ts'

/** All libraries together take seconds to load, so each is loaded with the first transaction of its network. */
const signers: { [N in Network]: () => Promise<NetworkSigner<N>> } = {
  bitcoin: async () => (await import('./bitcoin.ts')).bitcoin,
  ethereum: async () => (await import('./ethereum.ts')).ethereum,
  tron: async () => (await import('./tron.ts')).tron,
  solana: async () => (await import('./solana.ts')).solana,
  ton: async () => (await import('./ton.ts')).ton,
}

serveTasks(run)

async function run(task: SigningTask): Promise<SigningResult> {
  try {
    const signer = (await signers[task.transaction.network]()) as NetworkSigner<Network>
    const planned = signer.plan(task.transaction)
    return task.key === undefined
      ? { planned }
      : { signed: sign(signer, task.transaction, planned, task.key) }
  } catch (error) {
    if (error instanceof TransactionRefused)
      return { refused: { code: error.code, message: error.message, context: error.context } }
    // The original error may quote its input: words or keys.
    throw new Error(task.key === undefined ? 'The transaction cannot be planned.' : 'The signature failed.')
  } finally {
    task.key?.entropy.fill(0)
  }
}

function sign(
  signer: NetworkSigner<Network>,
  transaction: UnsignedTransaction,
  planned: ReturnType<NetworkSigner<Network>['plan']>,
  { entropy, path }: NonNullable<SigningTask['key']>,
): SignedTransaction {
  const seed = seedOf(mnemonicOf(entropy))
  try {
    return withKey(transaction.network, seed, path, (key) => {
      // A row that was changed in the database must not make the key of another wallet pay.
      if (key.address !== transaction.from)
        throw new TransactionRefused('address_drifted', 'The key does not belong to the stored address.')
      const signed = { ...planned, ...signer.sign(transaction, planned, key) }
      signer.check(transaction, signed, key.publicKey)
      return signed
    })
  } finally {
    seed.fill(0)
  }
}
