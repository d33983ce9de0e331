import { sql } from 'kysely'
import type { Revision } from '../audit/audit-log.ts'
import { noteRevision } from '../audit/change.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { afterCommit } from '../db/transactions.ts'
import { Failure } from '../errors.ts'
import { vaultSealed } from '../vault/vault-sealed.ts'
import { madeWithOther } from './proof-version.ts'
import type { Because, Proofs, ProvenKind, Reached, Standing } from './proofs.ts'
import {
  fieldsOf,
  idOf,
  keyOf,
  newestId,
  type ProvenRow,
  type ProvenTable,
  proofInvalid,
} from './proven-table.ts'
import {
  inOrder,
  lockRows,
  lockWhere,
  type Proven,
  type Row,
  readRows,
  setProofs,
} from './proven-table-rows.ts'

/** The last revisions that the service has written, as this node knows them. */
export interface KnownRevisions {
  last(kind: ProvenKind, id: string): number | undefined
  /** Told of what this node has just committed, which its audit log says as well. */
  note?(revision: Revision): void
}

/** How many proven texts are kept, of about a kilobyte each. */
const rememberedTexts = 2_000

/** Of the column `proof_revision`. */
const largestRevision = 2 ** 31 - 1
/** Above this, a revision is none that the service has written. */
const highestOwn = 1_000_000_000

/** The revision that a row is about to reach; without a row, it is gone. */
type Reaching = { key: readonly string[]; row: Row | undefined; revision: number }

/** The columns of a row that is written together with its proof. */
export type ProofColumns = { proof: Buffer; proof_revision: number }

export type ProvenTables = ReturnType<typeof createProvenTables>
/** For who reads rows and changes none. */
export type RowChecks = Pick<ProvenTables, 'check' | 'checkText'>

