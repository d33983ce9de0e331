import type { NoticeKind } from '../../../contract/work/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import * as store from './inbox-store.ts'
import { insertMails } from './mail/mail-store.ts'
import { listMailKinds } from './mail/settings-store.ts'

export type WriteNotices = ReturnType<typeof createNoticeWriter>

/** Writes notices and, for those who want them by mail, their mails, in the transaction of the caller. */
export function createNoticeWriter({ sendsMail }: { sendsMail: boolean }) {
  return async (db: Db, notices: readonly store.NewNotice[], at: Date): Promise<number> => {
    const written = await store.insertNotices(db, notices)
    if (sendsMail && written.length > 0) {
      const chosen = await listMailKinds(
        db,
        written.map(({ administrator_id }) => administrator_id),
      )
      const wantsMail = ({ administrator_id, kind }: { administrator_id: string; kind: NoticeKind }) =>
        chosen(administrator_id).includes(kind)
      await insertMails(
        db,
        written.filter(wantsMail).map(({ id, administrator_id }) => ({ administrator_id, notice_id: id })),
        at,
      )
    }
    await store.notifyPeople(
      db,
      written.map(({ administrator_id }) => administrator_id),
    )
    return written.length
  }
}
