import type { RawBuilder } from 'kysely'
import type { Db, Tables } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { ProvenKind } from './proofs.ts'

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
  /** Columns of later releases: left out while they are null, so that rows of earlier ones stay proven. */
  later?: readonly string[]
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

/** The id under which the newest row of a table is known. */
export const newestId = 'current'

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
  for (const column of table.later ?? []) {
    if (values[column] === undefined) throw new Error(`${column} of ${table.table} was not read.`)
    if (values[column] !== null) fields[column] = provenValue(values[column])
  }
  return table.also ? { ...fields, ...(await table.also(db, idOf(table, row))) } : fields
}

export function idOf(table: ProvenTable, row: object): string {
  return keyOf(table, row).join('/')
}

export function keyColumns({ key = ['id'] }: ProvenTable): readonly string[] {
  return key
}

export function keyOf(table: ProvenTable, row: object): string[] {
  return keyColumns(table).map((column) => String((row as Record<string, unknown>)[column]))
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