/** Changes and checks rows of proven tables. */
export function createProvenTables({
  proofs,
  register,
}: {
  proofs: Pick<
    Proofs,
    'prove' | 'proveEach' | 'proveReached' | 'tagged' | 'check' | 'isRight' | 'isKnown' | 'report'
  >
  register: KnownRevisions
}) {
  /** In the audit row of the transaction; and this node knows it as soon as it is committed. */
  function noteReached(db: Db, revision: Revision): void {
    noteRevision(db, revision)
    afterCommit(db, () => register.note?.(revision))
  }

  /** Whether the service wrote the row as it is, and did not change it since. */
  async function check(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<Standing> {
    const id = idOf(table, row)
    const standing = await proofs.check(db, table.kind, id, await fieldsOf(db, table, row), row.proof)
    if (standing !== 'proven') return standing
    const isBehind = (revision: number) => revision < (register.last(table.kind, id) ?? 0)
    if (!isBehind(row.proof_revision)) return 'proven'
    // It may have been read before a change whose commit this node knows of by now. Either way it is not relied on.
    const [again] = await readRows(db, table, [keyOf(table, row)])
    if (!again || isBehind(again.proof_revision)) proofs.report(table.kind, id, 'older')
    return 'unproven'
  }

  /** Rows that were proven, by their text: who may act is read again and again, and seldom changed. */
  const proven = createBoundedCache<{ id: string; revision: number }>(rememberedTexts)

  /** The same for a row with everything that is relied on, read as the text of a JSON object with its proof. */
  async function checkText(
    db: Db,
    table: ProvenTable & Required<Pick<ProvenTable, 'fromJson'>>,
    text: string,
  ): Promise<Standing> {
    if (!proofs.isKnown()) {
      proven.clear()
      return 'unknown'
    }
    const key = `${table.kind} ${text}`
    const known = proven.get(key)
    if (known && known.revision >= (register.last(table.kind, known.id) ?? 0)) return 'proven'
    const row = table.fromJson(JSON.parse(text))
    const standing = await check(db, table, row)
    if (standing === 'proven') proven.set(key, { id: idOf(table, row), revision: row.proof_revision })
    return standing
  }

  /** Fails with 503 unless the service wrote the row as it is. For what must not be missing, and before changes. */
  async function demand(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<void> {
    const standing = await check(db, table, row)
    if (standing === 'unknown') throw vaultSealed()
    if (standing === 'unproven') throw proofInvalid(table, idOf(table, row))
  }

  /** For what says something else than a proven row does, or nothing: counts it, and returns the failure to throw. */
  function failure(table: ProvenTable, id: string, because: Because): Failure {
    if (!proofs.isKnown()) return vaultSealed()
    proofs.report(table.kind, id, because)
    return proofInvalid(table, id)
  }

  /**
   * Rows that are to be inserted, with their proofs: one insert of all of them is all that it takes. Their values are those
   * that will be read. 503 while the vault is sealed.
   */
  async function fresh<Given extends object>(
    db: Db,
    table: ProvenTable,
    rows: readonly Given[],
  ): Promise<(Given & { proof: Buffer; proof_revision: number })[]> {
    if (!proofs.isKnown()) throw vaultSealed()
    const made: { fields: Record<string, unknown>; reached: Reached }[] = []
    for (const row of rows) {
      const id = idOf(table, row)
      const revision = (register.last(table.kind, id) ?? 0) + 1
      const fields = await fieldsOf(db, table, { ...row, proof: null, proof_revision: revision })
      made.push({ fields, reached: { kind: table.kind, id, revision } })
    }
    const proven = await proofs.proveReached(db, made)
    for (const { revision } of proven) noteReached(db, revision)
    return rows.map((row, index) => {
      const { proof, revision } = proven[index] as (typeof proven)[number]
      return { ...row, proof, proof_revision: revision.revision }
    })
  }

  /**
   * Does work that inserts, changes or removes one row of the table, and proves the result. The row is locked and must be
   * proven before: otherwise the next honest change would prove what somebody else has written. `anew` is work for which
   * that does not matter: it writes every proven column, or leaves a row that allows nothing. 503 while the vault is sealed.
   */
  function change<Result>(
    db: Db,
    table: ProvenTable,
    id: string | readonly string[],
    work: () => Promise<Result>,
    options: { anew?: boolean } = {},
  ): Promise<Result> {
    return changeMany(db, table, [id], work, options)
  }

  /** The same for several rows at once: those that there are, and those that the work inserts. */
  async function changeMany<Result>(
    db: Db,
    table: ProvenTable,
    ids: readonly (string | readonly string[])[],
    work: () => Promise<Result>,
    { anew = false }: { anew?: boolean } = {},
  ): Promise<Result> {
    if (!proofs.isKnown()) throw vaultSealed()
    const keys = ids.map((id) => [id].flat())
    const before = await lockRows(db, table, keys)
    if (!anew) for (const row of before) await demand(db, table, row)
    const result = await work()
    await renew(db, table, keys, before)
    return result
  }

  /**
   * Does work that only takes away: ends, disables or removes rows. One without the right proof stays without: nothing that
   * somebody else has written is proven by it, and nobody has to rely on a row to get rid of it.
   */
  async function takeAway<Result>(
    db: Db,
    table: ProvenTable,
    ids: readonly (string | readonly string[])[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!proofs.isKnown()) throw vaultSealed()
    const keys = ids.map((id) => [id].flat())
    const before = await lockRows(db, table, keys)
    const odd = new Set<string>()
    for (const row of before) if ((await check(db, table, row)) !== 'proven') odd.add(idOf(table, row))
    const result = await work()
    await renew(db, table, keys, before, odd)
    return result
  }

  /** Proves the rows as they are now, each under its next revision; not those of `odd`, unless they are gone. */
  async function renew(
    db: Db,
    table: ProvenTable,
    keys: readonly (readonly string[])[],
    before: readonly Row[],
    odd: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [idOf(table, row), row]))
    const earlier = byId(before)
    const later = byId(await readRows(db, table, keys))
    const left: Reaching[] = []
    for (const key of keys) {
      const id = key.join('/')
      const [was, is] = [earlier.get(id), later.get(id)]
      if ((!was && !is) || (is && odd.has(id))) continue
      left.push({ key, row: is, revision: nextRevision(table, id, was?.proof_revision) })
    }
    await reach(db, table, left)
  }

  /** Notes that these names are gone for good: what nodes then remember of something that must never be made again. */
  async function retire(db: Db, { kind }: ProvenTable, names: readonly string[]): Promise<void> {
    for (const id of names) noteReached(db, await proofs.tagged(db, { kind, id, revision: 1, gone: true }))
  }

  /** Nobody has proven the number of a row that is written anew: somebody else may have made it the largest there is. */
  function nextRevision({ kind }: ProvenTable, id: string, before = 0): number {
    return Math.min(Math.max(before, register.last(kind, id) ?? 0) + 1, largestRevision)
  }

  /** Notes the revisions, and proves the rows; those without a row are gone. */
  async function reach(db: Db, table: ProvenTable, all: readonly Reaching[]): Promise<void> {
    const { kind } = table
    const there: { key: readonly string[]; revision: number; row: Row }[] = []
    for (const { key, row, revision } of all)
      if (row) there.push({ key, row, revision })
      else noteReached(db, await proofs.tagged(db, { kind, id: key.join('/'), revision, gone: true }))
    if (there.length === 0) return
    const made: { fields: Record<string, unknown>; reached: Reached }[] = []
    for (const { key, row, revision } of there) {
      const fields = await fieldsOf(db, table, { ...row, proof_revision: revision })
      made.push({ fields, reached: { kind, id: key.join('/'), revision } })
    }
    const proven = await proofs.proveReached(db, made)
    for (const { revision } of proven) noteReached(db, revision)
    await setProofs(
      db,
      table,
      there.map(({ key, revision }, index) => ({ key, revision, proof: proven[index]?.proof as Buffer })),
    )
  }

  /**
   * Proves the row as somebody with a shell has seen it, whatever its proof says, or that it is gone. `seen` are its fields;
   * it fails unless they are those of now. `last` is its last revision in the audit log.
   */
  async function accept(
    db: Db,
    table: ProvenTable,
    id: string,
    { seen, last = 0 }: { seen: Record<string, unknown> | undefined; last?: number | undefined },
  ): Promise<number> {
    const key = id.split('/')
    const [row] = await lockRows(db, table, [key])
    const now = row && (await fieldsOf(db, table, row))
    if (canonicalJson(now ?? null) !== canonicalJson(seen ?? null))
      throw new Failure('conflict', 'version_conflict', 'The row has just been changed. Look at it again.')
    // What stands in the row may be an invention: a revision that nobody could raise any more.
    const stored = row && row.proof_revision < highestOwn ? row.proof_revision : 0
    const revision = nextRevision(table, id, Math.max(last, stored))
    await reach(db, table, [{ key, row, revision }])
    return revision
  }

  /**
   * The columns that prove a row that is about to be written as it is here. For tables without `also`, where a statement is
   * to write the row with its proof. The caller has checked the row of before, and holds its lock, or writes only if it
   * still has its revision.
   */
  async function prove(
    db: Db,
    table: ProvenTable,
    row: object,
    {
      before,
      isNoted = true,
    }: {
      before?: ProvenRow | undefined
      /** False for a state that need not keep an older one from coming back, or that `note` names once it is written. */
      isNoted?: boolean
    } = {},
  ): Promise<ProofColumns> {
    if (!proofs.isKnown()) throw vaultSealed()
    const { kind } = table
    const id = idOf(table, row)
    const revision = Math.max(before?.proof_revision ?? 0, register.last(kind, id) ?? 0) + 1
    const proof = await proveRow(db, table, { ...row, proof: null, proof_revision: revision })
    if (isNoted) await note(db, table, { ...row, proof, proof_revision: revision })
    return { proof, proof_revision: revision }
  }

  /** The audit row of the transaction names the revision of this row. */
  async function note(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<void> {
    const { kind, newest } = table
    const reached = { kind, id: idOf(table, row), revision: row.proof_revision }
    noteReached(db, await proofs.tagged(db, reached))
    if (newest === undefined) return
    const revision = Number((row as Record<string, unknown>)[newest])
    noteReached(db, await proofs.tagged(db, { kind, id: newestId, revision }))
  }

  /** Whether this node knows of no row of the table that is newer. */
  function isNewest({ kind, newest = '' }: ProvenTable, row: object): boolean {
    return Number((row as Record<string, unknown>)[newest]) >= (register.last(kind, newestId) ?? 0)
  }

  /** Reports a row that is not as the service wrote it. Returns what the caller is answered. */
  function refusal(table: ProvenTable, id: string, because: Because, detail?: string): Failure {
    proofs.report(table.kind, id, because)
    return proofInvalid(table, id, detail)
  }

  async function proveRow(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<Buffer> {
    const proof = await proofs.prove(db, table.kind, await fieldsOf(db, table, row))
    if (proof === null) throw vaultSealed()
    return proof
  }

  /**
   * Proves the rows that have no proof: those of earlier releases. In portions that each are a transaction, or in the
   * caller's.
   */
  async function proveAll(pool: Db, table: ProvenTable): Promise<void> {
    await inPortions(pool, (db, after) => provePortion(db, table, after))
  }

  /** Where the next portion begins; undefined after the last one. */
  async function provePortion(
    db: Db,
    table: ProvenTable,
    after: string | undefined,
  ): Promise<string | undefined> {
    const rows = await lockWhere(db, table, inOrder(table, after, sql`proof is null`))
    if (rows.length === 0) return undefined
    const raised = rows.map((row) => ({ ...row, proof_revision: row.proof_revision + 1 }))
    const fields: Record<string, unknown>[] = []
    for (const row of raised) fields.push(await fieldsOf(db, table, row))
    const made = await proofs.proveEach(db, table.kind, fields)
    await setProofs(
      db,
      table,
      raised.map((row, index) => ({
        key: keyOf(table, row),
        revision: row.proof_revision,
        proof: made[index] as Buffer,
      })),
    )
    return idOf(table, rows.at(-1) as Row)
  }

  /** Proves rows that are proven with another version of the key again, as they are. Returns how many. */
  async function renewAll(
    pool: Db,
    table: ProvenTable,
    { version, stopping }: { version: number; stopping: AbortSignal },
  ): Promise<number> {
    let count = 0
    await inPortions(pool, async (db, after) => {
      if (stopping.aborted) return undefined
      const rows = await lockWhere(db, table, inOrder(table, after, madeWithOther(version)))
      const proven: Proven[] = []
      for (const row of rows) {
        const fields = await fieldsOf(db, table, row)
        if (!(await proofs.isRight(db, table.kind, fields, row.proof as Buffer))) continue
        const [proof] = (await proofs.proveEach(db, table.kind, [fields])) as [Buffer]
        proven.push({ key: keyOf(table, row), revision: row.proof_revision, proof })
      }
      await setProofs(db, table, proven)
      count += proven.length
      const last = rows.at(-1)
      return last && idOf(table, last)
    })
    return count
  }

  return {
    check,
    checkText,
    demand,
    failure,
    fresh,
    change,
    changeMany,
    takeAway,
    retire,
    accept,
    prove,
    note,
    isNewest,
    refusal,
    proveAll,
    renewAll,
    isKnown: proofs.isKnown,
    /** Whether this node remembers a row of this table. */
    remembers: ({ kind }: ProvenTable, id: string) => register.last(kind, id) !== undefined,
  }
}

/** Work on all rows, in portions that each are a transaction, or in the caller's. A portion returns the last id that it saw. */
async function inPortions(
  pool: Db,
  portion: (db: Db, after: string | undefined) => Promise<string | undefined>,
): Promise<void> {
  let after: string | undefined
  const next = (db: Db) => portion(db, after)
  do after = await (pool.isTransaction ? next(pool) : pool.transaction().execute(next))
  while (after !== undefined)
}
