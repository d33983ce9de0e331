import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Socket } from 'node:net'
import pg from 'pg'
import { refuseStandby } from './primary/watched-client.ts'

const answerTimeoutMs = 2_000

/** The database accepts LISTEN and NOTIFY, but what is sent does not arrive. */
export class NotDelivered extends Error {}

/**
 * LISTEN on one connection, and a second one that proves it: a pooler in transaction mode accepts LISTEN and loses every
 * notification, except those that a session sends to itself.
 */
export interface ListeningConnection {
  listen(channel: string): Promise<void>
  /** Resolves when a notification of the second connection has arrived. Throws NotDelivered if only the arrival is missing. */
  roundTrip(): Promise<void>
  end(): Promise<void>
  destroy(): void
}

/** `onLost` may be called more than once. */
export async function openListeningConnection(
  url: string,
  handlers: { onNotification: (channel: string, payload: string) => void; onLost: () => void },
  aborted: AbortSignal,
): Promise<ListeningConnection> {
  // Of this node alone: the probes of the others do not concern it.
  const probeChannel = `kontor_probe_${randomUUID()}`
  const arrivals = new EventTarget()
  let probes = 0
  let running: Promise<unknown> = Promise.resolve()
  const receiver = createClient(url, 'kontor listen', handlers.onLost)
  const sender = createClient(url, 'kontor notify', handlers.onLost)
  receiver.client.on('notification', ({ channel, payload = '' }) => {
    if (channel === probeChannel) arrivals.dispatchEvent(new Event(payload))
    handlers.onNotification(channel, payload)
  })

  /** Runs one statement after the other; the driver deprecates concurrent queries on one client. */
  function listen(channel: string): Promise<void> {
    const mine = running.then(async () => {
      await receiver.client.query(`listen ${pg.escapeIdentifier(channel)}`)
    })
    running = mine.catch(() => undefined)
    return mine
  }

  function destroy(): void {
    receiver.socket.destroy()
    sender.socket.destroy()
  }

  aborted.addEventListener('abort', destroy)
  try {
    for (const { client } of [receiver, sender]) {
      await client.connect()
      await refuseStandby(client)
    }
    await listen(probeChannel)
  } catch (error) {
    destroy()
    throw error
  } finally {
    aborted.removeEventListener('abort', destroy)
  }

  return {
    listen,
    async roundTrip() {
      const probe = String(++probes)
      const arrived = once(arrivals, probe, { signal: AbortSignal.timeout(answerTimeoutMs) })
      // Observed below; a query that fails first must not leave it unhandled.
      arrived.catch(() => undefined)
      // A probe proves nothing about standbys and must not wait for them. Set for this transaction only: through a pooler
      // the session belongs to others.
      await sender.client.query(
        `begin; set local synchronous_commit = off; notify ${pg.escapeIdentifier(probeChannel)}, '${probe}'; commit`,
      )
      await arrived.catch((cause) => {
        throw new NotDelivered('a notification was sent and did not arrive', { cause })
      })
    },
    async end() {
      await Promise.all([receiver, sender].map(({ client }) => client.end().catch(() => undefined)))
    },
    destroy,
  }
}

function createClient(url: string, name: string, onLost: () => void): { client: pg.Client; socket: Socket } {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    stream: () => socket,
  })
  client.on('error', onLost)
  client.on('end', onLost)
  return { client, socket }
}
