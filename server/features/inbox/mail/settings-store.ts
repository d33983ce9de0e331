import { defaultDigestHour, defaultMailKinds, type NoticeKind } from '../../../../contract/work/inbox.ts'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../administrators/accounts/accounts.ts'
import type { MailTables } from './mail-tables.ts'

export type Settings = Omit<MailTables['notification_settings'], 'administrator_id' | 'updated_at'>

const defaults: Settings = {
  language: null,
  mail_kinds: [...defaultMailKinds],
  digest_hour: defaultDigestHour,
  time_zone: null,
}

export async function findSettings(db: Db, administratorId: string): Promise<Settings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['language', 'mail_kinds', 'digest_hour', 'time_zone'])
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  return row ?? defaults
}

/** Fields that are not given stay as they are. */
export async function saveSettings(
  db: Db,
  administratorId: string,
  given: Partial<Settings>,
  at: Date,
): Promise<void> {
  const change = { ...given, updated_at: at }
  await db
    .insertInto('notification_settings')
    .values({ administrator_id: administratorId, ...defaults, ...change })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(change))
    .execute()
}

/** Which kinds each of these people gets by mail. */
export async function listMailKinds(
  db: Db,
  people: readonly string[],
): Promise<(administratorId: string) => readonly NoticeKind[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['administrator_id', 'mail_kinds'])
    .where('administrator_id', 'in', people)
    .execute()
  const chosen = new Map(rows.map((row) => [row.administrator_id, row.mail_kinds]))
  return (id) => chosen.get(id) ?? defaults.mail_kinds
}

/** The settings of everybody who can be told something. */
export async function listDigestSettings(db: Db) {
  const rows = await db
    .selectFrom(accounts(db).as('person'))
    .leftJoin('notification_settings as settings', 'settings.administrator_id', 'person.id')
    .where('person.disabled_at', 'is', null)
    .select(['person.id', 'person.role'])
    .select(['settings.administrator_id as chosen', 'settings.digest_hour', 'settings.time_zone'])
    .execute()
  return rows.map(({ id, role, chosen, digest_hour, time_zone }) => ({
    id,
    role,
    digest_hour: chosen === null ? defaults.digest_hour : digest_hour,
    time_zone,
  }))
}
