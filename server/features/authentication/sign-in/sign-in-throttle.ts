import { countedAddress } from '../../../platform/client-address.ts'
import { Failure } from '../../../platform/errors.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import * as throttleRules from './throttle-rules.ts'
import { type Subjects, subjectsOf, type ThrottleStore } from './throttle-store.ts'

const knownForMs = 30 * 24 * 3_600_000
/** Maximum number of waiting attempts for one account from one address. */
const maxWaiting = 50

export type ThrottleRules = Pick<
  typeof throttleRules,
  'failedOnce' | 'pairFailedOnce' | 'notInFuture' | 'waitFor'
>
export type SignInThrottle = ReturnType<typeof createSignInThrottle>
export type Attempt = {
  /** Call it in the transaction of a successful attempt: the failure is no longer counted, and the address becomes known. */
  succeeded(store: ThrottleStore, administratorId: string): Promise<void>
}

/** Throttles sign-in attempts by (account, address), by account and by address, on all nodes together (ADR 81). */
export function createSignInThrottle({
  store: pool,
  now,
  rules = throttleRules,
}: {
  store: ThrottleStore
  now: () => Date
  rules?: ThrottleRules
}) {
  const enqueue = createKeyedQueue(maxWaiting)

  /** Saves the counters that it corrects: a time that is only read as now would stay as far ahead for ever. */
  async function lockCounters(store: ThrottleStore, subjects: Subjects, at: Date) {
    const counters = await store.lockCounters(subjects, at)
    for (const key of ['pair', 'account', 'address'] as const) {
      const corrected = rules.notInFuture(counters[key], at)
      if (corrected === counters[key]) continue
      await store.saveCounter(subjects[key], corrected)
      counters[key] = corrected
    }
    return counters
  }

  /**
   * Counts the attempt as a failure before it is made, so that simultaneous guesses cannot bypass the limit. Returns the
   * counters that were incremented besides that of the pair.
   */
  async function begin(account: string, address: string, subjects: Subjects): Promise<Buffer[]> {
    const begun = await pool.transaction(async (store) => {
      const at = now()
      const counters = await lockCounters(store, subjects, at)
      const known = await store.isKnownAddress(account, address, new Date(at.getTime() - knownForMs))
      const wait = rules.waitFor({ ...counters, addressIsKnown: known }, at)
      if (wait > 0) return { wait }
      await store.saveCounter(subjects.pair, rules.pairFailedOnce(counters.pair, at))
      await store.saveCounter(subjects.address, rules.failedOnce(counters.address, at))
      // Attempts from a known address do not count against the account.
      if (known) return { counted: [subjects.address] }
      await store.saveCounter(subjects.account, rules.failedOnce(counters.account, at))
      return { counted: [subjects.account, subjects.address] }
    })
    // Thrown after the commit, so that corrected counters are kept.
    if ('wait' in begun) throw tooManyFailures(begun.wait)
    return begun.counted
  }

  return {
    /**
     * For a sign-in that cannot be guessed and is therefore not counted, such as one with a passkey: earlier failures
     * delay this person no longer. Call it in the transaction of the sign-in.
     */
    async succeeded(
      store: ThrottleStore,
      {
        account,
        address,
        administratorId,
      }: { account: string; address: string | null; administratorId: string },
    ): Promise<void> {
      const counted = countedAddress(address)
      await store.deleteCounter(subjectsOf(account, counted).pair)
      await store.rememberAddress(administratorId, counted, now())
    },

    /**
     * Runs a sign-in attempt if it is allowed now. Attempts for one account from one address run one after the other, so
     * that somebody who signs in eight times at once succeeds eight times.
     */
    async attempt<T>(
      account: string,
      clientAddress: string | null,
      attempt: (attempt: Attempt) => Promise<T>,
    ): Promise<T> {
      const address = countedAddress(clientAddress)
      const subjects = subjectsOf(account, address)
      const run = async () => {
        const counted = await begin(account, address, subjects)
        try {
          return await attempt({
            async succeeded(store, administratorId) {
              await store.deleteCounter(subjects.pair)
              for (const subject of counted) await store.removeFailure(subject)
              await store.rememberAddress(administratorId, address, now())
            },
          })
        } catch (error) {
          // Only wrong credentials count, not a full queue or an unavailable database.
          if (!(error instanceof Failure && error.kind === 'unauthorized')) {
            for (const subject of [subjects.pair, ...counted]) {
              await pool.removeFailure(subject).catch(() => undefined)
            }
          }
          throw error
        }
      }
      return enqueue(subjects.pair.toString('base64'), run, () => tooManyFailures(1))
    },
  }
}

function tooManyFailures(seconds: number): Failure {
  return new Failure('limited', 'too_many_failures', `Too many failed attempts: try again in ${seconds} s.`, {
    retry_after: seconds,
  })
}
