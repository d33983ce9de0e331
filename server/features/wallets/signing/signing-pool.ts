import { unavailable } from '../../../platform/errors.ts'
import type { ThreadDecision } from '../../../platform/proofs/thread-proofs.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import type { ProvenBatch, SigningDecision } from './decision.ts'
import {
  type PlannedTransaction,
  type RefusalCode,
  type SignedTransaction,
  TransactionRefused,
  Undecided,
  type UnsignedTransaction,
} from './model.ts'

type Secret = Uint8Array<ArrayBuffer>

/** There is nothing to be signed without a decision: a transaction alone is only planned. */
export type SigningTask =
  | { plan: UnsignedTransaction }
  | {
      decision: ThreadDecision<SigningDecision>
      /** Of the batch under whose decision it is signed. */
      batch?: ThreadDecision<ProvenBatch> | undefined
      entropy: Secret
      /** Of the mnemonic that the destination is derived from, if it is an own wallet. */
      destinationEntropy: Secret | undefined
      /** The decisions about the other transfers that the same transaction makes, in the order of its outputs. */
      further?: readonly DecidedPayment[]
    }

export interface DecidedPayment {
  decision: ThreadDecision<SigningDecision>
  destinationEntropy: Secret | undefined
}

/** A decision as the service has it, with what the thread derives its destination from. */
export interface GivenDecision {
  content: SigningDecision
  proof: Buffer
  key: Buffer
  destinationEntropy?: Buffer | undefined
}

export type SigningResult =
  | { planned: PlannedTransaction }
  | { signed: SignedTransaction }
  | { undecided: string }
  | { refused: { code: RefusalCode; message: string; context: Readonly<Record<string, string>> } }

export type SigningPool = ReturnType<typeof createSigningPool>

/** Plans and signs transactions in threads, which have no network, no environment and no database. */
export function createSigningPool(surroundings: PoolSurroundings = {}) {
  const pool = createWorkerPool<SigningTask, SigningResult>({
    file: new URL('./networks/signing-worker.ts', import.meta.url),
    size: 2,
    queueLimit: 100,
    timeoutMs: 60_000,
    ...surroundings,
  })

  async function run(task: SigningTask): Promise<SigningResult> {
    try {
      const result = await pool.run(
        task,
        secretsOf(task).map(({ buffer }) => buffer),
      )
      if ('undecided' in result) throw new Undecided(result.undecided)
      if (!('refused' in result)) return result
      const { code, message, context } = result.refused
      throw new TransactionRefused(code, message, context)
    } catch (error) {
      if (error instanceof TransactionRefused || error instanceof Undecided) throw error
      if (error instanceof WorkerPoolError && (error.fault === 'full' || error.fault === 'closed'))
        throw unavailable('overloaded', 'Too many transactions are being signed at the moment.', 1)
      // Without the cause: the error of a thread that crashed may quote words or keys.
      throw new Error('The transaction could not be signed.')
    }
  }

  return {
    async plan(transaction: UnsignedTransaction): Promise<PlannedTransaction> {
      const result = await run({ plan: transaction })
      if (!('planned' in result)) throw new Error('The worker gave no plan.')
      return result.planned
    },

    /** Signs what the decision says. Entropy and key are moved to the thread, which checks the proof and zeroes them. */
    async sign(
      decision: Omit<GivenDecision, 'destinationEntropy'>,
      { entropy, destinationEntropy }: { entropy: Buffer; destinationEntropy?: Buffer | undefined },
      batch?: { content: ProvenBatch; proof: Buffer; key: Buffer },
      further: readonly GivenDecision[] = [],
    ): Promise<SignedTransaction> {
      const result = await run({
        ...toThread({ ...decision, destinationEntropy }),
        batch: batch && {
          content: batch.content,
          proof: new Uint8Array(batch.proof),
          key: moved(batch.key),
        },
        entropy: moved(entropy),
        further: further.map(toThread),
      })
      if (!('signed' in result)) throw new Error('The worker gave no signature.')
      return result.signed
    },

    close: pool.close,
  }
}

/** All that the thread zeroes. */
export function secretsOf(task: SigningTask): Secret[] {
  if ('plan' in task) return []
  const { batch, entropy, further = [] } = task
  const ofPayments = [task, ...further].flatMap(({ decision, destinationEntropy }) => [
    decision.key,
    ...(destinationEntropy ? [destinationEntropy] : []),
  ])
  return [...ofPayments, ...(batch ? [batch.key] : []), entropy]
}

function toThread({ content, proof, key, destinationEntropy }: GivenDecision): DecidedPayment {
  return {
    decision: { content, proof: new Uint8Array(proof), key: moved(key) },
    destinationEntropy: destinationEntropy && moved(destinationEntropy),
  }
}

/** In a buffer of its own: one of Node's pool cannot be moved. */
function moved(secret: Buffer): Secret {
  const copy = new Uint8Array(secret)
  secret.fill(0)
  return copy
}
