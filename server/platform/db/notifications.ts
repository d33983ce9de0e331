import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Job } from '../jobs/jobs.ts'
import type { Db } from './database.ts'
import { hostUrls } from './primary/hosts.ts'
import { refuseStandby } from './primary/watched-client.ts'

/** LISTEN on a separate connection. While it is down, notifications are lost: `isLive()` is false, then `onReset` is called. */
export interface Notifications {
  listen(channel: string, onMessage: (payload: string) => void, onReset: () => void): void
  isLive(): boolean
  /** Checks the connection: the network may drop it without a sign. Without this job it is live only briefly. */
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
  let at = 0
  let client: pg.Client | undefined
  let live = false
  let closed = false
  let lastHeard = 0
  let running: Promise<unknown> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let probe: () => Promise<void> = async () => {}
  let connecting: Promise<void> = open()

  async function open(): Promise<void> {
    const socket = new Socket()
    const next = new pg.Client({
      connectionString: hosts[at],
      application_name: 'kontor listen',
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      stream: () => socket,
    })
    next.on('error', () => lost(next, socket))
    next.on('end', () => lost(next, socket))
    next.on('notification', ({ channel, payload }) => {
      lastHeard = performance.now()
      for (const listener of listeners) if (listener.channel === channel) listener.onMessage(payload ?? '')
    })
    client = next
    running = Promise.resolve()
    try {
      await next.connect()
      await enqueue(() => refuseStandby(next))
      const subscribed = new Set<string>()
      // The list may grow during this loop: listeners added before `live` is set are subscribed here.
      for (const { channel } of listeners) {
        if (subscribed.has(channel)) continue
        subscribed.add(channel)
        await subscribe(next, channel)
      }
      live = true
      lastHeard = performance.now()
      probe = () => ping(next, socket)
      // Earlier notifications were missed, so caches must be cleared.
      for (const listener of listeners) listener.onReset()
    } catch {
      lost(next, socket)
    }
  }

  /** A network may drop a connection silently; only a response proves that it still works. */
  async function ping(which: pg.Client, socket: Socket): Promise<void> {
    try {
      await enqueue(() => refuseStandby(which))
      lastHeard = performance.now()
    } catch {
      lost(which, socket)
    }
  }

  /** Runs one statement after the other; the driver deprecates concurrent queries on one client. */
  function enqueue(work: () => Promise<unknown>): Promise<unknown> {
    const mine = running.then(work)
    running = mine.catch(() => undefined)
    return mine
  }

  function subscribe(which: pg.Client, channel: string): Promise<unknown> {
    return enqueue(() => which.query(`listen ${pg.escapeIdentifier(channel)}`))
  }

  function lost(which: pg.Client, socket: Socket): void {
    if (which !== client || closed) return
    client = undefined
    probe = async () => {}
    if (live) log.warn('the connection for notifications of other nodes was lost')
    live = false
    for (const listener of listeners) listener.onReset()
    socket.destroy()
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
      const current = client
      // Notifications before the subscription were missed, so caches are cleared after it.
      if (live && current) subscribe(current, channel).then(onReset, () => current.end())
    },
    isLive: () => live && performance.now() - lastHeard < trustedForMs,
    job: {
      name: 'notifications-probe',
      intervalMs: probeIntervalMs,
      runAtStart: true,
      run: () => probe(),
    },
    async close() {
      closed = true
      live = false
      clearTimeout(retry)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}

/** Sends a notification to all nodes at commit. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
