import { sql } from 'kysely'
import { noteRevision } from '../audit/change.ts'
import type { Db, Tables } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { vaultSealed } from '../vault/vault-sealed.ts'
import type { Proofs, ProvenKind, Standing } from './proofs.ts'

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
  keyType?: 'uuid' | 'text' | 'integer'
  /** What is relied on, the key too. */
  columns: readonly string[]
  /** What is relied on and lies in other tables. It locks the rows that it reads, so that nobody changes them meanwhile. */
  also?: (db: Db, id: string) => Promise<Record<string, unknown>>
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

export type ProvenTables = ReturnType<typeof createProvenTables>

/** Changes and checks rows of proven tables. */
export function createProvenTables({
  proofs,
  register,
}: {
  proofs: Pick<Proofs, 'prove' | 'check' | 'tagged' | 'isKnown' | 'report'>
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
    const again = await readRow(db, table, keyOf(table, row))
    if (!again || isBehind(again.proof_revision)) proofs.report(table.kind, id, 'older')
    return 'unproven'
  }

  /** Fails with 503 unless the service wrote the row as it is. For what must not be missing, and before changes. */
  async function demand(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<void> {
    const standing = await check(db, table, row)
    if (standing === 'unknown') throw vaultSealed()
    if (standing === 'unproven') throw proofInvalid(table.kind, idOf(table, row))
  }

  /**
   * Does work that inserts, changes or removes one row of the table, and proves the result. The row is locked and must be
   * proven before: otherwise the next honest change would prove what somebody else has written. 503 while the vault is
   * sealed.
   */
  async function change<Result>(
    db: Db,
    table: ProvenTable,
    id: string | readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!proofs.isKnown()) throw vaultSealed()
    const key = [id].flat()
    const before = await readRow(db, table, key, sql`for update`)
    if (before) await demand(db, table, before)
    const result = await work()
    await renew(db, table, key, before?.proof_revision)
    return result
  }

  /** Proves the row as it is now, under the next revision. */
  async function renew(
    db: Db,
    table: ProvenTable,
    key: readonly string[],
    revisionBefore: number | undefined,
  ): Promise<void> {
    const id = key.join('/')
    const after = await readRow(db, table, key)
    const revision = (revisionBefore ?? register.last(table.kind, id) ?? 0) + 1
    const reached = { kind: table.kind, id, revision, ...(!after && { gone: true as const }) }
    noteRevision(db, await proofs.tagged(db, reached))
    if (!after) return
    const proof = await proveRow(db, table, { ...after, proof_revision: revision })
    await setProofs(db, table, [{ key, revision, proof }])
  }

  async function proveRow(db: Db, table: ProvenTable, row: object & ProvenRow): Promise<Buffer> {
    const proof = await proofs.prove(db, table.kind, await fieldsOf(db, table, row))
    if (proof === null) throw vaultSealed()
    return proof
  }

  /** Proves the rows that have no proof, in portions that each are a transaction: those of earlier releases. */
  async function proveAll(pool: Db, table: ProvenTable): Promise<void> {
    const provePortion = (db: Db) => provenPortion(db, table)
    while ((await pool.transaction().execute(provePortion)) === batch);
  }

  async function provenPortion(db: Db, table: ProvenTable): Promise<number> {
    const { rows } = await sql<Row>`
      select ${columnsOf(table)} from ${sql.table(table.table)}
      where proof is null limit ${batch} for update`.execute(db)
    const proven: { key: string[]; revision: number; proof: Buffer }[] = []
    for (const row of rows) {
      const revision = row.proof_revision + 1
      const proof = await proveRow(db, table, { ...row, proof_revision: revision })
      proven.push({ key: keyOf(table, row), revision, proof })
    }
    if (proven.length > 0) await setProofs(db, table, proven)
    return rows.length
  }

  return { check, demand, change, proveAll }
}

/** The next rows of the table in the order of their keys. */
export async function findProvenRows(db: Db, table: ProvenTable, after: string | undefined): Promise<Row[]> {
  const key = sql.join(keyColumns(table).map((column) => sql`${sql.ref(column)}::text`))
  const rows = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)}
    where ${after === undefined ? sql`true` : sql`concat_ws('/', ${key}) > ${after}`}
    order by concat_ws('/', ${key}) limit ${batch}`.execute(db)
  return rows.rows
}

/** Every field that is relied on, as the proof has it. */
export async function fieldsOf(
  db: Db,
  table: ProvenTable,
  row: object & ProvenRow,
): Promise<Record<string, unknown>> {
  const values = row as Record<string, unknown>
  const fields: Record<string, unknown> = { proof_revision: row.proof_revision }
  for (const column of table.columns) {
    if (values[column] === undefined) throw new Error(`${column} of ${table.table} was not read.`)
    fields[column] = provenValue(values[column])
  }
  return table.also ? { ...fields, ...(await table.also(db, idOf(table, row))) } : fields
}

export function idOf(table: ProvenTable, row: object): string {
  return keyOf(table, row).join('/')
}

/** How many rows are read at once. */
const batch = 1_000

type Row = Record<string, unknown> & ProvenRow

function keyColumns({ key = ['id'] }: ProvenTable): readonly string[] {
  return key
}

function keyOf(table: ProvenTable, row: object): string[] {
  return keyColumns(table).map((column) => String((row as Record<string, unknown>)[column]))
}

function columnsOf(table: ProvenTable) {
  const all = [...new Set([...keyColumns(table), ...table.columns, 'proof', 'proof_revision'])]
  return sql.join(all.map((column) => sql.ref(column)))
}

function isRow(table: ProvenTable, values: readonly string[]) {
  const conditions = keyColumns(table).map((column, index) => sql`${sql.ref(column)} = ${values[index]}`)
  return sql.join(conditions, sql` and `)
}

async function readRow(
  db: Db,
  table: ProvenTable,
  key: readonly string[],
  lock = sql``,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columnsOf(table)} from ${sql.table(table.table)} where ${isRow(table, key)} ${lock}`.execute(db)
  return rows[0]
}

async function setProofs(
  db: Db,
  table: ProvenTable,
  proven: readonly { key: readonly string[]; revision: number; proof: Buffer }[],
): Promise<void> {
  const ids = proven.map(({ key }) => key.join('/'))
  const revisions = proven.map(({ revision }) => revision)
  const made = proven.map(({ proof }) => proof)
  await sql`
    update ${sql.table(table.table)} as old set proof = new.proof, proof_revision = new.revision
    from unnest(${ids}::text[], ${revisions}::int[], ${made}::bytea[]) as new (id, revision, proof)
    where ${sql.join(
      keyColumns(table).map(
        (column, index) =>
          sql`old.${sql.ref(column)} = split_part(new.id, '/', ${index + 1}::int)::${sql.raw(table.keyType ?? 'uuid')}`,
      ),
      sql` and `,
    )}`.execute(db)
}

function provenValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

function proofInvalid(kind: ProvenKind, id: string): Failure {
  return new Failure(
    'unavailable',
    'proof_invalid',
    'The service did not write this as it is in the database, so it is not relied on. Somebody with a shell on the machine looks at it with "kontor proofs show".',
    // Waiting does not help, but every 503 says when to ask again.
    { kind, id, retry_after: 60 },
  )
}
