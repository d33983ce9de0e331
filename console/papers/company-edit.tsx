import { Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { DeskCompanyResponse } from '../../contract/desk-companies.ts'
import { readDeskCompany, updateDeskCompany } from '../../contract/operations/papers.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { FormDraft } from '../shared/form-draft.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { useEditConflict } from '../shared/use-edit-conflict.tsx'
import { validateBody } from '../shared/validate-body.ts'
import { CompanyFields } from './company-fields.tsx'
import { fieldName, useShownValue } from './company-texts.ts'
import { changesOf, valuesOf } from './company-values.ts'

type Values = Record<string, unknown>

export default function CompanyEdit() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['desk-companies', 'edited', id],
    queryFn: () => call(readDeskCompany, { params: { company_id: id } }),
    // The record must not change while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return <QueryState query={query}>{(company) => <Editor loaded={company} />}</QueryState>
}

function Editor({ loaded }: { loaded: DeskCompanyResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const draft = useDraft()
  const params = { company_id: loaded.id }
  const place = `/desk-companies/${loaded.id}/show`
  const { base, save, notice } = useEditConflict({
    loaded,
    valuesOf,
    read: () => call(readDeskCompany, { params }),
    label: (path) => translate(fieldName(path)),
    show: useShownValue(),
  })

  async function submit(typed: Values) {
    try {
      const isSaved = await save(typed, async ({ version }) => {
        const body = changesOf(typed, base)
        if (Object.keys(body).length === 0) return
        await call(updateDeskCompany, { params, body: { ...body, version } })
        notify('kontor.companies.saved', { type: 'success' })
      })
      if (!isSaved) return undefined
      draft.mark(false)
      await queryClient.invalidateQueries({ queryKey: ['desk-companies'] })
      navigate(place)
      return undefined
    } catch (error) {
      notify(errorText(error), { type: 'error' })
      return submissionErrors(error)
    }
  }

  return (
    <Page
      title={translate('kontor.companies.edit_title', { name: loaded.short_name })}
      parents={[{ to: place, text: loaded.short_name }]}
    >
      <Form
        noValidate
        defaultValues={valuesOf(loaded)}
        validate={validateBody(updateDeskCompany, (typed) => ({
          ...changesOf(typed, base),
          version: base.version,
        }))}
        onSubmit={submit}
        mode="onTouched"
        reValidateMode="onChange"
      >
        <FormDraft draft={draft} />
        <CompanyFields isNew={false} />
        {notice}
        <Stack direction="row" sx={{ gap: 1 }}>
          <SaveButton alwaysEnable label={translate('kontor.action.save')} />
          <Button component={Link} to={place}>
            {translate('kontor.action.cancel')}
          </Button>
        </Stack>
      </Form>
    </Page>
  )
}
