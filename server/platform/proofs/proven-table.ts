import { type RawBuilder, sql } from 'kysely'
import { noteRevision } from '../audit/change.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db, Tables } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { vaultSealed } from '../vault/vault-sealed.ts'
import { madeWithOther } from './proof-version.ts'
import type { Because, Proofs, ProvenKind, Reached, Standing } from './proofs.ts'

/**
 * A table whose rows are proven, with the columns `proof` and `proof_revision`. Proving its rows when they change, checking
 * them when they are used, proving those of earlier releases, and `kontor audit verify` follow from this declaration.
 */
export interface ProvenTable {
  kind: ProvenKind
  table: keyof Tables & string
  /** What is counted, such as "Passkeys". */
  name: string
  /** The columns that name a row; `id` if nothing else is said. They have one type, uuid if nothing else is said. */
  key?: readonly string[]
  keyType?: 'uuid' | 'text' | 'integer' | 'boolean'
  /** What is relied on, the key too. */
  columns: readonly string[]
  /** What is relied on and lies in other tables. It locks the rows that it reads, so that nobody changes them meanwhile. */
  also?: (db: Db, id: string) => Promise<Record<string, unknown>>
  /** The same as columns of a statement that reads the table, for rows that are checked without a query of their own. */
  parts?: {
    columns: Readonly<Record<string, RawBuilder<unknown>>>
    /** Locks the rows that they come from, of these rows of the table. */
    lock(db: Db, ids: readonly string[]): Promise<void>
  }
  /** The row of its columns as JSON, for `checkText`: JSON has neither times nor bytes. */
  fromJson?: (json: Record<string, unknown>) => Record<string, unknown> & ProvenRow
  /** What people do about a row that the service did not write, in one sentence. Without it, somebody with a shell looks at it. */
  wayOut?: string
  /** A whole number that each new row has one higher. The row with the highest is known as `current`, too. */
  newest?: string
  /** The key of a row that there always is, also before a change of it is in the audit log. */
  always?: string
  /** Rows that allow nothing: they count without a proof, so that they can be written while the vault is sealed. */
  mayLackProof?: (row: Record<string, unknown>) => boolean
  /** What proven events state of the row: `kontor audit verify` goes on from there when somebody has accepted it. */
  stated?: (db: Db, id: string) => Promise<Record<string, unknown>>
}

export interface ProvenRow {
  proof: Buffer | null
  /** Raised whenever the row changes. */
  proof_revision: number
}

/** The last revisions that the service has written, as this node knows them. */
export interface KnownRevisions {
  last(kind: ProvenKind, id: string): number | undefined
}

/** The id under which the newest row of a table is known. */
export const newestId = 'current'

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
    for (const { revision } of proven) noteRevision(db, revision)
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
      else noteRevision(db, await proofs.tagged(db, { kind, id: key.join('/'), revision, gone: true }))
    if (there.length === 0) return
    const made: { fields: Record<string, unknown>; reached: Reached }[] = []
    for (const { key, row, revision } of there) {
      const fields = await fieldsOf(db, table, { ...row, proof_revision: revision })
      made.push({ fields, reached: { kind, id: key.join('/'), revision } })
    }
    const proven = await proofs.proveReached(db, made)
    for (const { revision } of proven) noteRevision(db, revision)
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
    noteRevision(db, await proofs.tagged(db, reached))
    if (newest === undefined) return
    const revision = Number((row as Record<string, unknown>)[newest])
    noteRevision(db, await proofs.tagged(db, { kind, id: newestId, revision }))
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

/** One row of the table, whatever its proof says. */
export async function findProvenRow(db: Db, table: ProvenTable, id: string): Promise<Row | undefined> {
  const [row] = await readRows(db, table, [id.split('/')])
  return row
}

