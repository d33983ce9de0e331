import AddIcon from '@mui/icons-material/Add'
import { Button, Chip } from '@mui/material'
import { useState } from 'react'
import { ListBase, useTranslate } from 'react-admin'
import type { WebhookEndpointResponse } from '../../contract/webhooks.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { Ago } from '../shared/time.tsx'
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
    <ListBase resource="webhooks" perPage={25} storeKey={false}>
      <Page title={translate('kontor.webhooks.title')} actions={create}>
        <PausedNotice />
        <RecordTable
          label={translate('kontor.webhooks.title')}
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
      </Page>
      {creating && <WebhookDialog webhook={null} onClose={() => setCreating(false)} onSecret={setSecret} />}
      {secret && (
        <ShownOnce
          title={translate('kontor.webhooks.secret')}
          help={translate('kontor.webhooks.secret_help')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </ListBase>
  )
}

function useColumns(): Column<WebhookEndpointResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.webhooks.columns.${name}`)
  return [
    { key: 'url', label: label('url'), render: (webhook) => webhook.url },
    {
      key: 'events',
      label: label('events'),
      render: (webhook) => webhook.event_types?.join(', ') ?? translate('kontor.webhooks.all_events'),
    },
    { key: 'state', label: label('state'), render: (webhook) => <Enabled webhook={webhook} /> },
    { key: 'created', label: label('created'), render: (webhook) => <Ago at={webhook.created_at} /> },
  ]
}

export function Enabled({ webhook }: { webhook: WebhookEndpointResponse }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={webhook.enabled ? 'success' : 'default'}
      label={translate(webhook.enabled ? 'kontor.webhooks.enabled' : 'kontor.webhooks.disabled')}
    />
  )
}
