import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './database.ts'

/** LISTEN on a connection of its own. While it is down, nothing is heard: `isLive()` says so, `onReset` follows. */
export interface Notifications {
  listen(channel: string, onMessage: (payload: string) => void, onReset: () => void): void
  isLive(): boolean
  close(): Promise<void>
}

interface Listener {
  channel: string
  onMessage: (payload: string) => void
  onReset: () => void
}

const retryDelay = 500

export function createNotifications({ url, log }: { url: string; log: Logger }): Notifications {
  const listeners: Listener[] = []
  let client: pg.Client | undefined
  let live = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let connecting: Promise<void> = open()

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'kontor listen',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onMessage(payload ?? '')
    })
    client = next
    try {
      await next.connect()
      for (const channel of new Set(listeners.map((listener) => listener.channel)))
        await subscribe(next, channel)
      live = true
      // Whatever was said while nobody listened is unknown: caches start afresh.
      for (const listener of listeners) listener.onReset()
    } catch {
      lost(next)
    }
  }

  function lost(which: pg.Client) {
    if (which !== client || closed) return
    client = undefined
    if (live) log.warn('the connection that hears of changes on other nodes was lost')
    live = false
    for (const listener of listeners) listener.onReset()
    which.end().catch(() => {})
    retry = setTimeout(() => {
      connecting = open()
    }, retryDelay)
  }

  return {
    listen(channel, onMessage, onReset) {
      listeners.push({ channel, onMessage, onReset })
      const current = client
      if (live && current) subscribe(current, channel).catch(() => lost(current))
    },
    isLive: () => live,
    async close() {
      closed = true
      live = false
      clearTimeout(retry)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

/** Tells all nodes at commit. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
