import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { emptyDatabase } from '../support/service/harness.ts'

const anna = '00000000-0000-7000-8000-000000000001'

test('who was kept as an id, an address or the name of a command is an actor afterwards', async () => {
  const db = connect(await emptyDatabase(), { max: 1 })
  const all = await readMigrations()
  await migrate(
    db,
    all.filter(({ name }) => name < '0443'),
  )
  await sql`
    insert into administrators (id, email, name, role, password_hash, password_changed_at, created_at, created_by, updated_at)
    values (${anna}, 'anna@example.com', 'Anna', 'owner', 'x', now(), now(), 'x', now())
  `.execute(db)
  await sql`
    insert into bank_registers (id, as_of, sha256, imported_at, imported_by)
    values (1, '2026-01-31', 'x', now(), 'kontor banks import')
  `.execute(db)
  for (const by of [anna, 'gone@example.com', null])
    await sql`
      insert into party_generations (state, started_at, files, started_by)
      values ('abandoned', '2026-01-31T12:00:00Z', '[]', ${by})
    `.execute(db)
  await sql`
    insert into setup_dismissals (step, administrator_id, dismissed_at, dismissed_by)
    values ('password', ${anna}, now(), 'anna@example.com')
  `.execute(db)
  await migrate(db)

  const [register] = await db.selectFrom('bank_registers').select('imported_by').execute()
  expect(register).toEqual({ imported_by: { kind: 'cli', id: null, name: 'kontor banks import' } })
  const imports = await db
    .selectFrom('party_generations')
    .select('started_by')
    .where('state', '=', 'abandoned')
    .orderBy('generation')
    .execute()
  const owner = { kind: 'administrator', id: anna, name: 'anna@example.com' }
  expect(imports.map(({ started_by }) => started_by)).toEqual([
    owner,
    { kind: 'administrator', id: null, name: 'gone@example.com' },
    null,
  ])
  const [dismissal] = await db.selectFrom('setup_dismissals').select('dismissed_by').execute()
  expect(dismissal).toEqual({ dismissed_by: owner })
  await db.destroy()
})
