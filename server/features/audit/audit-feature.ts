import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { auditRows } from '../../platform/audit/audit-rows.ts'
import { auditSearch } from '../../platform/audit/audit-search.ts'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { ReleaseGate } from '../../platform/audit/release-gate.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { PooledDb } from '../../platform/db/database.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { Register } from '../../platform/register/register.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { auditRoutes } from './audit-routes.ts'
import { createAuditService } from './audit-service.ts'
import { measureCheckpoints } from './checkpoints/checkpoint-metrics.ts'
import { createCheckpointStore } from './checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from './checkpoints/checkpoint-writer.ts'
import { createScheduledVerification } from './verification/scheduled-verification.ts'
import type { ReplayParts } from './verification/whole-verification.ts'

export function createAuditFeature(
  platform: {
    db: PooledDb
    now: () => Date
    log: Logger
    vault: Vault
    auditValues: AuditValues
    proofs: Proofs
    audit: DeferredAudit
    jobs: Jobs
    metrics: Registry
    files: DurableFiles
    register: Register
  },
  {
    checkpointFiles,
    replayParts,
    verificationMs,
  }: {
    checkpointFiles: readonly [string, ...string[]]
    replayParts: ReplayParts
    /** How often it is looked whether the log has to be verified. */
    verificationMs: number
  },
) {
  const checkpoints = createCheckpointWriter({
    ...platform,
    store: createCheckpointStore(platform.db, platform.vault),
    checkpointFiles,
    onLost: platform.register.compare,
  })
  platform.register.whenAccepted(checkpoints.forget)
  const verification = createScheduledVerification({
    ...platform,
    checkpointFiles,
    replayParts,
    intervalMs: verificationMs,
  })
  const service = createAuditService({
    ...platform,
    readCheckpoints: checkpoints.read,
    lastVerification: verification.last,
  })
  platform.jobs.every(checkpoints.job)
  platform.jobs.every(verification.job)
  platform.jobs.every(measureCheckpoints(platform.metrics, { ...platform, files: checkpointFiles }).job)
  const { gate } = checkpoints
  return {
    checkpoints,
    /** What leaves is remembered by this node, and covered by a checkpoint. */
    releaseGate: {
      async demandOpen() {
        await platform.register.demandCurrent()
        await gate.demandOpen()
      },
      async pass() {
        await platform.register.settle()
        await gate.pass()
      },
    } satisfies ReleaseGate,
    verification,
    lists: [auditRows],
    searches: [auditSearch],
    routes: (app: FastifyInstance) => auditRoutes(app, { service }),
    /** Writes the last entries, then the checkpoint that covers them. */
    async stop(): Promise<void> {
      await platform.audit.stop()
      await checkpoints.stop()
    },
  }
}
