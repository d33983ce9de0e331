import { Alert, AlertTitle, Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isObject } from '../../contract/common.ts'
import { readOrganization, updateOrganization } from '../../contract/operations/organizations.ts'
import {
  type OrganizationResponse,
  reviewedFields,
  UpdateOrganizationRequest,
} from '../../contract/organizations.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { changes } from '../api/data-provider.ts'
import { useErrorText } from '../shared/error-text.ts'
import { withoutEmpty } from '../shared/form-values.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { validateBody } from '../shared/validate-body.ts'
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
  /** The state that the changes are based on. */
  const [base, setBase] = useState(loaded)
  const [conflict, setConflict] = useState(false)
  const place = `/organizations/${loaded.id}/show`

  async function submit(typed: Values) {
    const body = bodyOf(typed, base)
    if (Object.keys(body).length === 0) return navigate(place)
    try {
      await call(updateOrganization, {
        params: { organization_id: loaded.id },
        body: { ...body, version: base.version },
      })
      notify('kontor.organizations.saved', { type: 'success' })
      await queryClient.invalidateQueries({ queryKey: ['organizations'] })
      navigate(place)
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        setConflict(true)
        return undefined
      }
      notify(errorText(error), { type: 'error' })
      return error instanceof ApiError ? error.body.errors : undefined
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
        {base.kyb_status === 'approved' && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('kontor.organizations.reviewed_again')}{' '}
            {reviewedFields.map((field) => fieldName(field, translate)).join(', ')}.
          </Alert>
        )}
        <RequisitesFields isNew={false} />
        {conflict && (
          <Conflict
            id={loaded.id}
            onLoaded={(fresh) => {
              setBase(fresh)
              setConflict(false)
            }}
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

/** Another administrator saved first. Loading the new state keeps the input of this form. */
function Conflict({ id, onLoaded }: { id: string; onLoaded: (fresh: OrganizationResponse) => void }) {
  const translate = useTranslate()
  const form = useFormContext()
  async function load() {
    const fresh = await call(readOrganization, { params: { organization_id: id } })
    form.reset(valuesOf(fresh), { keepDirtyValues: true })
    onLoaded(fresh)
  }
  const button = (
    <Button color="inherit" onClick={load}>
      {translate('kontor.failure.load_current')}
    </Button>
  )
  return (
    <Alert severity="warning" sx={{ mb: 2 }} action={button}>
      <AlertTitle>{translate('kontor.errors.version_conflict')}</AlertTitle>
      {translate('kontor.failure.version_conflict_help')}
    </Alert>
  )
}

/** The fields of an organization that can be updated. */
function valuesOf(organization: OrganizationResponse): Values {
  const known = Object.keys(UpdateOrganizationRequest.properties)
  return Object.fromEntries(Object.entries(organization).filter(([name]) => known.includes(name)))
}

/** Sends only changed fields. A changed object is sent completely; an emptied one is cleared. */
function bodyOf(typed: Values, base: OrganizationResponse): Values {
  const changed = changes(typed, base as unknown as Values)
  const { version: _version, ...body } = changed
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
