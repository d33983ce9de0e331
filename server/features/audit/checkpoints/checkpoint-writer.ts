import type { Logger } from 'pino'
import type { Link } from '../../../platform/audit/audit-chain.ts'
import { findAuditHead, findAuditRow, findLinksAt } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { appendCheckpoints, readCheckpoints } from './checkpoint-file.ts'
import { type CheckpointKey, openCheckpointKey } from './checkpoint-key.ts'
import { type Checkpoint, signCheckpoint } from './checkpoints.ts'

const rowsApart = 100
const minute = 60_000
const look = 1_000
const tailBytes = 65_536

export type CheckpointWriter = ReturnType<typeof createCheckpointWriter>

/**
 * Says outside the database how far the chain has come: a signed line at every hundredth row, and within a minute of
 * any new row. Each node keeps a file of its own, complete by itself.
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
  /** The first one is this node's own record; all get every line. */
  files: readonly [string, ...string[]]
}) {
  const [own] = files
  let key: CheckpointKey | undefined
  let last: { seq: number } | undefined
  let lastCut = 0
  let alarmed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  function alarm(seq: number): void {
    if (alarmed) return
    alarmed = true
    log.error(
      { alert: 'audit_log_changed', seq },
      'The audit log is not the one that its last checkpoint names.',
    )
  }

  /** Where the file left off; a chain that no longer has that row was cut or rewritten while nobody looked. */
  async function resume(): Promise<{ seq: number }> {
    const checkpoint = (await readCheckpoints(own, { tailBytes })).checkpoints.at(-1)
    if (!checkpoint) return { seq: 0 }
    const row = await findAuditRow(db, checkpoint.seq)
    if (row?.hash.toString('hex') !== checkpoint.hash) alarm(checkpoint.seq)
    return checkpoint
  }

  async function due(after: number, head: Link, force: boolean): Promise<Link[]> {
    if (head.seq <= after) return []
    const links = await findLinksAt(db, rowsApart, after, head.seq)
    const minuteIsOver = now().getTime() - lastCut >= minute
    if ((minuteIsOver || force) && links.at(-1)?.seq !== head.seq) links.push(head)
    return links
  }

  async function write(force: boolean): Promise<void> {
    if (vault.state() === 'sealed') return
    last ??= await resume()
    const head = await findAuditHead(db)
    if (head.seq < last.seq) {
      // Told once, and kept for `verify` by the lines that are there; what comes from here on is witnessed again.
      alarm(last.seq)
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

  /** One at a time; a turn that is asked for during another comes after it. */
  function cut(force = false): Promise<void> {
    const turn = (working ?? Promise.resolve()).then(() => write(force))
    working = turn.catch(() => undefined)
    return turn
  }

  return {
    cut,

    /** The newest checkpoints of this node. */
    read: async (): Promise<Checkpoint[]> => (await readCheckpoints(own, { tailBytes })).checkpoints,

    start(): void {
      const again = () => {
        cut()
          .catch((error: Error) =>
            log.warn(
              { err: { name: error.name, message: error.message } },
              'a checkpoint of the audit log failed',
            ),
          )
          .finally(() => {
            timer = timer && setTimeout(again, look).unref()
          })
      }
      timer = setTimeout(again, look).unref()
    },

    /** The last rows get their checkpoint too. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await cut(true).catch((error: Error) =>
        log.warn(
          { err: { name: error.name, message: error.message } },
          'the last checkpoint of the audit log failed',
        ),
      )
    },
  }
}
