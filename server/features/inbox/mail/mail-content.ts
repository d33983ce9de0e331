import { type Permission, permissionsOf } from '../../../../contract/api/roles.ts'
import { type MailLanguage, placeOfNotice } from '../../../../contract/work/inbox.ts'
import type { QueueName } from '../../../../contract/work/work.ts'
import type { MailToSend } from './mail-store.ts'
import type { MailTexts } from './mail-texts.ts'
import { textsEn } from './texts-en.ts'
import { textsRu } from './texts-ru.ts'

/** What waits for a person: queues with work, and unread notices. */
export interface Waiting {
  queues: { queue: QueueName; total: number; isExact: boolean; overdue: number }[]
  unread: number
}
export type ReadWaiting = (person: { id: string; permissions: ReadonlySet<Permission> }) => Promise<Waiting>

const texts: Record<MailLanguage, MailTexts> = { en: textsEn, ru: textsRu }

export type WriteMail = (mail: MailToSend) => Promise<{ subject: string; text: string } | undefined>

/** Writes a mail at the moment when it is sent. Undefined if there is nothing to say any more. */
export function createMailWriter({
  publicUrl,
  waitingFor,
  openLink,
  now,
}: {
  publicUrl: string
  waitingFor: ReadWaiting
  openLink: (mailId: string, sealed: Buffer, administratorId: string) => Promise<string | undefined>
  now: () => Date
}): WriteMail {
  const link = (place: string) => `${publicUrl}/#${place}`

  return async ({ recipient, language, notice, link: half }) => {
    const spoken = texts[language ?? languageOf(recipient.name)]
    if (half) {
      if (half.expires_at <= now()) return undefined
      const { subject, text } = spoken.link
      const opened = await openLink(half.mailId, half.sealed, recipient.id)
      return opened === undefined ? undefined : { subject, text: `${text}\n\n${opened}\n` }
    }
    const footer = `-- \n${spoken.footer}\n${link('/account')}\n`
    if (notice) {
      const sentence = spoken.notice(notice)
      return { subject: sentence, text: `${sentence}.\n\n${link(placeOfNotice(notice))}\n\n${footer}` }
    }
    const { queues, unread } = await waitingFor({
      id: recipient.id,
      permissions: permissionsOf(recipient.role),
    })
    if (queues.length === 0 && unread === 0) return undefined
    const lines = queues.map(
      ({ queue, total, isExact, overdue }) =>
        `${spoken.queue(queue, isExact ? String(total) : `${total}+`, overdue)}\n${link(`/work/${queue}`)}`,
    )
    const inbox = unread > 0 ? [`${spoken.digest.unread(unread)}\n${link('/inbox')}`] : []
    return {
      subject: spoken.digest.subject,
      text: `${[spoken.digest.opening, ...lines, ...inbox].join('\n\n')}\n\n${footer}`,
    }
  }
}

/** Until somebody chooses: the letters of their name. */
export function languageOf(name: string): MailLanguage {
  return /\p{Script=Cyrillic}/u.test(name) ? 'ru' : 'en'
}
