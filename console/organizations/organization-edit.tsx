import { Alert, Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isObject } from '../../contract/common.ts'
import { readOrganization, updateOrganization } from '../../contract/operations/organizations.ts'
import {
  type OrganizationResponse,
  reviewedFields,
  UpdateOrganizationRequest,
} from '../../contract/organizations.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { FormDraft } from '../shared/form-draft.ts'
import { withoutEmpty } from '../shared/form-values.ts'
import { nameOf } from '../shared/organization-names.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { useEditConflict } from '../shared/use-edit-conflict.tsx'
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
  const draft = useDraft()
  const params = { organization_id: loaded.id }
  const place = `/organizations/${loaded.id}/show`
  const { base, save, notice } = useEditConflict({
    loaded,
    valuesOf,
    read: () => call(readOrganization, { params }),
    label: useFieldLabel(),
    show: useShownValue(),
  })

  async function submit(typed: Values) {
    try {
      const isSaved = await save(typed, async ({ version }) => {
        const body = bodyOf(typed, base)
        if (Object.keys(body).length === 0) return
        await call(updateOrganization, { params, body: { ...body, version } })
        notify('kontor.organizations.saved', { type: 'success' })
      })
      if (!isSaved) return undefined
      draft.mark(false)
      await queryClient.invalidateQueries({ queryKey: ['organizations'] })
      navigate(place)
      return undefined
    } catch (error) {
      notify(errorText(error), { type: 'error' })
      return submissionErrors(error)
    }
  }

  const name = nameOf(loaded)
  const validate = validateBody(updateOrganization, (typed) => bodyOf(typed, base))
  return (
    <Page
      title={translate('kontor.organizations.edit_title', { name })}
      parents={[{ to: place, text: name }]}
    >
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
        <RequisitesFields isNew={false} isForeign={loaded.type === 'foreign'} />
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
