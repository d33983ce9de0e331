import AddIcon from '@mui/icons-material/Add'
import { Button, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroupInput, Confirm, ListBase, TextInput, useTranslate } from 'react-admin'
import type { ApiKeyResponse, CreateApiKeyRequest } from '../../contract/administrators.ts'
import { createApiKey, revokeApiKey } from '../../contract/operations/administrators.ts'
import { scopes } from '../../contract/roles.ts'
import { call } from '../api/client.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { Page } from '../shared/page.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { Ago } from '../shared/time.tsx'
import { useAct } from '../shared/use-act.ts'
import { validateBody } from '../shared/validate-body.ts'

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
  const columns = useColumns(setAsked)
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
      {creating && <CreateDialog onClose={() => setCreating(false)} onMade={setMade} />}
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

function CreateDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: { name: string; key: string }) => void
}) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  async function create(values: Record<string, unknown>) {
    const { key, api_key } = await call(createApiKey, { body: withoutEmpty(values) as CreateApiKeyRequest })
    onMade({ name: api_key.name, key })
    void queryClient.invalidateQueries({ queryKey: ['api-keys'] })
    onClose()
  }
  return (
    <FormDialog
      title={translate('kontor.api_keys.new')}
      submitLabel={translate('kontor.action.create')}
      defaultValues={{ scopes: [] }}
      validate={validateBody(createApiKey)}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={translate('kontor.api_keys.name')}
        helperText={translate('kontor.api_keys.name_help')}
        autoFocus
        sx={{ mt: 1 }}
      />
      <CheckboxGroupInput
        source="scopes"
        row={false}
        label={translate('kontor.api_keys.scopes')}
        helperText={false}
        translateChoice={false}
        choices={scopes.map((id) => ({ id, name: translate(`kontor.scope.${id}`) }))}
      />
    </FormDialog>
  )
}

function useColumns(onRevoke: (key: ApiKeyResponse) => void): Column<ApiKeyResponse>[] {
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
          <Typography component="code" variant="body2" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
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
      key: 'actions',
      label: translate('kontor.administrators.actions'),
      align: 'right',
      render: (key) =>
        key.revoked_at ? (
          text('revoked')
        ) : (
          <AboveRow>
            <Button
              size="small"
              color="error"
              onClick={() => onRevoke(key)}
              aria-label={`${text('revoke')}: ${key.name}`}
            >
              {text('revoke')}
            </Button>
          </AboveRow>
        ),
    },
  ]
}
