import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'
import type pg from 'pg'
import { errorCode } from '../error-code.ts'
import { createSlots, type Slots } from '../slots.ts'
import { copyOut } from './copy.ts'
import { isConnectionLost, TooBusy } from './primary/availability.ts'
import type { DatabaseLoad } from './primary/database-load.ts'
import type { PrimaryPool } from './primary/primary-pool.ts'

const attempts = 3
const serializationFailure = '40001'
const deadlock = '40P01'

type Step = () => Promise<unknown>

/** What each open transaction does last. */
const lastSteps = new WeakMap<object, Step[]>()

/**
 * Does this when everything else of the transaction is done, right before the commit. A transaction that is repeated
 * gathers its steps anew.
 */
export function beforeCommit(db: object, step: Step): void {
  const steps = lastSteps.get(db)
  if (!steps) throw new Error('Only a transaction has a commit.')
  steps.push(step)
}

/** What is done with each open transaction once it is committed. */
const followingSteps = new WeakMap<object, (() => void)[]>()

/** Does this once the transaction is committed, and never if it is not. */
export function afterCommit(db: object, step: () => void): void {
  const steps = followingSteps.get(db)
  if (!steps) throw new Error('Only a transaction has a commit.')
  steps.push(step)
}

/**
 * The only place where transactions are retried: after a serialization failure, a deadlock, or a connection lost before
 * the commit was sent. The function passed to a transaction may therefore run more than once. A commit that was sent but
 * not confirmed throws CommitUnknown and is never retried.
 */
export class Database<Tables> extends Kysely<Tables> {
  readonly load: DatabaseLoad
  /** For threads, which need connections of their own. */
  readonly url: string
  readonly #slots: Slots
  readonly #connections: number
  readonly #pool: Pick<PrimaryPool, 'state' | 'connect' | 'connectAlone'>

  /** Transactions leave some connections to plain reads, so that reads continue while all writes wait. */
  constructor(
    config: KyselyConfig,
    {
      connections,
      timeoutMs,
      load,
      pool,
      url,
    }: {
      connections: number
      timeoutMs: number
      load: DatabaseLoad
      pool: Pick<PrimaryPool, 'state' | 'connect' | 'connectAlone'>
      url: string
    },
  ) {
    super(config)
    this.load = load
    this.url = url
    this.#connections = connections
    this.#pool = pool
    const forReads = Math.floor(connections / 5)
    this.#slots = createSlots(connections - forReads, timeoutMs, () => new TooBusy())
  }

  override transaction(): TransactionBuilder<Tables> {
    return retrying(super.transaction(), this.#slots, this.load)
  }

  /** All that `copy … to stdout` writes: the caller sees to it that it fits into memory. */
  async copyOut(text: string): Promise<Uint8Array<ArrayBuffer>> {
    const client = await this.#pool.connect()
    try {
      const pieces: Buffer[] = []
      // `pg` copies only where each statement waits for the one before it.
      Object.assign(client, { pipeline: false })
      for await (const piece of copyOut(client, text)) pieces.push(piece)
      Object.assign(client, { pipeline: true })
      client.release()
      return joined(pieces)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** A connection beside the pool and without its limits, for a statement that may take hours. The caller closes it. */
  connectAlone(): Promise<pg.Client> {
    return this.#pool.connectAlone()
  }

  poolState() {
    const { inUse, waiting } = this.#pool.state()
    return {
      max: this.#connections,
      inUse,
      waitingForConnection: waiting,
      waitingForTransaction: this.#slots.waiting(),
    }
  }
}

/** In memory of its own, so that it can be moved to a thread. */
function joined(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const all = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function retrying<Tables>(
  builder: TransactionBuilder<Tables>,
  slots: Slots,
  load: DatabaseLoad,
): TransactionBuilder<Tables> {
  const executeOnce = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  builder.execute = async (work) => {
    for (let attempt = 1; ; attempt++) {
      let begun = false
      let hasTurn = false
      let following: (() => void)[] = []
      const waitEnded = load.waitStarted('transaction')
      try {
        const result = await slots(() => {
          hasTurn = true
          waitEnded()
          return executeOnce(async (db) => {
            begun = true
            const steps: Step[] = []
            lastSteps.set(db, steps)
            following = []
            followingSteps.set(db, following)
            const result = await work(db)
            for (const step of steps) await step()
            return result
          })
        })
        for (const step of following) step()
        return result
      } catch (error) {
        if (!hasTurn) waitEnded()
        if (attempt === attempts || !begun || !isRolledBack(error)) throw error
        // A random delay, so that two transactions that collided do not collide again.
        await wait(Math.random() * 20 * attempt)
      }
    }
  }
  builder.setIsolationLevel = (level) => retrying(setIsolationLevel(level), slots, load)
  builder.setAccessMode = (mode) => retrying(setAccessMode(mode), slots, load)
  return builder
}

/** Whether the transaction was certainly rolled back and a retry may succeed. */
function isRolledBack(error: unknown): boolean {
  const code = errorCode(error)
  return code === serializationFailure || code === deadlock || isConnectionLost(error)
}
