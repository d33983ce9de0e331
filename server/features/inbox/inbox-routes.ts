import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/inbox.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { InboxService } from './inbox-service.ts'

export function inboxRoutes(app: FastifyInstance, service: InboxService): void {
  route(app, operations.readInbox, ({ query, actor }) => service.list(query, actor))
  route(app, operations.readNotice, ({ params, actor }) => service.read(params.notice_id, actor))
  route(app, operations.readAllNotices, ({ body, actor }) => service.readAll(body.until, actor))
  route(app, operations.readNotificationSettings, ({ actor }) => service.settings(actor))
  route(app, operations.updateNotificationSettings, ({ body, actor }) => service.changeSettings(body, actor))
}
