import { Type } from 'typebox'
import { field, Id, idCursorQuery, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  InboxResponse,
  Notice,
  NotificationSettings,
  ReadAllBody,
  ReadAllResponse,
  UpdateNotificationSettingsBody,
} from '../../work/inbox.ts'

const tag = {
  name: 'Inbox',
  description: 'What you are told of: mentions, assignments, approvals, overdue work, security.',
}
const own = { tag, access: 'session', extension: true } as const

export const readInbox = operation({
  ...own,
  id: 'readInbox',
  method: 'GET',
  path: '/v1/inbox',
  summary: 'Read your inbox, newest first',
  query: Type.Object({
    ...idCursorQuery,
    unread: field(
      Type.Optional(Type.Boolean()),
      'Only notices that are unread, or only those that are read',
      true,
    ),
  }),
  response: ref(InboxResponse),
})

export const readNotice = operation({
  ...own,
  id: 'readNotice',
  method: 'POST',
  path: '/v1/inbox/{notice_id}/read',
  summary: 'Mark a notice as read',
  params: Type.Object({ notice_id: field(Id, 'The id of the notice') }),
  response: ref(Notice),
})

export const readAllNotices = operation({
  ...own,
  id: 'readAllNotices',
  method: 'POST',
  path: '/v1/inbox/read',
  summary: 'Mark all notices as read',
  body: ref(ReadAllBody),
  response: ref(ReadAllResponse),
})

export const readNotificationSettings = operation({
  ...own,
  id: 'readNotificationSettings',
  method: 'GET',
  path: '/v1/account/notifications',
  summary: 'Read what you get by e-mail',
  response: ref(NotificationSettings),
})

export const updateNotificationSettings = operation({
  ...own,
  id: 'updateNotificationSettings',
  method: 'PATCH',
  path: '/v1/account/notifications',
  summary: 'Choose what you get by e-mail',
  body: ref(UpdateNotificationSettingsBody),
  response: ref(NotificationSettings),
})
