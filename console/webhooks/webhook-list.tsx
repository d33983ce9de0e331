import AddIcon from '@mui/icons-material/Add'
import { Button, Chip } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { WebhookEndpointResponse } from '../../contract/events/webhooks.ts'
import { ShownOnce } from '../shared/forms/shown-once.tsx'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatDate, useFormatTime } from '../shared/time/time.tsx'
import { ResourcePage } from '../views/resource-page.tsx'
import { PausedNotice } from './paused-notice.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

export default function WebhookList() {
  const translate = useTranslate()
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const columns = useColumns()
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {translate('kontor.webhooks.new')}
    </Button>
  )
  return (
    <>
      <ResourcePage
        resource="webhooks"
        title={translate('kontor.webhooks.title')}
        actions={
          <>
            <Button component={Link} to="/webhook-deliveries">
              {translate('kontor.webhooks.deliveries')}
            </Button>
            {create}
          </>
        }
        notice={<PausedNotice />}
        columns={columns}
        linkTo={(webhook) => `/webhooks/${webhook.id}/show`}
        empty={
          <EmptyState
            title={translate('kontor.webhooks.empty_title')}
            help={translate('kontor.webhooks.empty_help')}
          >
            {create}
          </EmptyState>
        }
      />
      {creating && <WebhookDialog webhook={null} onClose={() => setCreating(false)} onSecret={setSecret} />}
      {secret && (
        <ShownOnce
          title={translate('kontor.webhooks.secret')}
          help={translate('kontor.webhooks.secret_help')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}

function useColumns(): Column<WebhookEndpointResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.webhooks.columns.${name}`)
  return [
    { key: 'url', label: label('url'), kind: 'name', render: (webhook) => webhook.url },
    {
      key: 'events',
      label: label('events'),
      priority: 3,
      render: (webhook) => webhook.event_types?.join(', ') ?? translate('kontor.webhooks.all_events'),
    },
    {
      key: 'state',
      label: label('state'),
      kind: 'due',
      priority: 1,
      render: (webhook) => <Enabled webhook={webhook} />,
    },
    {
      key: 'created',
      label: label('created'),
      kind: 'ago',
      priority: 2,
      render: (webhook) => <Ago at={webhook.created_at} />,
    },
  ]
}

export function Enabled({ webhook }: { webhook: WebhookEndpointResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatTime = useFormatTime()
  if (webhook.enabled && webhook.failing_since) {
    const label = translate('kontor.webhooks.failing', { time: formatDate(webhook.failing_since) })
    return (
      <Chip
        size="small"
        variant="outlined"
        color="error"
        label={label}
        title={formatTime(webhook.failing_since)}
      />
    )
  }
  return (
    <Chip
      size="small"
      variant="outlined"
      label={translate(webhook.enabled ? 'kontor.webhooks.enabled' : 'kontor.webhooks.disabled')}
    />
  )
}
