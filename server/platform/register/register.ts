import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Link } from '../audit/audit-chain.ts'
import type { Revision } from '../audit/audit-log.ts'
import { findFirstSeqOf, findHeadAndHash, findRevisionEvents } from '../audit/audit-reader.ts'
import type { Db } from '../db/database.ts'
import { Failure, unavailable } from '../errors.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Proofs, ProvenKind } from '../proofs/proofs.ts'
import type { RegisterFile } from './register-file.ts'
import { createRegisterState } from './register-state.ts'
import { hasOpenRollbacks, isAccepted, type Lost, listRollbacks, recordRollback } from './rollbacks.ts'

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
  const held = new Set<string>()
  const onHeld: (() => Promise<unknown>)[] = []
  const onAccepted: (() => void)[] = []
  let isLoaded = false
  let working: Promise<void> | undefined
  let next: Promise<void> | undefined
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
    if (learnt.length === 0)
      log.warn(
        'This node has no register: it takes over what the database proves. Expected at a first start.',
      )
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
      if (isEndedSession(revision) || (await proofs.isTagged(db, revision))) state.learn(revision)
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
    const id = await recordRollback(db, lost, { at: now(), node: hostname(), databaseSeq })
    if (held.has(id)) return
    held.add(id)
    log.error(
      { alert: 'rollback', rollback: id, known_in: lost.knownIn, seq: lost.seq, database_seq: databaseSeq },
      'The database went back: it does not have what this node knows. What leaves is held until "kontor rollback accept".',
    )
    for (const tell of onHeld) await tell()
  }

  /** Rollbacks that other nodes have found, and those that were accepted meanwhile. */
  async function judgeRollbacks(): Promise<void> {
    const open = new Set(held)
    for (const row of await listRollbacks(db)) {
      if (!(await isAccepted(db, proofs, row))) held.add(row.id)
      else open.delete(row.id) && held.delete(row.id)
    }
  }

  async function read(): Promise<void> {
    if (!proofs.isKnown()) return
    if (!isLoaded) await load()
    if (held.size > 0) {
      await judgeRollbacks()
      if (held.size > 0) return
      log.warn('The state of the database was accepted: this node takes over what it proves.')
      state.forget()
      for (const tell of onAccepted) tell()
    }
    const known = state.head()
    const { head, isHeld } = await look(known?.seq ?? -1)
    if (known && !contains(head, known)) return found({ ...known, knownIn: 'register' }, head.seq)
    if (isHeld) await judgeRollbacks()
    if (held.size > 0 || head.seq === known?.seq) return
    await fold(known?.seq ?? (await firstSeq()), head.seq)
    state.moveTo({ seq: head.seq, hash: head.hash })
  }

  async function save(): Promise<void> {
    if (!state.isNews() || !proofs.isKnown()) return
    if (file.isLong()) await file.replace(state.all(now()))
    else await file.append(state.takeNews())
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

  async function catchUpAndSave(): Promise<void> {
    await catchUp()
    await save()
  }

  const job: Job = { name: 'register', intervalMs: 1_000, run: catchUpAndSave }

  return {
    last: (kind: ProvenKind, id: string) => state.last(kind, id),
    value: (kind: ProvenKind, id: string) => state.value(kind, id),
    isHeld: () => held.size > 0,
    demandNotHeld,

    /** Before a decision: what other nodes have changed up to now counts. */
    async demandCurrent(): Promise<void> {
      await catchUp()
      demandNotHeld()
    },

    /** After a decision and before anything leaves: this node remembers it, also after a power failure. */
    async settle(): Promise<void> {
      await catchUp()
      demandNotHeld()
      await save().catch((error: Error) => {
        log.error(
          { alert: 'register_not_written', err: { message: error.message } },
          'The register cannot be written.',
        )
        throw unavailable(
          'checkpoint_unavailable',
          'The register of this node cannot be written, so nothing was released. Who runs the service looks at its data directory.',
        )
      })
    },

    /** Another place knows a row that the database does not have. */
    async compare({ seq, hash }: Link): Promise<void> {
      const { head } = await look(seq)
      if (contains(head, { seq, hash })) return
      const id = await recordRollback(
        db,
        { seq, hash, knownIn: 'checkpoint' },
        { at: now(), node: hostname(), databaseSeq: head.seq },
      )
      const row = (await listRollbacks(db)).find((rollback) => rollback.id === id)
      if (row && (await isAccepted(db, proofs, row))) return
      await found({ seq, hash, knownIn: 'checkpoint' }, head.seq)
    },

    /** Called on the node that finds a rollback, before it goes on. */
    whenHeld(tell: () => Promise<unknown>): void {
      onHeld.push(tell)
    },
    whenAccepted(tell: () => void): void {
      onAccepted.push(tell)
    },

    /** Reads the file and the log before anybody is served. */
    start: catchUp,
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
