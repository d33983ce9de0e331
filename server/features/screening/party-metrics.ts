import { Gauge, type Registry } from 'prom-client'
import { hitStatuses } from '../../../contract/organizations/screening.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { countHits } from './hits/hit-store.ts'
import { findPasses, type PassState } from './passes/pass-store.ts'
import { countFailed } from './subjects/subject-store.ts'

/** Exports hits and the progress of the pass. A job reads them, so that a scrape never waits for a query. */
export function measureParties(registry: Registry, { db }: { db: Db }): { job: Job } {
  let hits: Awaited<ReturnType<typeof countHits>> = []
  let running: PassState['running']
  let failed = 0
  new Gauge({
    name: 'kontor_screening_hits',
    help: 'Hits by status, and by whether they are above the threshold',
    labelNames: ['status', 'above_threshold'],
    registers: [registry],
    collect() {
      for (const status of hitStatuses) {
        for (const above of [true, false]) {
          const found = hits.find((one) => one.status === status && one.above === above)
          this.set({ status, above_threshold: String(above) }, found?.count ?? 0)
        }
      }
    },
  })
  new Gauge({
    name: 'kontor_screening_pass_parties',
    help: 'Parties that the running pass has not compared yet; 0 if none runs',
    registers: [registry],
    collect() {
      this.set(running ? Math.max(0, running.total - running.done) : 0)
    },
  })
  new Gauge({
    name: 'kontor_screening_failed_parties',
    help: 'Parties that cannot be compared with the lists: comparing them fails, and blocks their organizations',
    registers: [registry],
    collect() {
      this.set(failed)
    },
  })
  return {
    job: {
      name: 'screening-metrics',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        hits = await countHits(db)
        running = (await findPasses(db)).running
        failed = await countFailed(db)
      },
    },
  }
}
