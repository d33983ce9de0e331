import { Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import type { DeskCompanyResponse } from '../../contract/desk-companies.ts'
import { readDeskCompany, updateDeskCompany } from '../../contract/operations/papers.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { type Choices, Conflict, type ConflictState } from '../shared/conflict.tsx'
import { FormDraft, useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { mergeEdits } from '../shared/merge-edits.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
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
  const show = useShownValue()
  /** The state that the changes are based on. */
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<ConflictState | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const draft = useDraft()
  const params = { company_id: loaded.id }
  const place = `/desk-companies/${loaded.id}/show`

  /** Somebody else saved first: the form goes on from the new state, with what was typed. */
  async function merge(typed: Values, refusal: KontorError) {
    const fresh = await call(readDeskCompany, { params })
    const changes = (refusal.context.changes ?? []) as ConflictState['changes']
    setConflict({ changes, ...mergeEdits(valuesOf(base), typed, valuesOf(fresh)) })
    setChoices({})
    setBase(fresh)
  }

  async function submit(typed: Values) {
    if (conflict?.collisions.some(({ path }) => choices[path] === undefined)) {
      notify('kontor.conflict.choose', { type: 'warning' })
      return undefined
    }
    const body = changesOf(typed, base)
    try {
      if (Object.keys(body).length > 0) {
        await call(updateDeskCompany, { params, body: { ...body, version: base.version } })
        notify('kontor.companies.saved', { type: 'success' })
      }
      draft.mark(false)
      await queryClient.invalidateQueries({ queryKey: ['desk-companies'] })
      navigate(place)
      return undefined
    } catch (error) {
      if (error instanceof KontorError && error.code === 'version_conflict') {
        await merge(typed, error).catch((failure) => notify(errorText(failure), { type: 'error' }))
        return undefined
      }
      notify(errorText(error), { type: 'error' })
      return submissionErrors(error)
    }
  }

  return (
    <Page title={translate('kontor.companies.edit_title', { name: loaded.short_name })}>
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
        {conflict && (
          <Conflict
            conflict={conflict}
            label={(path) => translate(fieldName(path))}
            show={show}
            choices={choices}
            onChoose={setChoices}
          />
        )}
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
