import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Job } from '../jobs/jobs.ts'
import type { Db } from './database.ts'
import { type ListeningConnection, NotDelivered, openListeningConnection } from './listening-connection.ts'
import { hostUrls } from './primary/hosts.ts'

/** `not_delivered`: the database is reached, but notifications get lost on the way. */
export type NotificationState = 'ok' | 'away' | 'not_delivered'

/** LISTEN on a separate connection. While it is down, notifications are lost: `isLive()` is false, then `onReset` is called. */
export interface Notifications {
  listen(channel: string, onMessage: (payload: string) => void, onReset: () => void): void
  isLive(): boolean
  state(): NotificationState
  /** Resolves when the attempt to connect that is under way has succeeded or failed. */
  attempted(): Promise<void>
  /** Proves by a round trip that notifications arrive. Without this job the connection is live only briefly. */
  job: Job
  close(): Promise<void>
}

interface Listener {
  channel: string
  onMessage: (payload: string) => void
  onReset: () => void
}

const retryDelayMs = 500
const probeIntervalMs = 1_000
/** A connection that has been silent for this long may be dead. */
const trustedForMs = 2_500

export function createNotifications({ url, log }: { url: string; log: Logger }): Notifications {
  const hosts = hostUrls(url) ?? [url]
  const listeners: Listener[] = []
  const closing = new AbortController()
  let at = 0
  let connection: ListeningConnection | undefined
  let attempt = {}
  let state: NotificationState = 'away'
  let lastHeard = 0
  let retry: NodeJS.Timeout | undefined
  let connecting: Promise<void> = open()

  async function open(): Promise<void> {
    const mine = {}
    attempt = mine
    const onLost = () => lost(mine)
    let next: ListeningConnection | undefined
    try {
      next = await openListeningConnection(hosts[at] as string, { onNotification, onLost }, closing.signal)
      const subscribed = new Set<string>()
      // The list may grow until the state is `ok`: what was added meanwhile is subscribed in another round.
      do {
        for (const { channel } of listeners) {
          if (subscribed.has(channel)) continue
          subscribed.add(channel)
          await next.listen(channel)
        }
        await next.roundTrip()
      } while (listeners.some(({ channel }) => !subscribed.has(channel)))
      if (mine !== attempt || closing.signal.aborted) return next.destroy()
      connection = next
      if (state === 'not_delivered') log.info('notifications of other nodes arrive again')
      state = 'ok'
      lastHeard = performance.now()
      // Earlier notifications were missed, so caches must be cleared.
      for (const listener of listeners) listener.onReset()
    } catch (error) {
      lost(mine, error)
      next?.destroy()
    }
  }

  function onNotification(channel: string, payload: string): void {
    lastHeard = performance.now()
    for (const listener of listeners) if (listener.channel === channel) listener.onMessage(payload)
  }

  /** A network may drop a connection silently; only an arrival proves that it still works. */
  async function probe(): Promise<void> {
    const mine = attempt
    try {
      await connection?.roundTrip()
    } catch (error) {
      lost(mine, error)
    }
  }

  function lost(mine: object, error?: unknown): void {
    if (mine !== attempt || closing.signal.aborted) return
    attempt = {}
    const before = state
    state = error instanceof NotDelivered ? 'not_delivered' : 'away'
    if (state === 'not_delivered' && before !== state) {
      log.error(
        'notifications of other nodes do not arrive: DATABASE_URL seems to lead to a pooler in transaction mode. Connect to PostgreSQL itself, or to a pooler in session mode.',
      )
    } else if (before === 'ok') log.warn('the connection for notifications of other nodes was lost')
    connection?.destroy()
    connection = undefined
    for (const listener of listeners) listener.onReset()
    at = (at + 1) % hosts.length
    retry = setTimeout(
      () => {
        connecting = open()
      },
      // All hosts are tried once without a delay: a standby may have become the primary.
      at === 0 ? retryDelayMs : 0,
    )
  }

  return {
    listen(channel, onMessage, onReset) {
      listeners.push({ channel, onMessage, onReset })
      const mine = attempt
      // Notifications before the subscription were missed, so caches are cleared after it.
      connection?.listen(channel).then(onReset, (error) => lost(mine, error))
    },
    isLive: () => state === 'ok' && performance.now() - lastHeard < trustedForMs,
    state: () => (state === 'ok' && performance.now() - lastHeard >= trustedForMs ? 'away' : state),
    attempted: () => connecting,
    job: {
      name: 'notifications-probe',
      intervalMs: probeIntervalMs,
      runAtStart: true,
      run: probe,
    },
    async close() {
      closing.abort()
      state = 'away'
      clearTimeout(retry)
      await connecting
      await connection?.end()
    },
  }
}

/** Sends a notification to all nodes at commit. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
