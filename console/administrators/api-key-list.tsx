import AddIcon from '@mui/icons-material/Add'
import { Button, Chip, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Confirm, ListBase, useTranslate } from 'react-admin'
import type { ApiKeyResponse } from '../../contract/administrators.ts'
import { resumeApiKey, revokeApiKey } from '../../contract/operations/administrators.ts'
import { call } from '../api/client.ts'
import { apiKeyState, apiKeyWarnings } from '../shared/api-key-warnings.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { monospace } from '../shared/mono.tsx'
import { Page } from '../shared/page.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { Ago, Time } from '../shared/time.tsx'
import { useAct } from '../shared/use-act.ts'
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
    <ListBase resource="api-keys" perPage={25} storeKey={false}>
      <Page title={translate('kontor.api_keys.title')} actions={create}>
        <RecordTable
          label={translate('kontor.api_keys.title')}
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
      </Page>
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
    </ListBase>
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
      render: (key) => (
        <Stack component="span">
          <b>{key.name}</b>
          <Typography component="code" variant="body2" color="textSecondary" sx={{ fontFamily: monospace }}>
            {key.hint}…
          </Typography>
        </Stack>
      ),
    },
    {
      key: 'scopes',
      label: label('scopes'),
      render: (key) => key.scopes.map((scope) => translate(`kontor.scope.${scope}`)).join(', '),
    },
    { key: 'created', label: label('created'), render: (key) => <Ago at={key.created_at} /> },
    {
      key: 'last_used',
      label: label('last_used'),
      render: (key) => (key.last_used_at ? <Ago at={key.last_used_at} /> : text('never')),
    },
    {
      key: 'networks',
      label: label('networks'),
      render: (key) => key.networks?.join(', ') ?? text('everywhere'),
    },
    {
      key: 'expires',
      label: label('expires'),
      render: (key) => (
        <Stack component="span" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
          <Time at={key.expires_at} />
          {apiKeyWarnings(key, Date.now()).map((warning) => (
            <Chip
              key={warning}
              size="small"
              color="warning"
              variant="outlined"
              label={text(`warning.${warning}`)}
            />
          ))}
        </Stack>
      ),
    },
    {
      key: 'actions',
      label: translate('kontor.administrators.actions'),
      align: 'right',
      render: (key) => {
        const state = apiKeyState(key, Date.now())
        if (state === 'revoked') return text('revoked')
        const isRestored = state === 'suspended' && key.suspended_because === 'restore'
        return (
          <AboveRow>
            {state !== 'valid' && (
              <Typography component="span" variant="body2" color="textSecondary">
                {text(isRestored ? 'suspended_restore' : state)}
              </Typography>
            )}
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
