import type { Network } from '../../../../../contract/money/networks.ts'
import { canonicalJson } from '../../../../platform/canonical-json.ts'
import { isDecided } from '../../../../platform/proofs/thread-proofs.ts'
import { serveTasks } from '../../../../platform/workers/serve-tasks.ts'
import { mnemonicOf, seedOf, withKey } from '../../derivation/derivation.ts'
import { decidedTogether } from '../decided-together.ts'
import { isUnder, plannedInDecision, type SigningDecision } from '../decision.ts'
import {
  type NetworkSigner,
  type SignedTransaction,
  TransactionRefused,
  Undecided,
  type UnsignedTransaction,
} from '../model.ts'
import { type DecidedPayment, type SigningResult, type SigningTask, secretsOf } from '../signing-pool.ts'

type SignTask = Exclude<SigningTask, { plan: UnsignedTransaction }>

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
    return 'plan' in task
      ? { planned: (await signerOf(task.plan)).plan(task.plan) }
      : { signed: await signDecided(task) }
  } catch (error) {
    if (error instanceof TransactionRefused)
      return { refused: { code: error.code, message: error.message, context: error.context } }
    if (error instanceof Undecided) return { undecided: error.message }
    // The original error may quote its input: words or keys.
    throw new Error('plan' in task ? 'The transaction cannot be planned.' : 'The signature failed.')
  } finally {
    for (const secret of secretsOf(task)) secret.fill(0)
  }
}

async function signerOf({ network }: UnsignedTransaction): Promise<NetworkSigner<Network>> {
  return (await signers[network]()) as NetworkSigner<Network>
}

/** Signs what the decisions say, and nothing else: this thread has no other transaction. */
async function signDecided(task: SignTask): Promise<SignedTransaction> {
  const payments = [task, ...(task.further ?? [])]
  for (const { decision } of payments) {
    if (!isDecided(decision)) throw new Undecided('The service did not make this decision.')
    if (decision.content.act !== 'transfer.sign') throw new Undecided('The decision is about something else.')
    demandBatch(decision.content, task.batch)
  }
  const decisions = payments.map(({ decision }) => decision.content)
  const { transaction, recipients, expected } = decidedTogether(decisions, task.batch?.content)
  for (const [at, payment] of payments.entries())
    await demandDestination(payment, transaction.network, recipients[at] as string)
  const signer = await signerOf(transaction)
  const planned = signer.plan(transaction)
  if (canonicalJson(plannedInDecision(planned)) !== canonicalJson(expected))
    throw new Undecided('The transaction does something else than was decided.')
  const { path } = task.decision.content.from
  return withWalletKey(task.entropy, transaction.network, path, (key) => {
    // A row that was changed in the database must not make the key of another wallet pay.
    if (key.address !== transaction.from)
      throw new TransactionRefused('address_drifted', 'The key does not belong to the stored address.')
    const signed = { ...planned, ...signer.sign(transaction, planned, key) }
    signer.check(transaction, signed, key.publicKey)
    return signed
  })
}

/** A transfer of a batch was voted on with it: the service must have made the batch as it is, with this transfer. */
function demandBatch(decision: SigningDecision, batch: SignTask['batch']): void {
  if (decision.batch_id === undefined) return
  if (!batch || !isDecided(batch)) throw new Undecided('The service did not make this batch.')
  if (!isUnder(batch.content, decision)) throw new Undecided('The batch was decided without this transfer.')
}

/** That the address is the one that was meant is looked at once more, with what only its owner can have made. */
async function demandDestination(
  { decision, destinationEntropy }: DecidedPayment,
  network: Network,
  to: string,
): Promise<void> {
  const evidence = decision.content.to
  if (evidence.ownership === 'own_wallet') {
    const derived =
      destinationEntropy &&
      withWalletKey(destinationEntropy, network, evidence.path, ({ address }) => address)
    if (derived !== to) throw new Undecided('The destination is no wallet of the organization.')
  } else if (evidence.ownership === 'signed_message') {
    const { message, signature, public_key } = evidence
    const { verifyProof } = await import('../../messages/verify-proof.ts')
    if (!verifyProof(network, to, { message, signature, ...(public_key !== null && { public_key }) }))
      throw new Undecided('The owner of the destination has not signed the message.')
  }
}

function withWalletKey<T>(
  entropy: Uint8Array,
  network: Network,
  path: string,
  use: Parameters<typeof withKey<T>>[3],
): T {
  const seed = seedOf(mnemonicOf(entropy))
  try {
    return withKey(network, seed, path, use)
  } finally {
    seed.fill(0)
  }
}
