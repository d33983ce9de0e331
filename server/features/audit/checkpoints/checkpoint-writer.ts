import type { Logger } from 'pino'
import type { Link } from '../../../platform/audit/audit-chain.ts'
import { findAuditHead, findAuditRow, findLinksAt } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { appendCheckpoints, readCheckpoints } from './checkpoint-file.ts'
import { type CheckpointKey, openCheckpointKey } from './checkpoint-key.ts'
import { type Checkpoint, signCheckpoint } from './checkpoints.ts'

const checkpointRows = 100
const minute = 60_000
const tailBytes = 65_536

export type CheckpointWriter = ReturnType<typeof createCheckpointWriter>

/**
 * Writes signed checkpoints of the chain to files outside the database: one at every hundredth row, and one within a
 * minute after each new row. Each node has a file of its own, which is complete by itself.
 */
export function createCheckpointWriter({
  db,
  now,
  log,
  vault,
  files,
}: {
  db: Db
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'seal' | 'open' | 'state'>
  /** All files get all checkpoints. The first one is read back at start. */
  files: readonly [string, ...string[]]
}) {
  const [own] = files
  let key: CheckpointKey | undefined
  let last: { seq: number } | undefined
  let lastCut = 0
  let alerted = false
  let working: Promise<void> | undefined

  function alert(seq: number): void {
    if (alerted) return
    alerted = true
    log.error({ alert: 'audit_log_changed', seq }, 'The audit log does not match its last checkpoint.')
  }

  /** The last checkpoint in the file. If the chain does not contain it, the chain was truncated or rewritten. */
  async function resume(): Promise<{ seq: number }> {
    const checkpoint = (await readCheckpoints(own, { tailBytes })).checkpoints.at(-1)
    if (!checkpoint) return { seq: 0 }
    const row = await findAuditRow(db, checkpoint.seq)
    if (row?.hash.toString('hex') !== checkpoint.hash) alert(checkpoint.seq)
    return checkpoint
  }

  async function due(after: number, head: Link, force: boolean): Promise<Link[]> {
    if (head.seq <= after) return []
    const links = await findLinksAt(db, checkpointRows, after, head.seq)
    const minuteIsOver = now().getTime() - lastCut >= minute
    if ((minuteIsOver || force) && links.at(-1)?.seq !== head.seq) links.push(head)
    return links
  }

  async function write(force: boolean): Promise<void> {
    if (vault.state() === 'sealed') return
    last ??= await resume()
    const head = await findAuditHead(db)
    if (head.seq < last.seq) {
      // Logged once. The existing lines still show it to `verify`; new rows get checkpoints again.
      alert(last.seq)
      last = { seq: head.seq }
    }
    const links = await due(last.seq, head, force)
    if (links.length === 0) return
    key ??= await openCheckpointKey(db, vault, now)
    const signing = key
    const checkpoints = links.map((link) => signCheckpoint({ ...link, at: now() }, signing))
    for (const file of files) await appendCheckpoints(file, checkpoints)
    last = checkpoints.at(-1) as Checkpoint
    lastCut = now().getTime()
  }

  /** Writes the checkpoints that are due. Concurrent calls run one after the other. */
  function cut(force = false): Promise<void> {
    const run = (working ?? Promise.resolve()).then(() => write(force))
    working = run.catch(() => undefined)
    return run
  }

  const job: Job = { name: 'audit-checkpoints', intervalMs: 1_000, run: () => cut() }

  return {
    cut,
    job,

    /** The newest checkpoints of this node. */
    read: async (): Promise<Checkpoint[]> => (await readCheckpoints(own, { tailBytes })).checkpoints,

    /** Writes a checkpoint for the last rows. */
    async stop(): Promise<void> {
      await cut(true).catch((error: Error) =>
        log.warn(
          { err: { name: error.name, message: error.message } },
          'writing the last checkpoint of the audit log failed',
        ),
      )
    },
  }
}
