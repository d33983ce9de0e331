import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SigningStandings } from './signing-standing.ts'

/** For alerts. A job reads it, so that a scrape never waits for a query; an event of a stop wakes the job. */
export function measureSigning(
  registry: Registry,
  { db, standings }: { db: Db; standings: Pick<SigningStandings, 'look'> },
): { job: Job } {
  let isStopped = false
  new Gauge({
    name: 'kontor_signing_stopped',
    help: 'Whether somebody has stopped the signing of transactions (1) or not (0)',
    registers: [registry],
    collect() {
      this.set(isStopped ? 1 : 0)
    },
  })
  return {
    job: {
      name: 'signing-state',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        const { standing } = await standings.look(db)
        isStopped = standing === 'stopped' || standing === 'unproven'
      },
    },
  }
}
