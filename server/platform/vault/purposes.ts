import { type RawBuilder, sql } from 'kysely'
import type { Place } from './sealing.ts'

interface Column {
  table: string
  column: string
  /** Column with the record id that is part of the authenticated data. */
  record: string
}

/** Records of no organization: the key of the system seals them. */
interface SystemColumn extends Column {
  organization: null
}

export interface OrganizationColumn extends Column {
  /** Column with the organization. */
  organization: string
  /** Which of the keys of the organization seals them. To destroy it erases them and nothing else. */
  purpose: string
  /** Whether each record has a key of its own, so that it can be erased alone. */
  keyPerRecord?: true
}

/** A column with sealed records, what is needed to compute the place each record was sealed for, and which key seals it. */
export type SealedColumn = SystemColumn | OrganizationColumn

export function isOfOrganizations(column: SealedColumn): column is OrganizationColumn {
  return column.organization !== null
}

export const systemScope = 'system'
/** Of the key that proves rows, and does nothing else. */
export const proofScope = 'proofs'

/** The scope of the data key that seals a record; undefined if its column is not listed. */
export function createScopes(columns: readonly SealedColumn[]): (place: Place) => string | undefined {
  const byName = new Map(
    columns.filter(isOfOrganizations).map((column) => [`${column.table}.${column.column}`, column]),
  )
  return ({ organizationId, table, record, field }) => {
    if (organizationId === null) return systemScope
    const column = byName.get(`${table}.${field}`)
    if (column === undefined) return undefined
    return [organizationId, column.purpose, ...(column.keyPerRecord ? [record] : [])].join('/')
  }
}

/** The same of the rows `t` of the table. */
export function scopeInSql(column: SealedColumn): RawBuilder<string> {
  if (!isOfOrganizations(column)) return sql`${sql.lit(systemScope)}`
  const record = column.keyPerRecord ? sql`, t.${sql.id(column.record)}` : sql``
  return sql`concat_ws('/', t.${sql.id(column.organization)}, ${sql.lit(column.purpose)}${record})`
}

/** The organization that a key belongs to; null for those of the system. */
export function organizationOf(scope: string): string | null {
  return scope.includes('/') ? (scope.split('/')[0] as string) : null
}
