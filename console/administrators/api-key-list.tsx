import AddIcon from '@mui/icons-material/Add'
import { Button, Chip } from '@mui/material'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import type { ApiKeyResponse } from '../../contract/administrators/administrators.ts'
import { resumeApiKey, revokeApiKey } from '../../contract/operations/administrators/administrators.ts'
import { call } from '../api/client.ts'
import { apiKeyState, apiKeyWarnings } from '../shared/access/api-key-warnings.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { ShownOnce } from '../shared/forms/shown-once.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column, Second } from '../shared/lists/record-table.tsx'
import { Ago, Time } from '../shared/time/time.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { ResourcePage } from '../views/resource-page.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'

export default function ApiKeyList() {
  const translate = useTranslate()
  const act = useAct('api-keys')
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<ApiKeyResponse | null>(null)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  async function revoke(key: ApiKeyResponse) {
    setAsked(null)
    await act(() => call(revokeApiKey, { params: { api_key_id: key.id } }))
  }
  const columns = useColumns(setAsked, (key) =>
    act(() => call(resumeApiKey, { params: { api_key_id: key.id } })),
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {translate('kontor.api_keys.new')}
    </Button>
  )
  return (
    <>
      <ResourcePage
        resource="api-keys"
        title={translate('kontor.api_keys.title')}
        actions={create}
        columns={columns}
        empty={
          <EmptyState
            title={translate('kontor.api_keys.empty_title')}
            help={translate('kontor.api_keys.empty_help')}
          >
            {create}
          </EmptyState>
        }
      />
      {creating && <ApiKeyDialog onClose={() => setCreating(false)} onMade={setMade} />}
      {made && (
        <ShownOnce
          title={translate('kontor.api_keys.shown', { name: made.name })}
          help={translate('kontor.api_keys.shown_help')}
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
      <Confirm
        isOpen={asked !== null}
        title={translate('kontor.api_keys.revoke')}
        content={translate('kontor.api_keys.revoke_confirm', { name: asked?.name })}
        onConfirm={() => asked && revoke(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

function useColumns(
  onRevoke: (key: ApiKeyResponse) => void,
  onResume: (key: ApiKeyResponse) => void,
): Column<ApiKeyResponse>[] {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.api_keys.${name}`)
  const label = (name: string) => text(`columns.${name}`)
  return [
    {
      key: 'name',
      label: label('name'),
      kind: 'name',
      render: (key) => (
        <>
          <b>{key.name}</b>
          <Second>
            <Mono>{key.hint}…</Mono>
          </Second>
        </>
      ),
    },
    {
      key: 'scopes',
      label: label('scopes'),
      priority: 4,
      render: (key) => key.scopes.map((scope) => translate(`kontor.scope.${scope}`)).join(', '),
    },
    {
      key: 'created',
      label: label('created'),
      kind: 'ago',
      priority: 7,
      render: (key) => <Ago at={key.created_at} />,
    },
    {
      key: 'last_used',
      label: label('last_used'),
      kind: 'ago',
      priority: 6,
      render: (key) => (key.last_used_at ? <Ago at={key.last_used_at} /> : text('never')),
    },
    {
      key: 'networks',
      label: label('networks'),
      priority: 5,
      render: (key) => key.networks?.join(', ') ?? text('everywhere'),
    },
    {
      key: 'expires',
      label: label('expires'),
      kind: 'time',
      priority: 3,
      render: (key) => <Time at={key.expires_at} />,
    },
    {
      key: 'warnings',
      label: label('warnings'),
      kind: 'status',
      priority: 2,
      render: (key) => {
        const state = apiKeyState(key, Date.now())
        const isRestored = state === 'suspended' && key.suspended_because === 'restore'
        const said = [
          ...(state === 'valid' || state === 'revoked'
            ? []
            : [text(isRestored ? 'suspended_restore' : state)]),
          ...apiKeyWarnings(key, Date.now()).map((warning) => text(`warning.${warning}`)),
        ]
        return said.map((label) => (
          <Chip key={label} size="small" color="warning" variant="outlined" label={label} title={label} />
        ))
      },
    },
    {
      key: 'actions',
      label: translate('kontor.administrators.actions'),
      kind: 'buttons',
      priority: 1,
      align: 'right',
      render: (key) => {
        const state = apiKeyState(key, Date.now())
        if (state === 'revoked') return text('revoked')
        const isRestored = state === 'suspended' && key.suspended_because === 'restore'
        return (
          <AboveRow>
            {isRestored && (
              <Button
                size="small"
                onClick={() => onResume(key)}
                aria-label={`${text('resume')}: ${key.name}`}
              >
                {text('resume')}
              </Button>
            )}
            <Button
              size="small"
              color="error"
              onClick={() => onRevoke(key)}
              aria-label={`${text('revoke')}: ${key.name}`}
            >
              {text('revoke')}
            </Button>
          </AboveRow>
        )
      },
    },
  ]
}
