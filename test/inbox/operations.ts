import type { Changes, Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  readNotice: async (world, role = 'owner') => {
    const session = await world.signIn(role)
    return { path: `/v1/inbox/${await world.notice(session)}/read`, session }
  },
  readAllNotices: async () => ({ path: '/v1/inbox/read', body: {} }),
  updateNotificationSettings: async () => ({
    path: '/v1/account/notifications',
    body: { language: 'ru', digest_hour: 8 },
  }),
}

export const changes: Changes = {
  readNotice: 'only the caller reads their inbox',
  readAllNotices: 'only the caller reads their inbox',
  updateNotificationSettings: 'only the caller reads their settings',
}
