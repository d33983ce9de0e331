import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { eventTypes } from '../../contract/events/events.ts'
import type { WebhookDeliveryResponse } from '../../contract/events/webhooks.ts'
import { webhookDeliveryList } from '../../contract/lists/webhook-deliveries.ts'
import { redeliverWebhook } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow } from '../shared/lists/record-table.tsx'
import { ActionMenu } from '../shared/pages/action-menu.tsx'
import { Ago, useFormatTime } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { type ListColumn, ListTab } from '../views/list-tab.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { useEndpoints } from './use-endpoints.ts'

/** Deliveries with what was answered, newest first: of all webhooks, or to one of them. */
export function Deliveries({ webhookId }: { webhookId?: string }) {
  const translate = useTranslate()
  const endpoints = useEndpoints()
  const [opened, setOpened] = useState<WebhookDeliveryResponse | null>(null)
  const failureOf = useFailure()
  const columns = useColumns(setOpened)
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? id
  const endpoint: ListColumn<WebhookDeliveryResponse> = {
    key: 'endpoint_id',
    priority: 3,
    render: ({ endpoint_id }) => <Link to={`/webhooks/${endpoint_id}/show`}>{urlOf(endpoint_id)}</Link>,
  }
  return (
    <>
      <ListTab
        list={webhookDeliveryList}
        isPage={webhookId === undefined}
        {...(webhookId !== undefined && { fixed: { endpoint_id: webhookId } })}
        filters={{
          state: {},
          event_type: { choices: Object.keys(eventTypes).map((type) => ({ id: type, name: type })) },
          ...(webhookId === undefined && {
            endpoint_id: { choices: endpoints.map(({ id, url }) => ({ id, name: url })) },
          }),
        }}
        days="of_day"
        refetchInterval={5_000}
        columns={webhookId === undefined ? [...columns, endpoint] : columns}
        rowName={({ event_type }) => event_type}
        empty={<EmptyState title={translate('kontor.webhooks.deliveries_empty')} />}
      />
      {opened && (
        <DeliveryDialog delivery={opened} failure={failureOf(opened)} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function useColumns(
  onOpen: (delivery: WebhookDeliveryResponse) => void,
): ListColumn<WebhookDeliveryResponse>[] {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.webhooks.${name}`)
  const act = useDeliveryAct()
  const failureOf = useFailure()
  const next = useNext()
  const send = ({ id, endpoint_id, state }: WebhookDeliveryResponse) =>
    act(
      () => call(redeliverWebhook, { params: { webhook_id: endpoint_id, delivery_id: id } }),
      state === 'pending' ? 'kontor.webhooks.retried' : 'kontor.webhooks.redelivered',
    )
  return [
    { key: 'event_type', kind: 'name', render: ({ event_type }) => event_type },
    {
      key: 'state',
      kind: 'status',
      priority: 2,
      render: ({ state, attempts }) => (
        <StatusChip kind="delivery_state" status={state === 'pending' && attempts > 0 ? 'retrying' : state} />
      ),
    },
    { key: 'attempts', kind: 'count', priority: 6, align: 'right', render: ({ attempts }) => attempts },
    {
      key: 'response_status',
      priority: 4,
      render: (delivery) =>
        [
          failureOf(delivery) ?? (delivery.response_status && `HTTP ${delivery.response_status}`),
          delivery.state === 'pending' && next(delivery),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'created_at',
      kind: 'ago',
      priority: 5,
      render: ({ created_at }) => <Ago at={created_at} />,
    },
    {
      key: 'actions',
      kind: 'actions',
      priority: 1,
      align: 'right',
      render: (delivery) => (
        <AboveRow>
          <ActionMenu
            label={`${text('details')}: ${delivery.event_type}`}
            actions={[
              { label: text('details'), onClick: () => onOpen(delivery) },
              ...(delivery.waits_for === 'endpoint'
                ? []
                : [
                    {
                      label: text(delivery.state === 'pending' ? 'retry' : 'redeliver'),
                      onClick: () => void send(delivery),
                    },
                  ]),
            ]}
          />
        </AboveRow>
      ),
    },
  ]
}

/** Runs an action that sends something, and reloads the deliveries. */
export function useDeliveryAct() {
  return useAct('webhook-deliveries')
}

/** Why the last attempt failed. */
function useFailure(): (delivery: WebhookDeliveryResponse) => string | null {
  const translate = useTranslate()
  return ({ error_code, error_context, error }) =>
    error_code && translate(`kontor.delivery_error.${error_code}`, { ...error_context, _: error })
}

/** When a pending delivery is sent, or what it waits for. */
function useNext(): (delivery: WebhookDeliveryResponse) => string | false {
  const translate = useTranslate()
  const formatTime = useFormatTime({ withSeconds: true })
  return ({ next_attempt_at: at, waits_for }) => {
    if (waits_for) return translate(`kontor.delivery_waits.${waits_for}`)
    if (at === null) return false
    const isDue = new Date(at).getTime() <= Date.now()
    return isDue
      ? translate('kontor.webhooks.next_now')
      : translate('kontor.webhooks.next', { time: formatTime(at) })
  }
}
