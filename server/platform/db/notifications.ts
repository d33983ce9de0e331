import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { hostUrls } from './primary/hosts.ts'
import { refuseStandby } from './primary/watched-client.ts'

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
const probeEvery = 1_000
/** A connection that has said nothing for so long may be dead without knowing it. */
const believedFor = 2_500

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
  let probe: NodeJS.Timeout | undefined
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
      await inTurn(() => refuseStandby(next))
      const subscribed = new Set<string>()
      // The list may grow while it is gone through: who comes before `live` is set counts on this loop.
      for (const { channel } of listeners) {
        if (subscribed.has(channel)) continue
        subscribed.add(channel)
        await subscribe(next, channel)
      }
      live = true
      lastHeard = performance.now()
      probe = setInterval(() => ask(next, socket), probeEvery).unref()
      // Whatever was said while nobody listened is unknown: caches start afresh.
      for (const listener of listeners) listener.onReset()
    } catch {
      lost(next, socket)
    }
  }

  /** The network may take a connection away without a word; only a response shows that it still hears. */
  function ask(which: pg.Client, socket: Socket): void {
    inTurn(() => refuseStandby(which)).then(
      () => {
        lastHeard = performance.now()
      },
      () => lost(which, socket),
    )
  }

  /** One statement after the other, as the driver wants it. */
  function inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const mine = running.then(work)
    running = mine.catch(() => undefined)
    return mine
  }

  function subscribe(which: pg.Client, channel: string): Promise<unknown> {
    return inTurn(() => which.query(`listen ${pg.escapeIdentifier(channel)}`))
  }

  function lost(which: pg.Client, socket: Socket): void {
    if (which !== client || closed) return
    client = undefined
    clearInterval(probe)
    if (live) log.warn('the connection that hears of changes on other nodes was lost')
    live = false
    for (const listener of listeners) listener.onReset()
    socket.destroy()
    at = (at + 1) % hosts.length
    retry = setTimeout(
      () => {
        connecting = open()
      },
      // Once around without a pause: a standby may be the primary by now.
      at === 0 ? retryDelay : 0,
    )
  }

  return {
    listen(channel, onMessage, onReset) {
      listeners.push({ channel, onMessage, onReset })
      const current = client
      // What was said before the channel was subscribed to went unheard, so that caches start afresh after it.
      if (live && current) subscribe(current, channel).then(onReset, () => current.end())
    },
    isLive: () => live && performance.now() - lastHeard < believedFor,
    async close() {
      closed = true
      live = false
      clearTimeout(retry)
      clearInterval(probe)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}

/** Tells all nodes at commit. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
