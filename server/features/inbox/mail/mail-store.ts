import { sql } from 'kysely'
import type { Permission, Role } from '../../../../contract/api/roles.ts'
import type { MailLanguage, NoticeKind } from '../../../../contract/work/inbox.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Lease } from '../../../platform/delivery/leased-work.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { standingOf } from '../../administrators/accounts/proven-people.ts'

/** A mail that this node has leased. */
export type LeasedMail = { id: string; lease: string; attempts: number; first_attempt_at: Date | null }

/** What is known of a mail at the moment of sending. */
export interface MailToSend {
  created_at: Date
  recipient: { id: string; email: string; name: string; role: Role; is_active: boolean }
  language: MailLanguage | null
  notice: {
    kind: NoticeKind
    subject: { type: string; id: string }
    organization_id: string | null
    permission: Permission
    details: Record<string, unknown>
  } | null
  /** Half of a link to set a password, still sealed, and its end. */
  link: { mailId: string; sealed: Buffer; expires_at: Date } | null
}

/** The result of one attempt. Without `retry_at`, a mail that was not sent has failed for good. */
export type MailAttempt = {
  at: Date
  outcome: 'sent' | 'failed' | 'dropped'
  retry_at: Date | undefined
  error: string | null
}

/** What sending reads and writes. A simulation passes its own. */
export interface MailStore {
  hasDue(at: Date): Promise<boolean>
  claim(claim: Lease): Promise<LeasedMail | undefined>
  find(id: string): Promise<MailToSend | undefined>
  finish(mail: LeasedMail, attempt: MailAttempt): Promise<boolean>
  release(mail: LeasedMail, at: Date): Promise<void>
}

/** People are given as a subquery, because they are rows of another feature. */
export function createMailStore(db: Db, people: PeopleToMail, provenTables: RowChecks): MailStore {
  return {
    async hasDue(at) {
      const { rows } = await sql`
        select from mails where state = 'pending' and next_attempt_at <= ${at} limit 1
      `.execute(db)
      return rows.length > 0
    },

    /** Mails that other nodes are leasing at the same time are skipped. */
    async claim({ at, until, lease }) {
      const { rows } = await sql<LeasedMail>`
        with due as (
          select id from mails where state = 'pending' and next_attempt_at <= ${at}
          order by next_attempt_at limit 1 for update skip locked
        )
        update mails set lease = ${lease}, next_attempt_at = ${until} from due where mails.id = due.id
        returning mails.id, mails.lease, mails.attempts, mails.first_attempt_at
      `.execute(db)
      return rows[0]
    },

    async find(id) {
      const row = await db
        .selectFrom('mails')
        .innerJoin(people(db).as('person'), 'person.id', 'mails.administrator_id')
        .leftJoin('notification_settings as settings', 'settings.administrator_id', 'person.id')
        .leftJoin('inbox_notices as notice', 'notice.id', 'mails.notice_id')
        .select(['mails.created_at', 'mails.sealed_link', 'mails.link_expires_at', 'settings.language'])
        .select(['person.id', 'person.email', 'person.name', 'person.role', 'person.disabled_at'])
        .select('person.proven')
        .select(['notice.kind', 'notice.subject_type', 'notice.subject_id', 'notice.organization_id'])
        .select(['notice.permission', 'notice.details'])
        .where('mails.id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { email, name, role, disabled_at } = row
      // Somebody may have written another address into the row.
      const isTrusted = (await standingOf(db, provenTables, row.proven)) !== 'unproven'
      return {
        created_at: row.created_at,
        recipient: { id: row.id, email, name, role, is_active: disabled_at === null && isTrusted },
        language: row.language,
        link: row.sealed_link &&
          row.link_expires_at && { mailId: id, sealed: row.sealed_link, expires_at: row.link_expires_at },
        notice:
          row.kind === null || row.permission === null
            ? null
            : {
                kind: row.kind,
                subject: { type: row.subject_type ?? '', id: row.subject_id ?? '' },
                organization_id: row.organization_id,
                permission: row.permission,
                details: row.details ?? {},
              },
      }
    },

    /** False when the lease ran out and another node has the mail now. */
    async finish({ id, lease, attempts, first_attempt_at }, { at, outcome, retry_at, error }) {
      const { numUpdatedRows } = await db
        .updateTable('mails')
        .set({
          state: outcome === 'failed' && retry_at ? 'pending' : outcome,
          attempts: attempts + 1,
          first_attempt_at: first_attempt_at ?? at,
          last_attempt_at: at,
          ...(retry_at && { next_attempt_at: retry_at }),
          lease: null,
          error,
          ...((outcome !== 'failed' || !retry_at) && { sealed_link: null }),
        })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Without an attempt. */
    async release({ id, lease }, at) {
      await db
        .updateTable('mails')
        .set({ lease: null, next_attempt_at: at })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute()
    },
  }
}

export type PeopleToMail = typeof import('../../administrators/accounts/accounts.ts').accounts

export async function insertMails(
  db: Db,
  mails: readonly { administrator_id: string; notice_id: string }[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return
  await db
    .insertInto('mails')
    .values(
      mails.map((mail) => ({ id: newId(), ...mail, digest_day: null, next_attempt_at: at, created_at: at })),
    )
    .onConflict((conflict) => conflict.column('notice_id').doNothing())
    .execute()
}

/** Those of these people who have no digest of this day yet. */
export async function findDigested(
  db: Db,
  digests: readonly { administrator_id: string; digest_day: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ administrator_id: string }>`
    select administrator_id from mails
    where (administrator_id, digest_day) in (
      select * from unnest(${digests.map((one) => one.administrator_id)}::uuid[], ${digests.map((one) => one.digest_day)}::date[])
    )
  `.execute(db)
  return new Set(rows.map((row) => row.administrator_id))
}

/** True if this call has added it: with `dropped`, there was nothing to say that day. */
export async function insertDigest(
  db: Db,
  digest: { administrator_id: string; digest_day: string; state: 'pending' | 'dropped' },
  at: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('mails')
    .values({ id: newId(), ...digest, notice_id: null, next_attempt_at: at, created_at: at })
    .onConflict((conflict) => conflict.columns(['administrator_id', 'digest_day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Mails that wait to be sent, counted up to a limit. */
export async function findMailBacklog(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int8 as count, min(created_at) as oldest
    from (select created_at from mails where state = 'pending' limit 10000) as pending
  `.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Mails of notices go with their notice. */
export async function deleteOldDigests(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', before)
    .where('notice_id', 'is', null)
    .where('state', '<>', 'pending')
    .execute()
}
