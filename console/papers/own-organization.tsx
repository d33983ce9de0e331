import { Alert, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useInput, useNotify, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { updateDeskCompany } from '../../contract/operations/purchase-requests/papers.ts'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { OrganizationField } from '../shared/fields/organization-field.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { FuelWallets } from './fuel-wallets.tsx'

/** The organization that the company is: its wallets pay clients. */
export function OwnOrganization({ company }: { company: DeskCompanyResponse }) {
  const translate = useTranslate()
  const mayManage = usePermission('desk:manage')
  const mayCreate = usePermission('organizations:write')
  const [isOpen, setOpen] = useState(false)
  const text = (name: string) => translate(`kontor.companies.${name}`)
  const { organization_id: id } = company
  return (
    <Section
      title={text('section.organization')}
      actions={
        id === null &&
        mayManage && (
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            {text('name_organization')}
          </Button>
        )
      }
    >
      {id === null ? (
        <Alert severity="info">
          {text('no_organization')}{' '}
          {mayManage && mayCreate && (
            <Link to={`/organizations/create?inn=${company.inn}`}>{text('create_organization')}</Link>
          )}
        </Alert>
      ) : (
        <Details>
          <Detail label={text('organization')} wide>
            <OrganizationName id={id} />
          </Detail>
          <Detail label={text('fuel')} wide>
            <FuelWallets company={company} organizationId={id} />
          </Detail>
          <Detail label={text('wallets')}>
            <Link to={`/organizations/${id}/show/wallets`}>{translate('kontor.wallets.title')}</Link>
          </Detail>
        </Details>
      )}
      {isOpen && <NameDialog company={company} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function NameDialog({ company, onClose }: { company: DeskCompanyResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.companies.${name}`)
  return (
    <FormDialog
      title={text('name_organization')}
      submitLabel={text('name_organization')}
      validate={({ organization_id }) =>
        organization_id ? {} : { organization_id: 'kontor.faults.missing' }
      }
      onSubmit={async ({ organization_id }) => {
        await call(updateDeskCompany, {
          params: { company_id: company.id },
          body: { organization_id: String(organization_id), version: company.version },
        })
        notify('kontor.companies.organization_named', { type: 'success' })
        for (const key of ['desk-companies', 'organizations'])
          void queryClient.invalidateQueries({ queryKey: [key] })
        onClose()
      }}
      onClose={onClose}
    >
      <Alert severity="warning">{text('name_organization_help')}</Alert>
      <Choice label={text('organization')} />
    </FormDialog>
  )
}

function Choice({ label }: { label: string }) {
  const translate = useTranslate()
  const { field, fieldState } = useInput({ source: 'organization_id', defaultValue: null })
  const { error } = fieldState
  return (
    <OrganizationField
      label={label}
      value={field.value ?? null}
      onChange={field.onChange}
      error={error?.message && translate(String(error.message), { _: String(error.message) })}
    />
  )
}
