import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../../platform/actor.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { Failure } from '../../platform/errors.ts'

const mostPerActor = 20
/** The shortest time between two looks of a client. Changes that it may not see must not make it ask all the time. */
const leastPauseMs = 50

export type WaitingClients = ReturnType<typeof createWaitingClients>

/** Clients of this node that wait for a change. They hold no connection to the database. */
export function createWaitingClients({ notifications }: { notifications: Pick<Notifications, 'listen'> }) {
  const closing = new AbortController()
  const waiting = new Map<string, number>()
  let next = Promise.withResolvers<void>()

  function wake(): void {
    next.resolve()
    next = Promise.withResolvers()
  }
  // After an interruption nobody knows what was missed, so everybody looks.
  notifications.listen('kontor_changes', wake, wake)

  /**
   * Calls `look` until it finds something, the time is over, the client has gone or the service stops; returns what the
   * last look found. Without notifications the last look still finds what came meanwhile.
   */
  async function wait<T>(
    actor: Actor,
    { seconds, gone }: { seconds: number; gone: AbortSignal },
    look: () => Promise<{ found: T; isEnough: boolean }>,
  ): Promise<T> {
    if (seconds === 0) return (await look()).found
    const signal = AbortSignal.any([closing.signal, gone, AbortSignal.timeout(seconds * 1000)])
    const over = aborted(signal)
    return counted(actor, async () => {
      while (true) {
        // Taken before the look: what comes during it must not be missed.
        const woken = next.promise
        const isLast = signal.aborted
        const { found, isEnough } = await look()
        if (isEnough || isLast || gone.aborted) return found
        await Promise.race([Promise.all([woken, pause(leastPauseMs)]), over])
      }
    })
  }

  async function counted<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    const id = actor.id ?? actor.name
    const before = waiting.get(id) ?? 0
    if (before >= mostPerActor) {
      throw new Failure(
        'limited',
        'too_many_streams',
        `At most ${mostPerActor} requests can wait for changes at once.`,
        { retry_after: 30 },
      )
    }
    waiting.set(id, before + 1)
    try {
      return await work()
    } finally {
      const left = (waiting.get(id) ?? 1) - 1
      if (left === 0) waiting.delete(id)
      else waiting.set(id, left)
    }
  }

  return {
    wait,
    count: (): number => [...waiting.values()].reduce((sum, one) => sum + one, 0),
    /** Everybody gets an answer, so that the server can close. */
    close: (): void => closing.abort(),
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
