import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import type { ReleaseGate } from '../../../platform/audit/release-gate.ts'
import { createDurableFiles } from '../../../platform/files/durable-files.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { systemTimers, type Timers } from '../../../platform/jobs/timers.ts'
import { currentScope, type RecordedEvent } from '../../../platform/request-scope.ts'
import { Unreadable, type Vault } from '../../../platform/vault/vault.ts'
import { logChanged, placeName, placesSilent, placesUnavailable } from './checkpoint-failures.ts'
import { type CheckpointFile, createCheckpointFile, readCheckpoints, tailBytes } from './checkpoint-file.ts'
import type { CheckpointKey } from './checkpoint-key.ts'
import { measureChanges, measureWaits } from './checkpoint-metrics.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { type CheckpointTarget, createCheckpointTarget } from './checkpoint-target.ts'
import { type Checkpoint, signCheckpoint } from './checkpoints.ts'
import { checkSignedHead, takeGenuineLinks } from './genuine-links.ts'

const checkpointRows = 100
/** Much longer than a disk takes. A share that hangs must not hang requests. */
const longestWaitMs = 5_000

export type CheckpointWriter = ReturnType<typeof createCheckpointWriter>

/**
 * Writes signed checkpoints of the chain to files outside the database: one at every hundredth row, and one within a
 * minute after each new row. Each node has a file of its own, which is complete by itself. A chain that does not
 * contain the row that was signed last is not signed again. What lets coins or secrets out waits for a checkpoint in all
 * files.
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
  timers = systemTimers,
}: {
  store: CheckpointStore
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'state' | 'requireOpen'>
  metrics: Registry
  /** All files get all checkpoints. The first one is read for the verification. */
  checkpointFiles: readonly [string, ...string[]]
  /** Told of a row that a file has a checkpoint of and the database does not have. */
  onLost?: (link: Link) => Promise<void>
  /** How the files are read and written, for simulations. */
  file?: CheckpointFile
  timers?: Timers
}) {
  const targets = checkpointFiles.map((path) => createCheckpointTarget(path, { log, now, file }))
  /** Those that are being read or written. */
  const busy = new Set<CheckpointTarget>()
  let key: CheckpointKey | undefined
  /** The newest link that this process saw signed. */
  let seen: Link | undefined
  /** The head of the chain when it was last compared with what was signed. */
  let checked: Link | undefined
  /** Why the log is not signed; undefined as long as it is. */
  let changed: Problem | undefined
  let working: Promise<unknown> | undefined
  /** What waits for the checkpoint that is written after the present one. */
  let next: { recorded: RecordedEvent[]; written: Promise<void> } | undefined
  /** Whether the last release was refused. */
  let isClosed = false
  measureChanges(metrics, () => changed !== undefined)
  const observeWait = measureWaits(metrics)

  function alert(problem: Problem): void {
    const isKnown = changed !== undefined
    changed = problem
    if (isKnown) return
    const { seq, message } = problem
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

  /** Where the rows are that were written for what is to be released; undefined if one is gone. */
  async function findWritten(recorded: readonly RecordedEvent[]): Promise<Map<number, string> | undefined> {
    const seqs = recorded.length === 0 ? [] : await store.findRowsOf(recorded)
    const found = seqs.map((seq, index) => [seq, (recorded[index] as RecordedEvent).event] as const)
    return found.every(([seq]) => seq !== undefined) ? new Map(found as [number, string][]) : undefined
  }

  /** Signs what is due for each file. Signs nothing if the chain is not the one that was signed before. */
  async function sign(head: Link, force: boolean, written: ReadonlyMap<number, string>): Promise<void> {
    const wanted = targets.map((target) => ({ target, seqs: due(target, head, force) }))
    const seqs = [...new Set(wanted.flatMap(({ seqs }) => seqs))].toSorted((a, b) => a - b)
    const isNeeded = seqs.length > 0 || written.size > 0
    if (!isNeeded && !changed && isSameLink(head, checked)) return
    key ??= await store.openKey(now)
    const signing = key
    const genuine = isNeeded
      ? await takeGenuineLinks(store, seqs, seen, written)
      : await checkSignedHead(store, seen)
    if ('problem' in genuine) return alert(genuine.problem)
    changed = undefined
    seen = genuine.signedHead
    checked = head
    const checkpoints = genuine.links.map((link) => signCheckpoint({ ...link, at: now() }, signing))
    for (const { target, seqs } of wanted) {
      const own = new Set(seqs)
      target.add(checkpoints.filter(({ seq }) => own.has(seq)))
    }
  }

  /** Writes what is due. Returns why files could not be written, by their index. */
  async function write(
    force: boolean,
    recorded: readonly RecordedEvent[] = [],
  ): Promise<Map<number, unknown>> {
    const failures = await forEachTarget((target) => prepare(target, force))
    const [head, written] = await Promise.all([store.findAuditHead(), findWritten(recorded)])
    for (const target of targets) if ((target.after() ?? 0) > head.seq) target.moveBack(head.seq)
    if (written) await sign(head, force, written)
    else alert({ seq: head.seq + 1, message: 'A row that this node has written is missing.' })
    return new Map([...failures, ...(await forEachTarget((target) => target.flush(force)))])
  }

  /** All files get their turn; the failures are returned. */
  async function forEachTarget(
    work: (target: CheckpointTarget) => Promise<void>,
  ): Promise<[number, unknown][]> {
    const outcomes = await Promise.allSettled(
      targets.map((target) => {
        busy.add(target)
        return work(target).finally(() => busy.delete(target))
      }),
    )
    return outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [[index, outcome.reason]] : [],
    )
  }

  /** One after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = (working ?? Promise.resolve()).then(work)
    working = run.catch(() => undefined)
    return run
  }

  /** Writes the checkpoints that are due. */
  function cut(force = false): Promise<void> {
    return inTurn(async () => {
      if (vault.state() === 'sealed') return
      const [failure] = (await write(force)).values()
      if (failure !== undefined) throw failure
    })
  }

  /** Writes a checkpoint of all that is committed, in all files, or throws. */
  async function writeEverywhere(recorded: readonly RecordedEvent[]): Promise<void> {
    vault.requireOpen()
    const failures = await write(true, recorded).catch((error) => {
      // Somebody has changed the key that signs, or what it has signed.
      throw error instanceof Unreadable ? logChanged(error.message) : error
    })
    if (changed) throw logChanged(changed.message)
    if (failures.size > 0) throw placesUnavailable([...failures.keys()].map(placeName))
  }

  /** Who comes while a checkpoint is being written waits for the next one, which serves all who wait. */
  function nextCheckpoint(recorded: readonly RecordedEvent[]): Promise<void> {
    if (!next) {
      const all: RecordedEvent[] = []
      const written = inTurn(() => {
        next = undefined
        return writeEverywhere(all)
      })
      next = { recorded: all, written }
    }
    next.recorded.push(...recorded)
    return next.written
  }

  function inTime(written: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = timers.after(longestWaitMs, () =>
        reject(
          placesSilent(targets.flatMap((target, index) => (busy.has(target) ? [placeName(index)] : []))),
        ),
      )
      written.then(resolve, reject).finally(cancel)
    })
  }

  /** Waits for a checkpoint that covers all that is committed now. */
  async function awaitCheckpoint(recorded: readonly RecordedEvent[]): Promise<void> {
    const startedAt = performance.now()
    const observe = (outcome: 'released' | 'refused') =>
      observeWait(outcome, (performance.now() - startedAt) / 1000)
    try {
      await inTime(nextCheckpoint(recorded))
      isClosed = false
      observe('released')
    } catch (error) {
      isClosed = true
      observe('refused')
      throw error
    }
  }

  const gate: ReleaseGate = {
    async demandOpen() {
      vault.requireOpen()
      if (isClosed) await awaitCheckpoint([])
    },
    pass: () => awaitCheckpoint(currentScope()?.recorded ?? []),
  }

  const job: Job = { name: 'audit-checkpoints', intervalMs: 1_000, run: () => cut() }

  return {
    cut,
    job,
    gate,

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
