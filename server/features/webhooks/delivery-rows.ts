import { sql } from 'kysely'
import { webhookDeliveryList } from '../../../contract/lists/webhook-deliveries.ts'
import { typesOfEvents } from '../../platform/events/outbox.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { toDelivery } from './delivery-response.ts'
import { deliveries } from './webhook-store.ts'

/** Of all endpoints, newest first. */
export const deliveryRows = rowsOf(webhookDeliveryList, {
  conditions: ({ endpoint_id, state, event_type, from, to }) => [
    ...equals('webhook_deliveries', { endpoint_id, state }),
    ...(event_type === undefined ? [] : [sql<boolean>`event.type = ${event_type}`]),
    ...withinDays(sql`webhook_deliveries.created_at`, from, to),
  ],
  page: {
    find: deliveries,
    order: [{ value: sql`webhook_deliveries.seq`, type: 'bigint' }],
    items: (_db, rows) => rows.map(toDelivery),
  },
  file: {
    from: sql`webhook_deliveries
      join webhook_endpoints as endpoint on endpoint.id = webhook_deliveries.endpoint_id
      join ${typesOfEvents} as event on event.id = webhook_deliveries.event_id`,
    key: sql`webhook_deliveries.seq`,
    keyType: 'bigint',
    columns: columnsOf('webhook_deliveries', {
      id: 'code',
      endpoint_id: 'code',
      endpoint_url: ['text', sql`endpoint.url`],
      event_id: 'code',
      event_type: ['code', sql`event.type`],
      object_type: 'code',
      object_id: 'code',
      state: 'code',
      attempts: 'number',
      last_attempt_at: 'time',
      next_attempt_at: [
        'time',
        sql`case when webhook_deliveries.state = 'pending' then webhook_deliveries.next_attempt_at end`,
      ],
      response_status: 'number',
      error_code: ['code', sql`webhook_deliveries.error ->> 'code'`],
      created_at: 'time',
    }),
  },
})
