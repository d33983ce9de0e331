import type { Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import { type Backlog, measureBacklog } from '../../platform/delivery/delivery-metrics.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SignatureApprovals } from './transfer/signature-approvals.ts'
import { listApproved } from './transfer-rows.ts'

/** Exports transfers that were decided and are not signed: coins that people believe to be on their way. */
export function measureUnsigned(
  registry: Registry,
  { db, now, approvalsOf }: { db: Db; now: () => Date; approvalsOf: SignatureApprovals },
): { job: Job } {
  async function find(): Promise<Backlog> {
    const transfers = await listApproved(db, now())
    const ids = transfers.map(({ id }) => id)
    const approvals = ids.length === 0 ? [] : await approvalsOf(db, 'transfer.sign', ids)
    const times = [
      ...transfers.flatMap(({ prepared_at }) => prepared_at ?? []),
      ...approvals.flatMap(({ status, decided }) => (status === 'approved' && decided ? decided.at : [])),
    ]
    const oldest = Math.min(...times.map((time) => time.getTime()))
    return { count: transfers.length, oldest: Number.isFinite(oldest) ? new Date(oldest) : null }
  }

  return measureBacklog(registry, {
    job: 'transfer-backlog',
    waiting: {
      name: 'kontor_transfer_unsigned_waiting',
      help: 'Transfers that were approved and are not signed; counted up to 1000',
    },
    age: {
      name: 'kontor_transfer_unsigned_age_seconds',
      help: 'Time since the oldest approved transfer that is not signed was decided; 0 if there is none',
    },
    find,
    now,
  })
}
