import { sql } from 'kysely'
import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import type {
  InboxResponse,
  Notice,
  NotificationSettings,
  UpdateNotificationSettingsBody,
} from '../../../contract/work/inbox.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { isTimeZone } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { type OrderedBy, readItems } from '../../platform/lists/page.ts'
import * as store from './inbox-store.ts'
import { findSettings, saveSettings } from './mail/settings-store.ts'

/** The ids are chronological. */
const newestNotice: readonly OrderedBy[] = [{ value: sql.ref('inbox_notices.id'), type: 'uuid' }]

export type InboxService = ReturnType<typeof createInboxService>

/** The inbox of the caller, and what they want by mail. */
export function createInboxService({
  db: pool,
  now,
  sendsMail,
}: {
  db: Db
  now: () => Date
  sendsMail: boolean
}) {
  async function settingsOf(db: Db, actor: Actor): Promise<NotificationSettings> {
    const { id } = signedIn(actor)
    const { mail_kinds, ...settings } = await findSettings(db, id)
    // The name of an administrator as an actor is the address.
    return { ...settings, mail: mail_kinds, mail_enabled: sendsMail, email: actor.name }
  }

  return {
    async list(
      query: { limit: number; cursor?: string; unread?: boolean },
      actor: Actor,
    ): Promise<InboxResponse> {
      const reader = readerOf(actor)
      const notices = store.noticesFor(pool, reader, query)
      return {
        ...(await readItems(notices, newestNotice, query, toNotice)),
        unread: await store.countUnread(pool, reader),
      }
    },

    read(id: string, actor: Actor): Promise<Notice> {
      const reader = readerOf(actor)
      return pool.transaction().execute(async (db) => {
        const isNew = isId(id) && (await store.markRead(db, reader.id, { id }, now()))
        const notice = isId(id) ? await store.findNotice(db, reader, id) : undefined
        if (!notice) throw new Failure('not_found', 'notice_not_found', 'There is no such notice.')
        if (isNew) await store.notifyPeople(db, [reader.id])
        return toNotice(notice)
      })
    },

    readAll(until: string | undefined, actor: Actor): Promise<{ unread: number }> {
      const reader = readerOf(actor)
      return pool.transaction().execute(async (db) => {
        if (await store.markRead(db, reader.id, { until }, now())) await store.notifyPeople(db, [reader.id])
        return { unread: await store.countUnread(db, reader) }
      })
    },

    settings: (actor: Actor) => settingsOf(pool, actor),

    changeSettings(
      { mail, ...given }: UpdateNotificationSettingsBody,
      actor: Actor,
    ): Promise<NotificationSettings> {
      const { time_zone } = given
      if (time_zone && !isTimeZone(time_zone))
        throw new Invalid([fault(['body', 'time_zone'], 'time_zone_unknown')])
      return pool.transaction().execute(async (db) => {
        const change = { ...given, ...(mail && { mail_kinds: mail }) }
        await saveSettings(db, signedIn(actor).id, change, now())
        return settingsOf(db, actor)
      })
    },
  }
}

function readerOf(actor: Actor): store.Reader {
  return { id: signedIn(actor).id, permissions: [...actor.permissions] }
}

function toNotice(row: store.ShownNotice): Notice {
  return {
    id: row.id,
    kind: row.kind,
    subject: { type: row.subject_type, id: row.subject_id },
    organization_id: row.organization_id,
    actor:
      row.actor_id !== null && row.actor_name !== null ? { id: row.actor_id, name: row.actor_name } : null,
    details: row.details,
    at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}
