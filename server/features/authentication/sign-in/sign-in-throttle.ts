import { countedAddress } from '../../../platform/client-address.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { failedOnce, pairForgottenAfter, waitFor } from './throttle-rules.ts'
import * as store from './throttle-store.ts'
import { createTurns } from './turns.ts'

const knownFor = 30 * 24 * 3_600_000
/** More attempts than these at the same time for one account from one address are no person's. */
const waitingInLine = 50

export type SignInThrottle = ReturnType<typeof createSignInThrottle>
export type Attempt = {
  /** To be called in the transaction of a success: the attempt does not count, and the address is known from now on. */
  succeeded(db: Db, administratorId: string): Promise<void>
}

/** Slows guessing down, by (account, address), by account and by address, on all nodes together. */
export function createSignInThrottle({ db: pool, now }: { db: Db; now: () => Date }) {
  const inTurn = createTurns(waitingInLine)

  /**
   * Counts the attempt as failed before it is made, so that guesses sent at the same time cannot slip past. Answers
   * what was counted beside the pair.
   */
  function begin(account: string, address: string, subjects: store.Subjects): Promise<Buffer[]> {
    return pool.transaction().execute(async (db) => {
      const at = now()
      const counters = await store.lockCounters(db, subjects, at)
      const known = await store.isKnownAddress(db, account, address, new Date(at.getTime() - knownFor))
      const wait = waitFor({ ...counters, addressIsKnown: known }, at)
      if (wait > 0) throw tooManyFailures(wait)
      await store.saveCounter(db, subjects.pair, failedOnce(counters.pair, at, pairForgottenAfter))
      await store.saveCounter(db, subjects.address, failedOnce(counters.address, at))
      // What comes from where this person is known does not count against the account.
      if (known) return [subjects.address]
      await store.saveCounter(db, subjects.account, failedOnce(counters.account, at))
      return [subjects.account, subjects.address]
    })
  }

  return {
    /**
     * Runs an attempt to prove who one is, when it may be made now. Attempts on one account from one address go one
     * after the other: a person who signs in eight times at once succeeds eight times.
     */
    async attempt<T>(
      account: string,
      clientAddress: string | null,
      attempt: (attempt: Attempt) => Promise<T>,
    ): Promise<T> {
      const address = countedAddress(clientAddress)
      const subjects = store.subjectsOf(account, address)
      const run = async () => {
        const counted = await begin(account, address, subjects)
        try {
          return await attempt({
            async succeeded(db, administratorId) {
              await store.forget(db, subjects.pair)
              for (const subject of counted) await store.takeBack(db, subject)
              await store.rememberAddress(db, administratorId, address, now())
            },
          })
        } catch (error) {
          // Only a wrong response counts; a full queue or a database that went away is not the caller's guess.
          if (!(error instanceof Failure && error.kind === 'unauthorized')) {
            for (const subject of [subjects.pair, ...counted]) {
              await store.takeBack(pool, subject).catch(() => undefined)
            }
          }
          throw error
        }
      }
      return inTurn(subjects.pair.toString('base64'), run, () => tooManyFailures(1))
    },
  }
}

function tooManyFailures(seconds: number): Failure {
  return new Failure('limited', 'too_many_failures', `Too many failed attempts: try again in ${seconds} s.`, {
    retry_after: seconds,
  })
}
