import type { Insertable } from 'kysely'
import { saveSearchTexts } from '../../../server/features/organizations/organization-store.ts'
import type { OrganizationTables } from '../../../server/features/organizations/organization-tables.ts'
import { searchTexts } from '../../../server/features/organizations/organization-writer.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import type { TestServer } from '../service/harness.ts'

let made = 0

/** An organization straight in the database: a company in review unless told otherwise. */
export async function givenOrganization(
  server: Pick<TestServer, 'db'>,
  overrides: Partial<Insertable<OrganizationTables['organizations']>> = {},
): Promise<{ id: string; inn: string }> {
  made++
  const now = new Date()
  const inn = validInn(770_000_000 + made)
  const row = {
    id: newId(),
    type: 'legal' as const,
    inn,
    ogrn: '1027700132195',
    kpp: null,
    full_name: `Общество с ограниченной ответственностью «Ромашка ${made}»`,
    short_name: `ООО «Ромашка ${made}»`,
    registry_status: 'active' as const,
    legal_address: null,
    actual_address: null,
    okved_main: null,
    kyb_status: 'in_review' as const,
    kyb_reason: null,
    external_id: null,
    notes: null,
    source: 'manual' as const,
    created_at: now,
    updated_at: now,
    created_by: 'test',
    ...overrides,
  }
  await server.db.insertInto('organizations').values(row).execute()
  // Its place in the list is given at the commit.
  const stored = await server.db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  await saveSearchTexts(server.db, stored.seq, searchTexts(stored))
  return { id: row.id, inn: row.inn ?? '' }
}

/** A company's INN with these first nine digits and the check digit that goes with them. */
export function validInn(nine: number): string {
  const digits = String(nine)
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return `${digits}${(sum % 11) % 10}`
}
