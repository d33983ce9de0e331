import type { ColumnType, Generated } from 'kysely'
import type { MailLanguage, NoticeKind } from '../../../../contract/work/inbox.ts'

export type MailState = 'pending' | 'sent' | 'failed' | 'dropped'

export interface MailTables {
  notification_settings: {
    administrator_id: string
    language: MailLanguage | null
    mail_kinds: NoticeKind[]
    digest_hour: number | null
    time_zone: string | null
    updated_at: Date
  }
  mails: {
    id: string
    administrator_id: string
    notice_id: string | null
    digest_day: string | null
    sealed_link: ColumnType<Buffer | null, Buffer | undefined, Buffer | null>
    link_expires_at: ColumnType<Date | null, Date | undefined, never>
    state: Generated<MailState>
    attempts: Generated<number>
    first_attempt_at: Date | null
    last_attempt_at: Date | null
    next_attempt_at: Date
    lease: string | null
    error: string | null
    created_at: Date
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends MailTables {}
}
