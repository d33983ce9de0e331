import { Alert, Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import { isObject } from '../../contract/common.ts'
import { readOrganization, updateOrganization } from '../../contract/operations/organizations.ts'
import {
  type OrganizationResponse,
  reviewedFields,
  UpdateOrganizationRequest,
} from '../../contract/organizations.ts'
import { call } from '../api/client.ts'
import { changes } from '../api/data-provider.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { type Choices, Conflict, type ConflictState } from '../shared/conflict.tsx'
import { FormDraft, useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { withoutEmpty } from '../shared/form-values.ts'
import { mergeEdits } from '../shared/merge-edits.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { validateBody } from '../shared/validate-body.ts'
import { useFieldLabel, useShownValue } from './conflict-texts.ts'
import { RequisitesFields } from './requisites-form.tsx'

type Values = Record<string, unknown>

export default function OrganizationEdit() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['organizations', 'edited', id],
    queryFn: () => call(readOrganization, { params: { organization_id: id } }),
    // The record must not change while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return <QueryState query={query}>{(organization) => <Editor loaded={organization} />}</QueryState>
}

function Editor({ loaded }: { loaded: OrganizationResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const label = useFieldLabel()
  const show = useShownValue()
  /** The state that the changes are based on. */
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState<ConflictState | null>(null)
  const draft = useDraft()
  const [choices, setChoices] = useState<Choices>({})
  const place = `/organizations/${loaded.id}/show`

  /** Somebody else saved first: the form goes on from the new state, with what was typed. */
  async function merge(typed: Values, refusal: KontorError) {
    const fresh = await call(readOrganization, { params: { organization_id: loaded.id } })
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
    const body = bodyOf(typed, base)
    if (Object.keys(body).length === 0) {
      draft.mark(false)
      return navigate(place)
    }
    try {
      await call(updateOrganization, {
        params: { organization_id: loaded.id },
        body: { ...body, version: base.version },
      })
      draft.mark(false)
      notify('kontor.organizations.saved', { type: 'success' })
      await queryClient.invalidateQueries({ queryKey: ['organizations'] })
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

  const name = loaded.short_name ?? loaded.full_name
  const validate = validateBody(updateOrganization, (typed) => bodyOf(typed, base))
  return (
    <Page title={translate('kontor.organizations.edit_title', { name })}>
      <Form
        noValidate
        defaultValues={valuesOf(loaded)}
        onSubmit={submit}
        validate={validate}
        mode="onTouched"
        reValidateMode="onChange"
      >
        <FormDraft draft={draft} />
        {base.kyb_status === 'approved' && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('kontor.organizations.reviewed_again')}{' '}
            {reviewedFields.map((field) => fieldName(field, translate)).join(', ')}.
          </Alert>
        )}
        <RequisitesFields isNew={false} />
        {conflict && (
          <Conflict conflict={conflict} label={label} show={show} choices={choices} onChoose={setChoices} />
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

/** The fields of an organization that can be updated. */
function valuesOf(organization: OrganizationResponse): Values {
  const known = Object.keys(UpdateOrganizationRequest.properties).filter((name) => name !== 'version')
  return Object.fromEntries(Object.entries(organization).filter(([name]) => known.includes(name)))
}

/** Sends only changed fields. A changed object is sent completely; an emptied one is cleared. */
function bodyOf(typed: Values, base: OrganizationResponse): Values {
  const body = changes(typed, base as unknown as Values)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isObject(value)) return [name, value]
      const filled = withoutEmpty(value)
      return [name, Object.keys(filled).length > 0 ? filled : null]
    }),
  )
}

function fieldName(field: string, translate: (key: string) => string): string {
  return field === 'director'
    ? translate('kontor.organizations.section.director')
    : translate(`kontor.organization_fields.${field}`)
}
