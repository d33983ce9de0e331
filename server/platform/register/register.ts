import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Link } from '../audit/audit-chain.ts'
import type { Revision } from '../audit/audit-log.ts'
import { findFirstSeqOf, findHeadAndHash, findRevisionEvents } from '../audit/audit-reader.ts'
import type { Db } from '../db/database.ts'
import { Failure, StartRefused, unavailable } from '../errors.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Proofs, ProvenKind } from '../proofs/proofs.ts'
import type { RegisterFile } from './register-file.ts'
import { createRegisterState } from './register-state.ts'
import {
  type Finding,
  findingOf,
  hasOpenRollbacks,
  isAccepted,
  type Lost,
  listRollbacks,
  recordRollback,
} from './rollbacks.ts'

/** Rows of the audit log that one statement looks through. */
const portion = 20_000

export type Register = ReturnType<typeof createRegister>

/**
 * What this node remembers, so that nothing goes back: the revisions that proven rows have reached, what was signed, and
 * the end of the audit log. It is read from the audit log, where each change of a proven row names its revision, and kept
 * in memory and sealed in the data directory. A database that does not have what the node knows went back: everything that
 * leaves is then held on all nodes, until somebody with a shell and a key of the vault has accepted it.
 */
export function createRegister({
  db,
  now,
  log,
  metrics,
  proofs,
  file,
}: {
  db: Db
  now: () => Date
  log: Logger
  metrics: Registry
  proofs: Pick<Proofs, 'isKnown' | 'isTagged' | 'check' | 'report'>
  file: RegisterFile
}) {
  const state = createRegisterState()
  /** Rollbacks that this node knows of and nobody has accepted, by their ids. */
  const held = new Map<string, Lost & Finding>()
  const onHeld: (() => Promise<unknown>)[] = []
  const onAccepted: (() => void)[] = []
  const onEmpty: (() => Promise<unknown>)[] = []
  const onLearnt: ((revision: Revision) => void)[] = []
  let isLoaded = false
  /** The file says what was forgotten. */
  let isFileStale = false
  let working: Promise<void> | undefined
  let next: Promise<void> | undefined
  let saving: Promise<void> = Promise.resolve()
  new Gauge({
    name: 'kontor_rollback_held',
    help: 'Whether everything that leaves is held because the database went back (1) or not (0)',
    registers: [metrics],
    collect() {
      this.set(held.size > 0 ? 1 : 0)
    },
  })

  async function load(): Promise<void> {
    const learnt = await file.read()
    for (const one of learnt) state.recall(one)
    // Before the first start there is nothing that could have gone back.
    if (learnt.length === 0 && (await findFirstSeqOf(db, 'proofs.started')) !== undefined) {
      log.warn(
        { alert: 'register_empty' },
        'This node has no register: it takes over what the database proves.',
      )
      for (const tell of onEmpty) await tell()
    }
    isLoaded = true
  }

  async function look(seq: number) {
    const [head, isHeld] = await Promise.all([findHeadAndHash(db, seq), hasOpenRollbacks(db)])
    return { head, isHeld }
  }

  /** Earlier rows name no revisions: the first start of a release that has them writes this event. */
  async function firstSeq(): Promise<number> {
    return ((await findFirstSeqOf(db, 'proofs.started')) ?? 1) - 1
  }

  async function fold(from: number, to: number): Promise<void> {
    for (let after = from; after < to; after += portion) {
      const events = await findRevisionEvents(db, after, Math.min(after + portion, to))
      for (const event of events) await learnFrom(event)
    }
  }

  async function learnFrom(event: string): Promise<void> {
    const { revisions = [] } = JSON.parse(event) as { revisions?: Revision[] }
    for (const revision of revisions.filter(isRemembered))
      if ((isEndedSession(revision) || (await proofs.isTagged(db, revision))) && state.learn(revision))
        for (const tell of onLearnt) tell(revision)
  }

  /** A sign-in has no older state. The verification of the audit log reads it. */
  function isRemembered({ kind }: Revision): boolean {
    return kind !== 'sign_in'
  }

  /** Whoever can write to the database can end sessions anyway. */
  function isEndedSession({ kind, gone }: Revision): boolean {
    return kind === 'session' && gone === true
  }

  async function found(lost: Lost, databaseSeq: number): Promise<void> {
    const finding = { at: now(), node: hostname(), databaseSeq }
    const id = await recordRollback(db, lost, finding)
    if (held.has(id)) return
    held.set(id, { ...lost, ...finding })
    log.error(
      { alert: 'rollback', rollback: id, known_in: lost.knownIn, seq: lost.seq, database_seq: databaseSeq },
      'The database went back: it does not have what this node knows. What leaves is held until "kontor rollback accept".',
    )
    for (const tell of onHeld) await tell()
  }

  /** Rollbacks that other nodes have found, and those that were accepted meanwhile. */
  async function judgeRollbacks(): Promise<void> {
    const missing = new Map(held)
    for (const row of await listRollbacks(db)) {
      missing.delete(row.id)
      if (await isAccepted(db, proofs, row)) held.delete(row.id)
      else held.set(row.id, findingOf(row))
    }
    // Somebody has deleted the row. What is held can only be accepted where it is written.
    for (const [id, lost] of missing) {
      held.set(await recordRollback(db, lost, lost), lost)
      held.delete(id)
    }
  }

  /** Whether somebody has accepted that this row is lost, before this node came to look. */
  async function isAcceptedLoss({ seq, hash }: Link): Promise<boolean> {
    const row = (await listRollbacks(db)).find((one) => one.seq === seq && one.hash.equals(hash))
    return row !== undefined && isAccepted(db, proofs, row)
  }

  /** The file at once, so that a restart does not remember again what was accepted as lost. */
  async function forget(): Promise<void> {
    log.warn('The state of the database was accepted: this node takes over what it proves.')
    state.forget()
    isFileStale = true
    for (const tell of onAccepted) tell()
    await save()
  }

  async function read(): Promise<void> {
    if (!proofs.isKnown()) return
    if (!isLoaded) await load()
    if (held.size > 0) {
      await judgeRollbacks()
      if (held.size > 0) return
      await forget()
    }
    const dropNoted = state.takeNoted()
    let known = state.head()
    const { head, isHeld } = await look(known?.seq ?? -1)
    if (known && !contains(head, known)) {
      if (!(await isAcceptedLoss(known))) return found({ ...known, knownIn: 'register' }, head.seq)
      await forget()
      known = undefined
    }
    if (isHeld) await judgeRollbacks()
    if (held.size > 0) return
    if (head.seq !== known?.seq) await follow(known, head)
    dropNoted()
  }

  async function follow(known: Link | undefined, head: Link): Promise<void> {
    await fold(known?.seq ?? (await firstSeq()), head.seq)
    state.moveTo({ seq: head.seq, hash: head.hash })
  }

  async function write(): Promise<void> {
    const isStale = isFileStale
    if ((!state.isNews() && !isStale) || !proofs.isKnown()) return
    if (!file.isLong() && !isStale) return file.append(state.takeNews())
    await file.replace(state.all(now()))
    if (isStale) isFileStale = false
  }

  /** One after the other: what is appended must not come after the file that forgot it. */
  function save(): Promise<void> {
    const run = saving.then(write)
    saving = run.catch(() => {})
    return run
  }

  /** Who comes while one run is under way waits for the next one, which serves all of them. */
  function catchUp(): Promise<void> {
    next ??= (working ?? Promise.resolve()).then(() => {
      next = undefined
      const run = read()
      working = run.catch(() => {})
      return run
    })
    return next
  }

  function demandNotHeld(): void {
    if (held.size === 0) return
    throw new Failure(
      'unavailable',
      'rollback_held',
      'The database went back to an earlier state, so nothing leaves. Somebody with a shell on the machine looks at it with "kontor rollback show" and accepts it with "kontor rollback accept".',
      { retry_after: 60 },
    )
  }

  /** While somebody waits. At a start, and in the log, the message names the file. */
  async function demandRead(): Promise<void> {
    try {
      await catchUp()
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      throw unavailable(
        'checkpoint_unavailable',
        'The register of this node cannot be read, so nothing is released. Who runs the service finds the file and the way out in its log.',
        60,
      )
    }
  }

  function tellNotWritten({ message }: Error): void {
    log.error({ alert: 'register_not_written', err: { message } }, 'The register cannot be written.')
  }

  async function catchUpAndSave(): Promise<void> {
    await catchUp()
    await save()
  }

  const job: Job = { name: 'register', intervalMs: 1_000, run: catchUpAndSave }

  return {
    last: (kind: ProvenKind, id: string) => state.last(kind, id),
    /** After the commit: an older row does not count here until the log is read. */
    note: state.note,
    value: (kind: ProvenKind, id: string) => state.value(kind, id),
    isHeld: () => held.size > 0,
    demandNotHeld,

    /** Before a decision: what other nodes have changed up to now counts. */
    async demandCurrent(): Promise<void> {
      await demandRead()
      demandNotHeld()
    },

    /** After a decision and before anything leaves: this node remembers it, also after a power failure. */
    async settle(): Promise<void> {
      await demandRead()
      demandNotHeld()
      await save().catch((error: Error) => {
        tellNotWritten(error)
        throw unavailable(
          'checkpoint_unavailable',
          'The register of this node cannot be written, so nothing was released. Who runs the service looks at its data directory.',
        )
      })
    },

    /** Another place knows a row that the database does not have. */
    async compare({ seq, hash }: Link): Promise<void> {
      const { head } = await look(seq)
      if (contains(head, { seq, hash }) || (await isAcceptedLoss({ seq, hash }))) return
      await found({ seq, hash, knownIn: 'checkpoint' }, head.seq)
    },

    /** Called on the node that finds a rollback, before it goes on. */
    whenHeld(tell: () => Promise<unknown>): void {
      onHeld.push(tell)
    },
    /** Called when this node finds that it remembers nothing of an installation that proves its rows. */
    whenEmpty(tell: () => Promise<unknown>): void {
      onEmpty.push(tell)
    },
    whenAccepted(tell: () => void): void {
      onAccepted.push(tell)
    },
    /** Called for each row whose newer state this node reads of: what it keeps of an older one no longer counts. */
    whenLearnt(tell: (revision: Revision) => void): void {
      onLearnt.push(tell)
    },

    /** Reads the file and the log before anybody is served. What was taken over is not taken over once more. */
    async start(): Promise<void> {
      await catchUp()
      await save().catch(tellNotWritten)
    },
    job,

    async stop(): Promise<void> {
      await catchUpAndSave().catch((error: Error) =>
        log.warn({ err: { name: error.name, message: error.message } }, 'writing the register failed'),
      )
    },
  }
}

/** Before the first row there is nothing to lose. */
function contains(head: { seq: number; earlier: Buffer | null }, { seq, hash }: Link): boolean {
  return seq === 0 || (head.seq >= seq && head.earlier?.equals(hash) === true)
}
