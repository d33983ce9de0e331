import {
  Alert,
  Button,
  Card,
  CardContent,
  FormControlLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import { createOrganization } from '../../contract/operations/organizations/organizations.ts'
import type { CreateOrganizationRequest } from '../../contract/organizations/organizations.ts'
import type { PartySearchItem } from '../../contract/organizations/parties.ts'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useCloseDraft, useDraft } from '../shared/forms/drafts.ts'
import { FormDraft } from '../shared/forms/form-draft.ts'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { Page } from '../shared/pages/page.tsx'
import { useFocusAtTop } from '../shared/pages/use-focus-at-top.ts'
import { useFormatDate } from '../shared/time/time.tsx'
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
              onForeign={(typed) => setBeginning({ party: null, values: foreignOfText(typed) })}
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
  // The chosen line of the search, which had the focus, is gone, and may have been far down.
  const top = useFocusAtTop()

  async function submit(typed: Record<string, unknown>) {
    setFailure(null)
    try {
      const body = newOrganization(typed) as CreateOrganizationRequest
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
      validate={validateBody(createOrganization, newOrganization)}
      mode="onTouched"
      reValidateMode="onChange"
    >
      <FormDraft draft={draft} />
      <Stack
        ref={top}
        tabIndex={-1}
        direction="row"
        sx={{ gap: 2, alignItems: 'center', mb: 2, flexWrap: 'wrap', outline: 'none' }}
      >
        <Button onClick={back}>{translate('kontor.onboarding.change')}</Button>
        <Typography color="textSecondary">
          {party?.actual_on
            ? translate('kontor.onboarding.from_register', { date: formatDate(party.actual_on) })
            : translate('kontor.onboarding.form_help')}
        </Typography>
      </Stack>
      <TypeSwitch isFixed={party !== null} />
      <Fields />
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

/** Russian companies and sole traders are told apart by their INN; a foreign company has other fields. */
function TypeSwitch({ isFixed }: { isFixed: boolean }) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const type = useWatch({ name: 'type' })
  if (isFixed) return null
  return (
    <RadioGroup
      row
      value={type === 'foreign' ? 'foreign' : 'russian'}
      onChange={(_event, chosen) =>
        setValue('type', chosen === 'foreign' ? chosen : null, { shouldDirty: true })
      }
      aria-label={translate('kontor.organization_fields.type')}
      sx={{ mb: 2 }}
    >
      {['russian', 'foreign'].map((one) => (
        <FormControlLabel
          key={one}
          value={one}
          control={<Radio />}
          label={translate(`kontor.onboarding.type_${one}`)}
        />
      ))}
    </RadioGroup>
  )
}

function Fields() {
  return <RequisitesFields isNew isForeign={useWatch({ name: 'type' }) === 'foreign'} />
}

const ofRussians = ['ogrn', 'kpp', 'okved_main']
const ofForeigners = ['type', 'country', 'registration_number']

/** The body, without what was typed before the type was changed. */
function newOrganization(typed: Record<string, unknown>): Record<string, unknown> {
  const others = typed.type === 'foreign' ? ofRussians : ofForeigners
  return withoutEmpty(Object.fromEntries(Object.entries(typed).filter(([name]) => !others.includes(name))))
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

/** A foreign company is in no register of ours. */
function foreignOfText(typed: string): Partial<CreateOrganizationRequest> {
  const text = typed.trim()
  return { type: 'foreign', ...(text !== '' && { full_name: text }) }
}
