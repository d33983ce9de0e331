import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Job } from '../jobs/jobs.ts'
import type { Db } from './database.ts'

/** Differences up to this are left alone: they are within what a slow query may measure wrongly. */
const toleratedMs = 500
/** A slower answer says too little about the moment at which it was given. */
const slowestAnswerMs = 1_000
const reportedMs = 5_000

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * The time of the database, told by the clock of this machine and the difference that was last measured. Nodes with
 * different clocks agree on it: a link or token of one is valid on the others.
 */
export function createDatabaseClock({
  db,
  log,
  systemTime = Date.now,
}: {
  db: Db
  log: Logger
  systemTime?: (() => number) | undefined
}) {
  let skewMs = 0
  let reported = false

  async function measure(): Promise<void> {
    const sent = systemTime()
    const { rows } = await sql<{
      at: number
    }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
    const received = systemTime()
    const elapsed = received - sent
    // Negative: the clock was set back while the query ran.
    if (elapsed < 0 || elapsed > slowestAnswerMs || rows[0] === undefined) return
    skewMs = (sent + received) / 2 - rows[0].at
    report(Math.abs(skewMs) > reportedMs)
  }

  function report(isLarge: boolean): void {
    if (isLarge === reported) return
    reported = isLarge
    const clock_skew_seconds = skewMs / 1000
    if (isLarge)
      log.warn({ clock_skew_seconds }, 'the clock of this machine differs from that of the database')
    else log.info({ clock_skew_seconds }, 'the clock of this machine agrees with that of the database again')
  }

  const job: Job = { name: 'clock-skew', intervalMs: 10_000, run: measure }

  return {
    now: (): Date => new Date(systemTime() - (Math.abs(skewMs) > toleratedMs ? skewMs : 0)),
    measure,
    job,
    /** How far this machine is ahead of the database. */
    skewSeconds: (): number => skewMs / 1000,
  }
}

export function measureClock(registry: Registry, clock: Pick<DatabaseClock, 'skewSeconds'>): void {
  new Gauge({
    name: 'kontor_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of that of the database',
    registers: [registry],
    collect() {
      this.set(clock.skewSeconds())
    },
  })
}
