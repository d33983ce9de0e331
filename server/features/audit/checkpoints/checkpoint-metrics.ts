import { Gauge, Histogram, type Registry } from 'prom-client'
import { findAuditHead } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { readCheckpoints } from './checkpoint-file.ts'

/** For alerts: the log was truncated or rewritten, and is not signed until it is restored. */
export function measureChanges(registry: Registry, isChanged: () => boolean): void {
  new Gauge({
    name: 'kontor_audit_log_changed',
    help: 'Whether this node found that the audit log does not contain the row that was signed last (1) or not (0)',
    registers: [registry],
    collect() {
      this.set(isChanged() ? 1 : 0)
    },
  })
}

/** How long what leaves has waited for its checkpoint. */
export function measureWaits(registry: Registry): (outcome: 'released' | 'refused', seconds: number) => void {
  const waits = new Histogram({
    name: 'kontor_checkpoint_wait_seconds',
    help: 'Time that secrets, signed bytes, exports and backups waited for the checkpoint of their audit row',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return (outcome, seconds) => waits.observe({ outcome }, seconds)
}

/** Enough for a few checkpoints. */
const tailBytes = 4_096

/**
 * Exports how old the last checkpoint in each file is. The files are read, so that one that was lost, cut off or could
 * not be written shows as well.
 */
export function measureCheckpoints(
  registry: Registry,
  { db, now, files }: { db: Db; now: () => Date; files: readonly string[] },
): { job: Job } {
  const lastAt = new Map<string, number>()
  new Gauge({
    name: 'kontor_audit_checkpoint_age_seconds',
    help: 'Age of the last checkpoint in the file; +Inf if it has none',
    labelNames: ['file'],
    registers: [registry],
    collect() {
      // Also while the job cannot run.
      for (const [file, at] of lastAt) this.set({ file }, Math.max(0, now().getTime() - at) / 1000)
    },
  })
  const rows = new Gauge({
    name: 'kontor_audit_rows_after_checkpoint',
    help: 'Rows of the audit log that the last checkpoint in the file does not cover yet',
    labelNames: ['file'],
    registers: [registry],
  })

  async function readFile(file: string, head: number): Promise<void> {
    // A file that cannot be read proves nothing, like one without checkpoints.
    const last = await readCheckpoints(file, { tailBytes }).then(
      ({ checkpoints }) => checkpoints.at(-1),
      () => undefined,
    )
    lastAt.set(file, last ? Date.parse(last.at) : Number.NEGATIVE_INFINITY)
    rows.set({ file }, Math.max(0, head - (last?.seq ?? 0)))
  }

  return {
    job: {
      name: 'audit-checkpoint-age',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        const { seq } = await findAuditHead(db)
        await Promise.all(files.map((file) => readFile(file, seq)))
      },
    },
  }
}