/** The next rows of the table in the order of their keys. */
export async function findProvenRows(db: Db, table: ProvenTable, after: string | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)} where ${inOrder(table, after)}`.execute(db)
  return rows
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

/** The condition, order and limit that find the next rows. */
function inOrder(table: ProvenTable, after: string | undefined, where: RawBuilder<unknown> = sql`true`) {
  const [column, ...others] = keyColumns(table)
  // With one column, its index finds the next ones.
  const isSingle = others.length === 0
  const all = sql.join(keyColumns(table).map((one) => sql`${sql.ref(one)}::text`))
  const key = isSingle ? sql.ref(column as string) : sql`concat_ws('/', ${all})`
  const given = isSingle ? sql`${after}::${keyTypeOf(table)}` : sql`${after}`
  const isNext = after === undefined ? sql`true` : sql`${key} > ${given}`
  return sql`${where} and ${isNext} order by ${key} limit ${batch}`
}

/** Every field that is relied on, as the proof has it. */
export async function fieldsOf(
  db: Db,
  table: ProvenTable,
  row: object & ProvenRow,
): Promise<Record<string, unknown>> {
  const values = row as Record<string, unknown>
  const fields: Record<string, unknown> = { proof_revision: row.proof_revision }
  for (const column of [...table.columns, ...Object.keys(table.parts?.columns ?? {})]) {
    if (values[column] === undefined) throw new Error(`${column} of ${table.table} was not read.`)
    fields[column] = provenValue(values[column])
  }
  return table.also ? { ...fields, ...(await table.also(db, idOf(table, row))) } : fields
}

export function idOf(table: ProvenTable, row: object): string {
  return keyOf(table, row).join('/')
}

/** How many proven texts are kept, of about a kilobyte each. */
const rememberedTexts = 2_000

/** How many rows are read at once. */
const batch = 1_000
/** Of the column `proof_revision`. */
const largestRevision = 2 ** 31 - 1
/** Above this, a revision is none that the service has written. */
const highestOwn = 1_000_000_000

type Row = Record<string, unknown> & ProvenRow
type Proven = { key: readonly string[]; revision: number; proof: Buffer }
/** The revision that a row is about to reach; without a row, it is gone. */
type Reaching = { key: readonly string[]; row: Row | undefined; revision: number }

function keyColumns({ key = ['id'] }: ProvenTable): readonly string[] {
  return key
}

function keyOf(table: ProvenTable, row: object): string[] {
  return keyColumns(table).map((column) => String((row as Record<string, unknown>)[column]))
}

function columnsOf(table: ProvenTable) {
  const all = [...new Set([...keyColumns(table), ...table.columns, 'proof', 'proof_revision'])]
  const parts = Object.entries(table.parts?.columns ?? {})
  return sql.join([
    ...all.map((column) => sql.ref(column)),
    ...parts.map(([name, part]) => sql`${part} as ${sql.ref(name)}`),
  ])
}

function areRows(table: ProvenTable, keys: readonly (readonly string[])[]) {
  const type = keyTypeOf(table)
  const columns = keyColumns(table)
  const values = columns.map((_, index) => sql`${keys.map((key) => key[index])}::${type}[]`)
  const tuple = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${tuple}) in (select * from unnest(${sql.join(values)}))`
}

async function readRows(db: Db, table: ProvenTable, keys: readonly (readonly string[])[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)} where ${areRows(table, keys)}`.execute(db)
  return rows
}

function lockRows(db: Db, table: ProvenTable, keys: readonly (readonly string[])[]): Promise<Row[]> {
  const order = sql.join(keyColumns(table).map((column) => sql.ref(column)))
  return lockWhere(db, table, sql`${areRows(table, keys)} order by ${order}`)
}

/**
 * The rows, locked together with their parts. What is selected from other tables is that of before a lock was waited for:
 * with parts, the rows are read once more when everything is locked.
 */
async function lockWhere(db: Db, table: ProvenTable, where: RawBuilder<unknown>): Promise<Row[]> {
  const columns = table.parts
    ? sql.join(keyColumns(table).map((column) => sql.ref(column)))
    : columnsOf(table)
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table.table)} where ${where} for update`.execute(db)
  if (!table.parts || rows.length === 0) return rows
  await table.parts.lock(
    db,
    rows.map((row) => idOf(table, row)),
  )
  const keys = rows.map((row) => keyOf(table, row))
  return readRows(db, table, keys)
}

async function setProofs(db: Db, table: ProvenTable, proven: readonly Proven[]): Promise<void> {
  if (proven.length === 0) return
  const columns = keyColumns(table)
  const keys = columns.map((_column, index) => sql`${proven.map(({ key }) => key[index])}::text[]`)
  const names = columns.map((_column, index) => sql.ref(`key_${index}`))
  const revisions = proven.map(({ revision }) => revision)
  const made = proven.map(({ proof }) => proof)
  await sql`
    update ${sql.table(table.table)} as old set proof = new.proof, proof_revision = new.revision
    from unnest(${sql.join(keys)}, ${revisions}::int[], ${made}::bytea[]) as new (${sql.join(names)}, revision, proof)
    where ${sql.join(
      columns.map(
        (column, index) => sql`old.${sql.ref(column)} = new.${sql.ref(`key_${index}`)}::${keyTypeOf(table)}`,
      ),
      sql` and `,
    )}`.execute(db)
}

function keyTypeOf({ keyType = 'uuid' }: ProvenTable) {
  return sql.raw(keyType)
}

function provenValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

/** Thrown when somebody acts on a row whose standing is unproven. */
export function proofInvalid(
  { kind, wayOut }: Pick<ProvenTable, 'kind' | 'wayOut'>,
  id: string,
  detail?: string,
): Failure {
  const cure = wayOut ?? 'Somebody with a shell on the machine looks at it with "kontor proofs show".'
  return new Failure(
    'unavailable',
    'proof_invalid',
    detail ?? `The service did not write this as it is in the database, so it is not relied on. ${cure}`,
    // Waiting does not help, but every 503 says when to ask again.
    { kind, id, retry_after: 60 },
  )
}
