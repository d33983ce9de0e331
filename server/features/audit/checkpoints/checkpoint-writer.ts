import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import { createDurableFiles } from '../../../platform/files/durable-files.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { type CheckpointFile, createCheckpointFile, readCheckpoints, tailBytes } from './checkpoint-file.ts'
import type { CheckpointKey } from './checkpoint-key.ts'
import { measureChanges } from './checkpoint-metrics.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { type CheckpointTarget, createCheckpointTarget } from './checkpoint-target.ts'
import { type Checkpoint, signCheckpoint } from './checkpoints.ts'
import { checkSignedHead, takeGenuineLinks } from './genuine-links.ts'

const checkpointRows = 100

export type CheckpointWriter = ReturnType<typeof createCheckpointWriter>

/**
 * Writes signed checkpoints of the chain to files outside the database: one at every hundredth row, and one within a
 * minute after each new row. Each node has a file of its own, which is complete by itself. A chain that does not
 * contain the row that was signed last is not signed again.
 */
export function createCheckpointWriter({
  store,
  now,
  log,
  vault,
  metrics,
  checkpointFiles,
  onLost,
  file = createCheckpointFile(createDurableFiles()),
}: {
  store: CheckpointStore
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'state'>
  metrics: Registry
  /** All files get all checkpoints. The first one is read for the verification. */
  checkpointFiles: readonly [string, ...string[]]
  /** Told of a row that a file has a checkpoint of and the database does not have. */
  onLost?: (link: Link) => Promise<void>
  /** How the files are read and written, for simulations. */
  file?: CheckpointFile
}) {
  const targets = checkpointFiles.map((path) => createCheckpointTarget(path, { log, now, file }))
  let key: CheckpointKey | undefined
  /** The newest link that this process saw signed. */
  let seen: Link | undefined
  /** The head of the chain when it was last compared with what was signed. */
  let checked: Link | undefined
  let isChanged = false
  let working: Promise<void> | undefined
  measureChanges(metrics, () => isChanged)

  function alert({ seq, message }: Problem): void {
    if (isChanged) return
    isChanged = true
    log.error(
      { alert: 'audit_log_changed', seq },
      `The audit log was changed, and is not signed any more. ${message}`,
    )
  }

  /** The chain may be older than the file after a restore. It is signed from there on, but somebody should know. */
  async function compare({ seq, hash }: Checkpoint): Promise<void> {
    const row = await store.findAuditRow(seq)
    if (row?.hash.toString('hex') === hash) return
    log.error({ alert: 'audit_log_changed', seq }, 'The audit log does not match its last checkpoint.')
    await onLost?.({ seq, hash: Buffer.from(hash, 'hex') })
  }

  /** The rows that this file needs a checkpoint of. */
  function due(target: CheckpointTarget, head: Link, force: boolean): number[] {
    const after = target.after()
    if (after === undefined || head.seq <= after) return []
    const seqs: number[] = []
    const first = (Math.floor(after / checkpointRows) + 1) * checkpointRows
    for (let seq = first; seq <= head.seq; seq += checkpointRows) seqs.push(seq)
    if ((force || target.isMinuteOver()) && seqs.at(-1) !== head.seq) seqs.push(head.seq)
    return seqs
  }

  async function prepare(target: CheckpointTarget, force: boolean): Promise<void> {
    const last = await target.prepare(force)
    if (last) await compare(last)
  }

  /** Signs what is due for each file. Signs nothing if the chain is not the one that was signed before. */
  async function sign(head: Link, force: boolean): Promise<void> {
    const wanted = targets.map((target) => ({ target, seqs: due(target, head, force) }))
    const seqs = [...new Set(wanted.flatMap(({ seqs }) => seqs))].toSorted((a, b) => a - b)
    if (seqs.length === 0 && isSameLink(head, checked)) return
    key ??= await store.openKey(now)
    const signing = key
    const genuine =
      seqs.length === 0 ? await checkSignedHead(store, seen) : await takeGenuineLinks(store, seqs, seen)
    if ('problem' in genuine) return alert(genuine.problem)
    isChanged = false
    seen = genuine.signedHead
    checked = head
    const checkpoints = genuine.links.map((link) => signCheckpoint({ ...link, at: now() }, signing))
    for (const { target, seqs } of wanted) {
      const own = new Set(seqs)
      target.add(checkpoints.filter(({ seq }) => own.has(seq)))
    }
  }

  async function write(force: boolean): Promise<void> {
    if (vault.state() === 'sealed') return
    const failures = await forEachTarget((target) => prepare(target, force))
    const head = await store.findAuditHead()
    for (const target of targets) if ((target.after() ?? 0) > head.seq) target.moveBack(head.seq)
    await sign(head, force)
    failures.push(...(await forEachTarget((target) => target.flush(force))))
    if (failures.length > 0) throw failures[0]
  }

  /** All files get their turn; the failures are returned. */
  async function forEachTarget(work: (target: CheckpointTarget) => Promise<void>): Promise<unknown[]> {
    const outcomes = await Promise.allSettled(targets.map(work))
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
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

    /** After an accepted rollback, what this process saw signed is no measure any more. */
    forget(): void {
      seen = undefined
      checked = undefined
    },

    /** The newest checkpoints of this node. */
    read: async (): Promise<Checkpoint[]> =>
      (await readCheckpoints(checkpointFiles[0], { tailBytes })).checkpoints,

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

function isSameLink(a: Link, b: Link | undefined): boolean {
  return b !== undefined && a.seq === b.seq && a.hash.equals(b.hash)
}
