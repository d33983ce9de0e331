import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { service } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db, PooledDb } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { placeName } from '../checkpoints/checkpoint-failures.ts'
import { measureVerification, type VerificationState } from './verification-metrics.ts'
import { createVerificationRecords, type Verified } from './verification-records.ts'
import { type ReplayParts, verifyWhole } from './whole-verification.ts'

/**
 * One node at a time. The lock ends with its connection, also that of a node that was killed; PostgreSQL notices within two
 * minutes that a machine is gone.
 */
const verifyingLock = 727_068
const takeLock = `select pg_try_advisory_lock($1) as mine, set_config('tcp_keepalives_idle', '60', false),
  set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)`
const hour = 3_600_000
const day = 24 * hour
/** Whoever changed much in the database is found by the first differences. */
const mostProblems = 100

export type ScheduledVerification = ReturnType<typeof createScheduledVerification>

/**
 * Does what `kontor audit verify` does, once after each start and then every day; every hour as long as something is wrong.
 * Owners are told of what is found.
 */
export function createScheduledVerification({
  db,
  now,
  log,
  vault,
  proofs,
  metrics,
  checkpointFiles,
  replayParts,
  intervalMs,
}: {
  db: PooledDb
  now: () => Date
  log: Logger
  vault: Vault
  proofs: Proofs
  metrics: Registry
  checkpointFiles: readonly string[]
  replayParts: ReplayParts
  intervalMs: number
}) {
  const records = createVerificationRecords({ proofs })
  /** When this node looked for the first time: the time of the database is known then. */
  let startedAt: Date | undefined
  const places = checkpointFiles.map((path, index) => ({ name: placeName(index), path }))
  let last: Verified | undefined
  let validSince: Date | undefined
  measureVerification(metrics, { now, state, validSince: () => validSince })

  function state(): VerificationState {
    if (last && last.problems.length > 0) return 'problems'
    if (vault.state() === 'sealed') return 'sealed'
    return last ? 'valid' : 'never'
  }

  /** Also what other nodes have found. */
  async function look(): Promise<void> {
    last = await records.last(db)
    validSince = (await records.lastValid(db))?.finished_at ?? startedAt
  }

  function isDue(): boolean {
    if (!last || !startedAt || last.started_at < startedAt) return true
    const age = now().getTime() - last.finished_at.getTime()
    return age >= (last.problems.length > 0 ? hour : day)
  }

  async function verify(stopping: AbortSignal): Promise<void> {
    const started_at = now()
    const { rows, checkpoints, late, problems } = await verifyWhole(db, {
      places,
      vault: onlyOpen(vault),
      replayParts,
      turn: createTurns(stopping),
    })
    const found: Verified = {
      id: newId(),
      started_at,
      finished_at: now(),
      rows,
      checkpoints: checkpoints.checked,
      late: late.length,
      problems: problems.slice(0, mostProblems).map(({ message }) => message),
    }
    if (problems.length > 0)
      log.error(
        { alert: 'audit_verification_failed', problems: found.problems },
        `The audit log and the database do not fit each other: ${problems.length} problems.`,
      )
    await db.transaction().execute(async (db) => {
      // Another node may have found the same, if this one has lost its lock meanwhile.
      const before = await records.lockLast(db)
      await records.record(db, found)
      if (isNews(before, found)) tellOwners(db, found, problems.length)
    })
    await look()
  }

  function tellOwners(db: Db, { finished_at, problems }: Verified, all: number): void {
    const data = { problems: all }
    recordChange(db, service, {
      action: 'audit.verification_failed',
      object: { type: 'audit', id: 'audit' },
      details: { ...data, first: problems[0] },
      data,
      at: finished_at,
    })
  }

  /** Unless another node is at it. */
  async function verifyAlone(stopping: AbortSignal): Promise<void> {
    const client = await db.connectAlone()
    try {
      const { rows } = await client.query(takeLock, [verifyingLock])
      if (!rows[0].mine) return
      // Another node may have been at it until now.
      await look()
      if (isDue()) await verify(stopping)
    } catch (error) {
      // It begins again at the next start, or when the vault is open again.
      if (!stopping.aborted && vault.state() === 'open') throw error
    } finally {
      await client.end()
    }
  }

  const job: Job = {
    name: 'audit-verification',
    intervalMs,
    jitter: 0.2,
    async run(stopping) {
      startedAt ??= now()
      validSince ??= startedAt
      // Nobody could say what is proven.
      if (vault.state() === 'sealed') return
      await look()
      if (isDue()) await verifyAlone(stopping)
    },
  }

  return { job, last: () => records.last(db) }
}

/** What is sealed in between ends the verification: otherwise what cannot be checked would count as wrong, or as right. */
function onlyOpen(vault: Vault): Vault {
  return {
    ...vault,
    state() {
      vault.requireOpen()
      return 'open'
    },
  }
}

/** Owners are told again if anything else is wrong than what they were told of. */
function isNews(before: Verified | undefined, { problems }: Verified): boolean {
  const known = new Set(before?.problems)
  return problems.some((problem) => !known.has(problem))
}
