import { sql } from 'kysely'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Job } from '../jobs/jobs.ts'
import type { Db, PooledDb } from './database.ts'
import type { NotificationState, Notifications } from './notifications.ts'

const answerTimeoutMs = 2_000
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5, 15]

/** Whether the database answers within two seconds. */
export async function isReachable(db: Db): Promise<boolean> {
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, answerTimeoutMs, false).unref())
  const reachable = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([reachable, limit])
}

/** Exports how the pool is used. The returned job asks the database whether it answers, so that a scrape need not. */
export function measureDatabase(registry: Registry, db: PooledDb): { job: Job } {
  const registers = [registry]
  let isUp = false
  new Gauge({
    name: 'kontor_database_up',
    help: 'Whether the database answered the last query of the probe within two seconds (1) or not (0)',
    registers,
    collect() {
      this.set(isUp ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kontor_database_connections_in_use',
    help: 'Connections of the pool that a query or a transaction has',
    registers,
    collect() {
      this.set(db.poolState().inUse)
    },
  })
  new Gauge({
    name: 'kontor_database_connections_max',
    help: 'Connections that the pool may open',
    registers,
    collect() {
      this.set(db.poolState().max)
    },
  })
  new Gauge({
    name: 'kontor_database_waiting_callers',
    help: 'Callers that wait: for a connection, or as a transaction for its turn among the transactions',
    labelNames: ['kind'],
    registers,
    collect() {
      const { waitingForConnection, waitingForTransaction } = db.poolState()
      this.set({ kind: 'connection' }, waitingForConnection)
      this.set({ kind: 'transaction' }, waitingForTransaction)
    },
  })
  const waits = new Histogram({
    name: 'kontor_database_wait_seconds',
    help: 'How long callers waited for a connection, or as a transaction for its turn',
    labelNames: ['kind'],
    buckets,
    registers,
  })
  const queries = new Histogram({
    name: 'kontor_database_query_seconds',
    help: 'Time from sending a statement to its result: audit_append (the commit of a change, with its wait for the end of the audit log), commit (others) or other',
    labelNames: ['kind'],
    buckets,
    registers,
  })
  const lockTimeouts = new Counter({
    name: 'kontor_database_lock_timeouts_total',
    help: 'Statements that were given up because another session did not release a lock in time',
    registers,
  })
  db.load.observe({
    queryEnded: (kind, seconds) => queries.observe({ kind }, seconds),
    waited: (kind, seconds) => waits.observe({ kind }, seconds),
    lockTimedOut: () => lockTimeouts.inc(),
  })
  return {
    job: {
      name: 'database-probe',
      intervalMs: 5_000,
      runAtStart: true,
      async run() {
        isUp = await isReachable(db)
      },
    },
  }
}

/** `restarts` is undefined if PostgreSQL is not started by this service. */
export function measureEmbedded(registry: Registry, restarts: () => number = () => 0): void {
  new Counter({
    name: 'kontor_embedded_postgresql_restarts_total',
    help: 'How often the embedded PostgreSQL stopped unexpectedly and was started again',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(restarts())
    },
  })
}

const notificationStates: readonly NotificationState[] = ['ok', 'away', 'not_delivered']

export function measureNotifications(registry: Registry, notifications: Pick<Notifications, 'state'>): void {
  new Gauge({
    name: 'kontor_notifications_state',
    help: 'State of the notifications of other nodes: 1 for the current state (ok, away, not_delivered), 0 for the others',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const current = notifications.state()
      for (const state of notificationStates) this.set({ state }, state === current ? 1 : 0)
    },
  })
}
