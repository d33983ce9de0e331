import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import type { ProvenTable } from '../../server/platform/proofs/proven-table.ts'
import { superuserUrl } from '../support/database/superuser.ts'

/** A row as PostgreSQL writes it: its numbers and times would lose digits in JavaScript. */
export interface Saved {
  id: string
  text: string
  row: Row
}
/** A table whose rows are proven: by a declaration, or in a column. */
type Keyed = Pick<ProvenTable, 'kind' | 'table' | 'key'>
export type Row = Record<string, unknown>
export interface Column {
  name: string
  type: string
  isGenerated: boolean
}

export type InventedRows = ReturnType<typeof inventedRows>

/**
 * The database for somebody who can do everything in it, and has no key of the vault: without triggers and foreign keys, and,
 * after `open`, without the checks of proven tables. What the service does with such a row is its own affair.
 */
export function inventedRows(databaseUrl: () => string) {
  let db: Db

  const keyOf = (table: Keyed) => table.key ?? ['id']
  const idColumn = (table: Keyed) =>
    sql`concat_ws('/', ${sql.join(keyOf(table).map((column) => sql`${sql.ref(column)}::text`))})`

  /** In one transaction in which no trigger fires. */
  async function silently(work: (db: Db) => Promise<unknown>): Promise<void> {
    await db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await work(db)
    })
  }

  async function columnsOf(name: string): Promise<Column[]> {
    const { rows } = await sql<Column>`
      select column_name as name, udt_name as type, is_generated = 'ALWAYS' as "isGenerated"
      from information_schema.columns where table_schema = 'public' and table_name = ${name}
      order by ordinal_position`.execute(db)
    return rows
  }

  async function insert(
    db: Db,
    name: string,
    text: string,
    changes: Row = {},
    returning = sql`null`,
  ): Promise<string> {
    const written = (await columnsOf(name)).filter(({ isGenerated }) => !isGenerated)
    const columns = sql.join(written.map((column) => sql.ref(column.name)))
    const value = sql`${text}::jsonb || ${JSON.stringify(changes)}::jsonb`
    const { rows } = await sql<{ id: string }>`insert into ${sql.table(name)} (${columns})
      select ${columns} from jsonb_populate_record(null::${sql.table(name)}, ${value})
      returning ${returning} as id`.execute(db)
    return rows[0]?.id as string
  }

  async function find(table: Keyed, where: RawBuilder<unknown>): Promise<Saved[]> {
    const { rows } = await sql<{ id: string; text: string }>`
      select ${idColumn(table)} as id, to_jsonb(found)::text as text from ${sql.table(table.table)} as found
      where ${where} order by 1`.execute(db)
    return rows.map(({ id, text }) => ({ id, text, row: JSON.parse(text) }))
  }

  return {
    async open(tables: readonly string[]): Promise<void> {
      db = connect(superuserUrl(databaseUrl()), { max: 2, unlimited: true })
      const { rows } = await sql<{ name: string; on: string }>`
        select conname as name, conrelid::regclass::text as on from pg_constraint
        where contype = 'c' and conrelid::regclass::text = any (${tables})`.execute(db)
      for (const { name, on } of rows)
        await sql`alter table ${sql.table(on)} drop constraint ${sql.id(name)}`.execute(db)
    },
    close: () => db.destroy(),
    db: () => db,
    columnsOf,

    async read(table: Keyed, id: string): Promise<Saved> {
      const [found] = await find(table, sql`${idColumn(table)} = ${id}`)
      if (!found) throw new Error(`There is no ${table.kind} ${id}.`)
      return found
    },
    all: (table: Keyed) => find(table, sql`true`),

    /** Removes rows and puts others there, as they were or with these changes. Returns the keys of those. */
    async replace(
      table: Keyed,
      removed: readonly string[],
      written: readonly { text: string; changes?: Row }[] = [],
    ): Promise<string[]> {
      const ids: string[] = []
      await silently(async (db) => {
        await sql`delete from ${sql.table(table.table)} where ${idColumn(table)} = any (${removed})`.execute(
          db,
        )
        for (const { text, changes } of written)
          ids.push(await insert(db, table.table, text, changes, idColumn(table)))
      })
      return ids
    },

    /** Everything in a table whose rows are part of others. The result puts it back. */
    async saveAll(name: string): Promise<() => Promise<void>> {
      const { rows } = await sql<{ text: string }>`
        select to_jsonb(found)::text as text from ${sql.table(name)} as found`.execute(db)
      return () =>
        silently(async (db) => {
          await sql`delete from ${sql.table(name)}`.execute(db)
          for (const { text } of rows) await insert(db, name, text)
        })
    },

    /** Changes a column of rows that are part of this one, or removes them. */
    async changePart(
      { table, of }: { table: string; of: string },
      id: string,
      column: string | undefined,
      other: (value: unknown) => unknown,
    ): Promise<void> {
      const { rows } = await sql<{ text: string }>`
        select to_jsonb(found)::text as text from ${sql.table(table)} as found where ${sql.ref(of)} = ${id}`.execute(
        db,
      )
      if (rows.length === 0) throw new Error(`Nothing of ${table} is part of ${id}.`)
      await silently(async (db) => {
        await sql`delete from ${sql.table(table)} where ${sql.ref(of)} = ${id}`.execute(db)
        if (column === undefined) return
        for (const { text } of rows)
          await insert(db, table, text, { [column]: other(JSON.parse(text)[column]) })
      })
    },
  }
}

/** Another value of this type. */
export function altered(type: string | undefined, value: unknown): unknown {
  switch (type) {
    case 'uuid':
      return newId()
    case 'bool':
      return !value
    case 'timestamptz':
      return new Date(Date.parse(String(value ?? '2026-01-01')) + 60_000).toISOString()
    case 'date':
      return new Date(Date.parse(String(value ?? '2026-01-01')) + 86_400_000).toISOString().slice(0, 10)
    case 'bytea':
      // As long as it was, in the form `\x0102`.
      return `\\x${randomBytes(typeof value === 'string' ? (value.length - 2) / 2 : 32).toString('hex')}`
    case 'int2':
    case 'int4':
    case 'int8':
    case 'numeric':
      return Number(value ?? 0) + 1
    case 'text':
      return typeof value === 'string' ? `${value} changed` : 'changed'
    case 'jsonb':
    case '_text':
    case '_cidr':
      if (Array.isArray(value)) return value.length > 0 ? [] : ['changed']
      return type === 'jsonb' ? { ...(value as object | null), changed: true } : ['changed']
    default:
      throw new Error(`No other value is known of the type ${type}.`)
  }
}
