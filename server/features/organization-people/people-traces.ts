import { isDeepStrictEqual } from 'node:util'
import { type By, recordChange } from '../../platform/audit/change.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonRow } from './people-tables.ts'
import { toPerson } from './person-response.ts'

type Action = 'person.created' | 'person.updated' | 'person.deleted'

/** Events have no personal data; the values of the audit row are sealed. */
export async function tellOfPerson(
  db: Db,
  auditValues: Pick<AuditValues, 'record'>,
  action: Action,
  { before, after }: { before: PersonRow | null; after: PersonRow | null },
  { by, at }: { by: By; at: Date },
): Promise<void> {
  const person = (after ?? before) as PersonRow
  const { id, organization_id: organizationId, role, schema } = person
  const { version } = person
  const changed = before && after ? changedFields(before, after) : undefined
  const data = { role, schema, version, ...(changed && { changed }) }
  const object = { type: 'person', id }
  const values = { before: before && valuesOf(before, changed), after: after && valuesOf(after, changed) }
  recordChange(db, by, {
    action,
    object,
    organizationId,
    version,
    details: data,
    values: await auditValues.record(db, organizationId, values, at),
    data,
    at,
  })
}

const described = [
  'role',
  'schema',
  'name',
  'name_latin',
  'birth_date',
  'citizenship',
  'inn',
  'share',
  'parent_id',
  'identity_document',
] as const

function changedFields(before: PersonRow, after: PersonRow): string[] {
  const [one, other] = [toPerson(before), toPerson(after)]
  // Two numbers can look the same when they are masked.
  const isOtherNumber = before.document_number !== after.document_number
  return described.filter(
    (key) => !isDeepStrictEqual(one[key], other[key]) || (key === 'identity_document' && isOtherNumber),
  )
}

/** The fields as responses show them: never the whole number of an identity document. */
function valuesOf(row: PersonRow, changed: readonly string[] | undefined): Record<string, unknown> {
  const person: Record<string, unknown> = toPerson(row)
  const fields = changed ?? described.filter((field) => person[field] !== null)
  return Object.fromEntries(fields.map((field) => [field, person[field]]))
}
