import { Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import {
  readOrganization,
  updateOrganization,
} from '../../contract/operations/organizations/organizations.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useEditConflict } from '../shared/forms/use-edit-conflict.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'

/** Why no owner of more than 25 % is named, if there is none. */
export function OwnershipStatement({
  organization,
  hasOwners,
}: {
  organization: OrganizationResponse
  hasOwners: boolean
}) {
  const translate = useTranslate()
  const mayEdit = usePermission('organizations:write')
  const [isOpen, setOpen] = useState(false)
  const { ownership_statement: statement } = organization
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {translate('kontor.organization_fields.ownership_statement')}
      </Typography>
      <Typography
        color={statement ? undefined : 'textSecondary'}
        sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {statement ?? translate(`kontor.people.${hasOwners ? 'no_statement' : 'unexplained'}`)}
      </Typography>
      {mayEdit && (
        <Button size="small" sx={{ my: 1 }} onClick={() => setOpen(true)}>
          {translate(statement ? 'kontor.people.edit_statement' : 'kontor.people.add_statement')}
        </Button>
      )}
      {isOpen && <StatementDialog organization={organization} onClose={() => setOpen(false)} />}
    </>
  )
}

const valuesOf = ({ ownership_statement }: OrganizationResponse) => ({ ownership_statement })
const toBody = ({ ownership_statement: text }: Record<string, unknown>) => ({
  ownership_statement: typeof text === 'string' && text.trim() !== '' ? text.trim() : null,
})

function StatementDialog({
  organization,
  onClose,
}: {
  organization: OrganizationResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const params = { organization_id: organization.id }
  const name = translate('kontor.organization_fields.ownership_statement')
  const { save, notice } = useEditConflict({
    loaded: organization,
    valuesOf,
    read: () => call(readOrganization, { params }),
    label: () => name,
    show: (_path, value) => (value ? String(value) : translate('kontor.value_none')),
  })
  return (
    <FormDialog
      title={name}
      submitLabel={translate('kontor.action.save')}
      defaultValues={valuesOf(organization)}
      validate={validateBody(updateOrganization, toBody)}
      onSubmit={async (typed) => {
        const isSaved = await save(typed, ({ version }) =>
          call(updateOrganization, { params, body: { ...toBody(typed), version } }),
        )
        if (!isSaved) return
        notify('kontor.organizations.saved', { type: 'success' })
        for (const key of ['organizations', 'kyb-checklist'])
          void queryClient.invalidateQueries({ queryKey: [key] })
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput
        source="ownership_statement"
        label={name}
        helperText={translate('kontor.people.statement_help')}
        multiline
        minRows={3}
        autoFocus
      />
      {notice}
    </FormDialog>
  )
}
