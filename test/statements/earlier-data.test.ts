import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
      first_day: '2026-01-30',
      last_day: '2026-01-31',
      opening: '-5.00',
      closing: '6.00',
      is_over: false,
    },
  ])
  await db.destroy()
})
