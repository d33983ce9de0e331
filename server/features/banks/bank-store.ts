import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { BankRegisterRow, BankRow, NewBankRegister } from './bank-tables.ts'

export function findBank(db: Db, bik: string): Promise<BankRow | undefined> {
  return db.selectFrom('banks').selectAll().where('bik', '=', bik).executeTakeFirst()
}

export function findRegister(db: Db): Promise<BankRegisterRow | undefined> {
  return db
    .selectFrom('bank_registers')
    .select(['as_of', 'sha256', 'imported_at', 'imported_by'])
    .executeTakeFirst()
}

export async function countBanks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('banks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Others who import wait until the transaction ends. Whoever reads does not. */
export async function holdBanks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kontor banks', 0))`.execute(db)
}

/** Makes the banks those of a new register, and says how many are new, others, and gone. */
export async function replaceBanks(
  db: Db,
  banks: readonly BankRow[],
): Promise<{ added: number; changed: number; removed: number }> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into banks (bik, name, place, correspondent_account, restrictions)
    select bik, name, place, correspondent_account, restrictions
      from jsonb_to_recordset(${JSON.stringify(banks)}::jsonb)
        as given (bik text, name text, place text, correspondent_account text, restrictions text[])
    on conflict (bik) do update set name = excluded.name, place = excluded.place,
      correspondent_account = excluded.correspondent_account, restrictions = excluded.restrictions
      where (banks.name, banks.place, banks.correspondent_account, banks.restrictions)
        is distinct from (excluded.name, excluded.place, excluded.correspondent_account, excluded.restrictions)
    returning xmax = 0 as is_new
  `.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('banks')
    .where(sql<boolean>`bik <> all (${banks.map(({ bik }) => bik)}::text[])`)
    .executeTakeFirst()
  const added = rows.filter(({ is_new }) => is_new).length
  return { added, changed: rows.length - added, removed: Number(numDeletedRows) }
}

export async function writeRegister(db: Db, register: NewBankRegister): Promise<void> {
  await db
    .insertInto('bank_registers')
    .values({ id: 1, ...register })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(register))
    .execute()
}
