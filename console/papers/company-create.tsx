import { Button, Stack } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { createDeskCompany } from '../../contract/operations/purchase-requests/papers.ts'
import type { CreateDeskCompanyBody } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { useDraft } from '../shared/forms/drafts.ts'
import { FormDraft } from '../shared/forms/form-draft.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { Page } from '../shared/pages/page.tsx'
import { CompanyFields, emptyAccount } from './company-fields.tsx'
import { newCompany } from './company-values.ts'

export default function CompanyCreate() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const draft = useDraft()

  async function submit(typed: Record<string, unknown>) {
    setFailure(null)
    try {
      const { id } = await call(createDeskCompany, { body: newCompany(typed) as CreateDeskCompanyBody })
      draft.mark(false)
      notify('kontor.companies.created', { type: 'success' })
      void queryClient.invalidateQueries({ queryKey: ['desk-companies'] })
      navigate(`/desk-companies/${id}/show`)
      return undefined
    } catch (error) {
      setFailure(error)
      return submissionErrors(error)
    }
  }

  return (
    <Page title={translate('kontor.companies.new')}>
      <Form
        noValidate
        defaultValues={{ bank_accounts: [emptyAccount] }}
        validate={validateBody(createDeskCompany, newCompany)}
        onSubmit={submit}
        mode="onTouched"
        reValidateMode="onChange"
      >
        <FormDraft draft={draft} />
        <CompanyFields />
        {failure !== null && <Refusal error={failure} sx={{ mb: 2 }} />}
        <Stack direction="row" sx={{ gap: 1 }}>
          <SaveButton alwaysEnable label={translate('kontor.action.create')} />
          <Button component={Link} to="/desk-companies">
            {translate('kontor.action.cancel')}
          </Button>
        </Stack>
      </Form>
    </Page>
  )
}
