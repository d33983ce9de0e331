import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { emptyDatabase } from '../support/service/harness.ts'

const id = (digit: string) => `00000000-0000-7000-8000-00000000000${digit}`

test('what was there keeps its day, its words about VAT and its acts', async () => {
  const db = connect(await emptyDatabase(), { max: 1 })
  const all = await readMigrations()
  await migrate(
    db,
    all.filter(({ name }) => name < '0049'),
  )
  // Only what the migration reads is there.
  await sql`
    alter table book_postings drop constraint book_postings_organization_id_fkey, disable trigger user;
    alter table papers drop constraint papers_request_id_fkey, drop constraint papers_organization_id_fkey
  `.execute(db)
  await sql`
    insert into desk_companies (id, inn, ogrn, full_name, short_name, legal_address, director, bank_accounts, active,
      created_at, updated_at)
    values (${id('1')}, '7705000010', '1027700500010', 'x', 'x', 'x', '{}', '[]', true, now(), now())`.execute(
    db,
  )
  await sql`
    insert into book_postings (id, kind, organization_id, fact_type, fact_id, description, at, posted_at, entries)
    values (${id('2')}, 'payment', ${id('9')}, 'payment', 'x', '', '2026-01-31T22:30:00Z', now(), 2)`.execute(
    db,
  )
  for (const [digit, request, voided] of [
    ['3', 'a', null],
    ['4', 'a', null],
    ['5', 'b', null],
    ['6', 'b', '2026-02-01'],
  ] as const) {
    await sql`
      insert into papers (id, request_id, organization_id, company_id, kind, number, language, content, issued_at,
        issued_by, voided_at, voided_by, void_reason)
      values (${id(digit)}, ${id(request)}, ${id('9')}, ${id('1')}, 'act', ${digit}, 'ru', '{}', now(), 'x',
        ${voided}, ${voided && 'x'}, ${voided && 'x'})`.execute(db)
  }
  await migrate(db)

  expect(await db.selectFrom('desk_companies').select('vat').execute()).toEqual([
    { vat: { rate: null, ground: 'Без НДС', ground_en: 'Without VAT' } },
  ])
  // It was half past one in the morning in Moscow.
  expect(await db.selectFrom('book_postings').select('day').execute()).toEqual([{ day: '2026-01-31' }])
  const acts = await db.selectFrom('papers').select(['number', 'repeats']).orderBy('number').execute()
  expect(acts.map(({ repeats }) => repeats)).toEqual([true, false, false, false])
  await db.destroy()
})
