import { Type } from 'typebox'
import { cursorPage, field, IdFilter, oneOf, ref } from '../api/common.ts'
import { listsTag } from '../api/tags.ts'
import { deliveryStates, WebhookDeliveryResponse } from '../events/webhooks.ts'
import { days, list } from './list.ts'

const page = cursorPage(ref(WebhookDeliveryResponse), 'FilteredWebhookDeliveriesResponse')

export const webhookDeliveryList = list({
  name: 'webhook-deliveries',
  title: { en: 'Webhook deliveries', ru: 'Доставки вебхуков' },
  heads: {
    endpoint_id: { en: 'Webhook', ru: 'Вебхук' },
    endpoint_url: { en: 'Address', ru: 'Адрес' },
    event_id: { en: 'Event ID', ru: 'ID события' },
    event_type: { en: 'Event', ru: 'Событие' },
    object_type: { en: 'Kind of object', ru: 'Вид объекта' },
    object_id: { en: 'Object ID', ru: 'ID объекта' },
    state: { en: 'State', ru: 'Состояние' },
    attempts: { en: 'Attempts', ru: 'Попыток' },
    last_attempt_at: { en: 'Last attempt', ru: 'Последняя попытка' },
    next_attempt_at: { en: 'Next attempt', ru: 'Следующая попытка' },
    response_status: { en: 'Response', ru: 'Ответ' },
    error_code: { en: 'Error', ru: 'Ошибка' },
  },
  access: 'webhooks:manage',
  filters: {
    endpoint_id: field(Type.Optional(IdFilter), 'Only deliveries to this endpoint'),
    state: field(Type.Optional(oneOf(deliveryStates)), 'Only deliveries in this state', 'parked'),
    event_type: field(
      Type.Optional(Type.String({ maxLength: 64 })),
      'Only deliveries of events of this type',
      'organization.kyb_decided',
    ),
    ...days('deliveries of events that happened'),
  },
  read: {
    id: 'filterWebhookDeliveries',
    path: '/v1/lists/webhook-deliveries',
    tag: listsTag,
    summary: 'List the deliveries of all webhook endpoints, newest first',
    page,
  },
  file: {
    id: 'exportWebhookDeliveries',
    what: 'the deliveries of webhooks',
    words: { state: 'delivery_state' },
  },
})
