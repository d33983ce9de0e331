import { type Static, Type } from 'typebox'
import { cursorPage, exampleId, field, Id, IdFilter, Instant, nullable, oneOf, ref } from '../api/common.ts'

/** Why people are told something. */
export const noticeKinds = ['mention', 'assignment', 'approval', 'overdue', 'expiring', 'security'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const mailLanguages = ['en', 'ru'] as const
export type MailLanguage = (typeof mailLanguages)[number]

export const Notice = Type.Object(
  {
    id: field(Id, 'The id of the notice'),
    kind: field(oneOf(noticeKinds), 'Why you are told', 'mention'),
    subject: field(
      Type.Object({
        type: field(Type.String(), 'The type of the object, or `work_queue`', 'purchase_request'),
        id: field(Type.String(), 'The id of the object, or the name of the queue', exampleId),
      }),
      'What it is about',
    ),
    organization_id: field(nullable(Id), 'The organization that the object belongs to'),
    actor: field(
      Type.Unsafe<{ id: string; name: string } | null>({
        type: ['object', 'null'],
        properties: {
          id: field(Id, 'The id of the administrator'),
          name: field(Type.String(), 'The name of the administrator now', 'Anna Petrova'),
        },
        required: ['id', 'name'],
      }),
      'The administrator who did it; null if none did',
    ),
    details: field(
      Type.Record(Type.String(), Type.Unknown()),
      'More about it: the `number` of a request, the `document` kind, the `act` of an approval, the `queue`, the `count`, the `event`',
      { number: 'PR-2026-000123' },
    ),
    at: field(Instant, 'Since when it is there'),
    read_at: field(nullable(Instant), 'When it was read; null if it is unread', null),
  },
  { $id: 'Notice', description: 'Something that you are told of.' },
)
export type Notice = Static<typeof Notice>

const list = cursorPage(ref(Notice), 'NoticeList')
const unreadCount = field(Type.Integer({ minimum: 0 }), 'How many notices are unread; at most 1000', 3)

export const InboxResponse = Type.Object(
  { ...list.properties, unread: unreadCount },
  { $id: 'InboxResponse', description: 'A page of your inbox.' },
)
export type InboxResponse = { items: Notice[]; next_cursor: string | null; unread: number }

export const ReadAllBody = Type.Object(
  {
    until: field(
      Type.Optional(IdFilter),
      'Only this notice and older ones, so that nothing is marked that was not seen',
      exampleId,
    ),
  },
  { $id: 'ReadAllBody', additionalProperties: false, description: 'Which notices were read.' },
)

export const ReadAllResponse = Type.Object(
  { unread: unreadCount },
  { $id: 'ReadAllResponse', description: 'What is left.' },
)

const settings = {
  language: field(
    nullable(oneOf(mailLanguages)),
    'The language of e-mails; null: Russian if your name is written in Cyrillic letters, otherwise English',
    'ru',
  ),
  mail: field(
    Type.Array(oneOf(noticeKinds), { uniqueItems: true }),
    'The kinds of notices that are also sent by e-mail, at once',
    ['mention', 'assignment', 'approval', 'security'],
  ),
  digest_hour: field(
    nullable(Type.Integer({ minimum: 0, maximum: 23 })),
    'The hour from which the daily digest of what waits is sent; null for none',
    9,
  ),
  time_zone: field(
    nullable(Type.String({ maxLength: 64 })),
    'The IANA time zone of `digest_hour`; null for that of the service',
    'Europe/Moscow',
  ),
}

export const NotificationSettings = Type.Object(
  {
    ...settings,
    mail_enabled: field(Type.Boolean(), 'Whether this installation sends e-mails', true),
    email: field(Type.String(), 'Where they are sent', 'anna@example.com'),
  },
  { $id: 'NotificationSettings', description: 'What you get by e-mail.' },
)
export type NotificationSettings = Static<typeof NotificationSettings>

export const UpdateNotificationSettingsBody = Type.Partial(Type.Object(settings), {
  $id: 'UpdateNotificationSettingsBody',
  additionalProperties: false,
  description: 'What to change. Fields that are left out stay as they are.',
})
export type UpdateNotificationSettingsBody = Static<typeof UpdateNotificationSettingsBody>

/** What holds until somebody chooses. */
export const defaultMailKinds: readonly NoticeKind[] = ['mention', 'assignment', 'approval', 'security']
export const defaultDigestHour = 9

/** Where the console shows what a notice is about. */
export function placeOfNotice({
  subject,
  organization_id,
}: Pick<Notice, 'subject' | 'organization_id'>): string {
  switch (subject.type) {
    case 'purchase_request':
      return `/purchase-requests/${subject.id}/show`
    case 'organization':
      return `/organizations/${subject.id}/show`
    case 'document':
      return `/organizations/${organization_id}/show/documents`
    case 'approval':
      return `/approvals/${subject.id}/show`
    case 'wallets':
      return `/organizations/${organization_id}/show/wallets`
    case 'administrator':
      return '/administrators'
    case 'policy':
      return '/policy'
    case 'audit':
      return '/audit-events'
    case 'work_queue':
      return `/work/${subject.id}`
    default:
      return '/inbox'
  }
}
