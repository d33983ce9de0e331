import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findShifts } from '../../server/features/statements/lines/occurrences.ts'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { emptyDatabase } from '../support/service/harness.ts'

const id = (digit: string) => `00000000-0000-7000-8000-00000000000${digit}`

test('lines from before are counted for each payer, and statements from before are compared with', async () => {
  const db = connect(await emptyDatabase(), { max: 1 })
  const all = await readMigrations()
  await migrate(
    db,
    all.filter(({ name }) => name < '0045'),
  )
  const account = { account: 'a', currency: 'RUB', received: '1', sent: '0', new_lines: 1, known_lines: 0 }
  const accounts = [
    { ...account, from: '2026-01-30', to: '2026-01-31', opening_balance: '-5.00', closing_balance: '6.00' },
    { ...account, account: 'b', from: '2026-01-30', to: null, opening_balance: null, closing_balance: null },
  ]
  await sql`
    insert into statements (id, format, file_name, size, sha256, accounts, warnings, new_lines, known_lines, imported_by,
      imported_at)
    values (${id('1')}, '1c', 'x', 1, sha256('x'), ${JSON.stringify(accounts)}, '[]', 3, 0, 'x', '2026-01-31T20:59:00Z')
  `.execute(db)
  const payers = ['Иванов', 'Петров', 'Иванов']
  for (const [index, payer] of payers.entries())
    await sql`
      insert into statement_lines (id, statement_id, account, currency, booked_on, direction, document_number, payer_account,
        amount, occurrence, payer_name, purpose)
      values (${id(String(index + 2))}, ${id('1')}, 'a', 'RUB', '2026-01-30', 'incoming', '7', '', 10, ${index + 1}, ${payer}, '')
    `.execute(db)
  await migrate(db)

  const lines = await db.selectFrom('statement_lines').select('occurrence').orderBy('id').execute()
  expect(lines.map(({ occurrence }) => occurrence)).toEqual([1, 1, 2])
  // The last day was not over in Moscow.
  expect(await db.selectFrom('statement_periods').selectAll().execute()).toEqual([
    {
      statement_id: id('1'),
      account: 'a',
      currency: 'RUB',
      first_day: '2026-01-30',
      last_day: '2026-01-31',
      opening: '-5.00',
      closing: '6.00',
      is_over: false,
    },
  ])
  await db.destroy()
})

test('accounts that hold several currencies become one of each, and explanations go on to hold', async () => {
  const db = connect(await emptyDatabase(), { max: 1 })
  const all = await readMigrations()
  await migrate(
    db,
    all.filter(({ name }) => name < '0230'),
  )
  const period = (statement: string, account: string) => sql`
    insert into statement_periods (statement_id, account, first_day, last_day, opening, closing, is_over)
    values (${statement}, ${account}, '2026-01-30', '2026-01-31', 1, 2, true)
  `
  const imported = async (statement: string, account: string, currency: string) => {
    await sql`
      insert into statements (id, format, file_name, size, sha256, accounts, warnings, new_lines, known_lines, imported_by,
        imported_at)
      values (${statement}, 'mt940', 'x', 1, sha256('x'), ${JSON.stringify([{ account, currency }])}, '[]', 1, 0, 'x', now())
    `.execute(db)
    await sql`
      insert into statement_lines (id, statement_id, account, currency, booked_on, direction, document_number, payer_account,
        amount, occurrence, purpose)
      values (${statement}, ${statement}, ${account}, ${currency}, '2026-01-30', 'outgoing', ${currency}, '', 10, 2, '')
    `.execute(db)
  }
  const known = [
    [id('1'), 'DE1', 'USD'],
    [id('2'), 'DE1', 'EUR'],
    [id('3'), 'DE2', 'EUR'],
  ] as const
  for (const [statement, account, currency] of known) {
    await imported(statement, account, currency)
    await period(statement, account).execute(db)
  }
  await sql`
    insert into statement_exceptions (statement_id, warnings, waiting_since)
    values (${id('2')}, ${JSON.stringify([
      { code: 'gap', account: 'DE1', stated: '1', found: '2' },
      { code: 'overlap', account: 'other', stated: '1', found: '2' },
    ])}::jsonb, now())
  `.execute(db)
  await migrate(db)

  const { rows } = await sql`
    select period.account, period.currency, line.occurrence from statement_periods as period
    join statement_lines as line on line.id = period.statement_id order by line.id
  `.execute(db)
  const euro = ((4 * 26 + 20) * 26 + 17 + 1) * 100_000
  expect(rows).toEqual([
    { account: 'DE1', currency: 'USD', occurrence: 2 },
    { account: 'DE1', currency: 'EUR', occurrence: euro + 2 },
    { account: 'DE2', currency: 'EUR', occurrence: 2 },
  ])
  const shifts = await findShifts(db, [
    { account: 'DE1', currency: 'EUR' },
    { account: 'DE1', currency: 'USD' },
    { account: 'DE2', currency: 'EUR' },
    { account: 'DE3', currency: 'USD' },
  ])
  expect([...shifts]).toEqual([['DE1 EUR', euro]])
  expect(await db.selectFrom('statement_exceptions').select('warnings').execute()).toEqual([
    {
      warnings: [
        { code: 'gap', account: 'DE1', currency: 'EUR', stated: '1', found: '2' },
        { code: 'overlap', account: 'other', stated: '1', found: '2' },
      ],
    },
  ])
  // A node of the release before writes it so.
  await imported(id('4'), 'DE4', 'CHF')
  await period(id('4'), 'DE4').execute(db)
  const written = await db
    .selectFrom('statement_periods')
    .select('currency')
    .where('account', '=', 'DE4')
    .execute()
  expect(written).toEqual([{ currency: 'CHF' }])
  await db.destroy()
})
