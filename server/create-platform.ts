import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { PasswordSettings } from './features/administrators/passwords/password-hasher.ts'
import { createDeferredAudit } from './platform/audit/deferred-audit.ts'
import { createAuditProofs } from './platform/audit-proofs/audit-proofs.ts'
import { createAuditValues } from './platform/audit-values/audit-values.ts'
import { daysIn } from './platform/days.ts'
import type { PooledDb } from './platform/db/database.ts'
import { createDatabaseClock, measureClock } from './platform/db/database-clock.ts'
import { measureDatabase, measureEmbedded, measureNotifications } from './platform/db/database-metrics.ts'
import { createIndexBuilding } from './platform/db/index-building.ts'
import type { Notifications } from './platform/db/notifications.ts'
import { isDatabaseUnavailable } from './platform/db/primary/availability.ts'
import { createDurableFiles } from './platform/files/durable-files.ts'
import type { FileSystem } from './platform/files/file-system.ts'
import { measureBuild, releaseVersion } from './platform/host/build-info.ts'
import { measureDiskSpace } from './platform/host/disk-space.ts'
import { createRateCounts } from './platform/http/limits/rate-counts.ts'
import { createMetrics } from './platform/http/monitoring/metrics.ts'
import { createReadiness } from './platform/http/monitoring/readiness.ts'
import { createKeyExpiryJob } from './platform/idempotency/key-expiry.ts'
import { measureJobs } from './platform/jobs/job-metrics.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Timers } from './platform/jobs/timers.ts'
import { memoryLimit } from './platform/memory.ts'
import { createProofFailures } from './platform/proofs/proof-failures.ts'
import { createProofs } from './platform/proofs/proofs.ts'
import { createProvenTables } from './platform/proofs/row-proofs.ts'
import { createRegister } from './platform/register/register.ts'
import { recordEmptyRegister } from './platform/register/register-begun.ts'
import { createRegisterFile, registerPath } from './platform/register/register-file.ts'
import { proofScope } from './platform/vault/purposes.ts'
import { createSingleKeys } from './platform/vault/single-keys.ts'
import { createVault } from './platform/vault/vault.ts'
import { measureSingleKeys, measureVault } from './platform/vault/vault-metrics.ts'
import type { Threads } from './platform/workers/threads.ts'
import { measureWorkers } from './platform/workers/worker-metrics.ts'
import { sealedColumns } from './sealed-columns.ts'

export interface ServiceOptions {
  config: Config
  db: PooledDb
  /** As the role that owns the tables; `db` unless there is a second role. */
  owner?: PooledDb | undefined
  notifications: Notifications
  log: Logger
  /** How often the embedded PostgreSQL was restarted; undefined without one. */
  embeddedRestarts?: (() => number) | undefined
  /** The time, for tests. Unless given, it is the time of the database. */
  now?: (() => Date) | undefined
  /** The clock of this machine, in milliseconds. */
  systemTime?: (() => number) | undefined
  /** What periodic jobs wait with. */
  timers?: Timers | undefined
  /** Time for the inspection of an uploaded file, in milliseconds. */
  inspectionMs?: number | undefined
  /** Where files are written; tests give one that fails. */
  fileSystem?: FileSystem | undefined
  /** Where worker threads come from; tests keep theirs from one service to the next. */
  threads?: Threads | undefined
  /** All memory that there is, for tests. Unless given, it is the limit of the group of this process. */
  memory?: number | undefined
  /** How often it is looked whether the audit log has to be verified; tests put people into the database past the service. */
  verificationMs?: number | undefined
  /** What a hash of a password costs; tests have cheaper ones. */
  passwordSettings?: PasswordSettings | undefined
}

/** What any feature needs. It does not need the database yet. */
export async function createPlatform({
  config,
  db,
  owner = db,
  notifications,
  log,
  embeddedRestarts,
  now: givenNow,
  systemTime,
  timers,
  fileSystem,
  threads,
  memory = memoryLimit(),
}: ServiceOptions) {
  const files = createDurableFiles(fileSystem)
  const clock = createDatabaseClock({ db, log, systemTime })
  const now = givenNow ?? clock.now
  const readiness = createReadiness()
  const metrics = createMetrics()
  const jobs = createJobs({
    log,
    now,
    timers,
    isOutage: isDatabaseUnavailable,
    observe: measureJobs(metrics.registry),
  })
  const vault = createVault({
    db,
    columns: sealedColumns,
    config: { keyFile: config.keyFile, key: config.vaultKey ?? undefined, token: config.token },
    log,
    files,
  })
  const deferredAudit = createDeferredAudit({ db, now, log })
  const proofs = createProofs({
    vault,
    oldest: () => register.last('proof_key', proofScope) ?? 0,
    report: createProofFailures({ log, audit: deferredAudit, metrics: metrics.registry }),
  })
  const register = createRegister({
    db,
    now,
    log,
    metrics: metrics.registry,
    proofs,
    file: createRegisterFile({ db, vault, files, path: registerPath(config.dataDir) }),
  })
  const auditProofs = createAuditProofs({ vault })
  register.whenEmpty(() => recordEmptyRegister(db, { auditProofs, at: now() }))
  jobs.every(register.job)
  const provenTables = createProvenTables({ proofs, register })
  const rateCounts = createRateCounts({ db, now })
  const singleKeys = createSingleKeys({
    db,
    vault,
    columns: sealedColumns,
    release: releaseVersion(),
    now,
    log,
  })
  const indexes = await createIndexBuilding({ db, owner, log })
  measureBuild(metrics.registry)
  measureVault(metrics.registry, vault)
  measureSingleKeys(metrics.registry, singleKeys)
  measureClock(metrics.registry, clock)
  measureEmbedded(metrics.registry, embeddedRestarts)
  measureNotifications(metrics.registry, notifications)
  const measured = [measureDatabase(metrics.registry, db), measureDiskSpace(metrics.registry, config.dataDir)]
  for (const { job } of [
    clock,
    notifications,
    vault,
    singleKeys,
    deferredAudit,
    rateCounts,
    indexes,
    ...measured,
  ])
    jobs.every(job)
  jobs.every(createKeyExpiryJob({ db, now }))

  const observeWorkers = measureWorkers(metrics.registry)
  const platform = {
    db,
    now,
    log,
    notifications,
    vault,
    audit: deferredAudit,
    auditValues: createAuditValues({ vault }),
    auditProofs,
    proofs,
    provenTables,
    register,
    jobs,
    metrics: metrics.registry,
    files,
    indexes,
    memory,
    days: daysIn(config.timeZone),
    threadPools: (pool: string) => ({ observer: observeWorkers(pool), source: threads }),
  }
  return { platform, clock, readiness, metrics, rateCounts }
}

export type Platform = Awaited<ReturnType<typeof createPlatform>>['platform']
