import type { QueueName } from '../../../../contract/work/work.ts'
import type { MailToSend } from './mail-store.ts'

export type MailNotice = NonNullable<MailToSend['notice']>

/** The sentences of one language. They name numbers and kinds of things: no names, no amounts, nothing that people wrote. */
export interface MailTexts {
  notice(notice: Pick<MailNotice, 'kind' | 'details' | 'subject'>): string
  digest: { subject: string; opening: string; unread: (count: number) => string }
  queue(queue: QueueName, total: string, overdue: number): string
  /** Half of a link to set a password. */
  link: { subject: string; text: string }
  footer: string
}
