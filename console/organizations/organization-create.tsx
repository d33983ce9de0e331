import { Alert, Button, Card, CardContent, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import { createOrganization } from '../../contract/operations/organizations.ts'
import type { CreateOrganizationRequest } from '../../contract/organizations.ts'
import type { PartySearchItem } from '../../contract/parties.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { FormDraft, useCloseDraft, useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { withoutEmpty } from '../shared/form-values.ts'
import { Page } from '../shared/page.tsx'
import { useFormatDate } from '../shared/time.tsx'
import { validateBody } from '../shared/validate-body.ts'
import { RegisterSearch } from './register-search.tsx'
import { RequisitesFields } from './requisites-form.tsx'

interface Beginning {
  values: Partial<CreateOrganizationRequest>
  party: PartySearchItem | null
}

/** Creates an organization, starting with a search of the register. */
export default function OrganizationCreate() {
  const translate = useTranslate()
  const [beginning, setBeginning] = useState<Beginning | null>(null)
  return (
    <Page title={translate('kontor.onboarding.title')}>
      {beginning === null ? (
        <Card>
          <CardContent>
            <RegisterSearch
              onPick={(party) => setBeginning({ party, values: valuesOf(party) })}
              onByHand={(typed) => setBeginning({ party: null, values: valuesOfText(typed) })}
            />
          </CardContent>
        </Card>
      ) : (
        <NewOrganization beginning={beginning} onBack={() => setBeginning(null)} />
      )}
    </Page>
  )
}

function NewOrganization({ beginning, onBack }: { beginning: Beginning; onBack: () => void }) {
  const { party, values } = beginning
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<KontorError | null>(null)
  const draft = useDraft()
  const back = useCloseDraft(draft, onBack)

  async function submit(typed: Record<string, unknown>) {
    setFailure(null)
    try {
      const body = withoutEmpty(typed) as CreateOrganizationRequest
      const created = await call(createOrganization, { body })
      draft.mark(false)
      notify('kontor.organizations.created', { type: 'success' })
      // Search results show which companies already have an organization.
      for (const key of ['parties', 'organizations', 'overview'])
        void queryClient.invalidateQueries({ queryKey: [key] })
      navigate(`/organizations/${created.id}/show`)
      return undefined
    } catch (error) {
      if (!(error instanceof KontorError)) {
        notify(errorText(error), { type: 'error' })
        return undefined
      }
      setFailure(error)
      return submissionErrors(error)
    }
  }

  const existing = failure?.context.existing_id
  return (
    <Form
      noValidate
      defaultValues={values}
      onSubmit={submit}
      validate={validateBody(createOrganization)}
      mode="onTouched"
      reValidateMode="onChange"
    >
      <FormDraft draft={draft} />
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', mb: 2, flexWrap: 'wrap' }}>
        <Button onClick={back}>{translate('kontor.onboarding.change')}</Button>
        <Typography color="textSecondary">
          {party?.actual_on
            ? translate('kontor.onboarding.from_register', { date: formatDate(party.actual_on) })
            : translate('kontor.onboarding.form_help')}
        </Typography>
      </Stack>
      <RequisitesFields isNew />
      {failure && failure.faults.length === 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(failure)}{' '}
          {typeof existing === 'string' && (
            <Link to={`/organizations/${existing}/show`}>{translate('kontor.onboarding.open_existing')}</Link>
          )}
        </Alert>
      )}
      <SaveButton alwaysEnable label={translate('kontor.onboarding.submit')} />
    </Form>
  )
}

/** Values from the register. The service reads the register again by INN; values that are sent take precedence. */
function valuesOf(party: PartySearchItem): Partial<CreateOrganizationRequest> {
  return {
    ...(party.inn !== null && { inn: party.inn }),
    ...(party.ogrn !== null && { ogrn: party.ogrn }),
    kpp: party.kpp,
    full_name: party.full_name,
    short_name: party.short_name,
    registration_date: party.registration_date,
    legal_address: party.address,
    okved_main: party.okved_main,
    registry_status: party.status,
    ...(party.director_name && { director: { name: party.director_name } }),
  }
}

/** Uses the search text for the form: digits as INN, other text as name. */
function valuesOfText(typed: string): Partial<CreateOrganizationRequest> {
  const text = typed.trim()
  if (text === '') return {}
  return /^\d+$/.test(text) ? { inn: text } : { full_name: text }
}
