import { Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { BooleanInput, DateInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import {
  createOrganizationPerson,
  readOrganizationPerson,
  updateOrganizationPerson,
} from '../../contract/operations/organizations/organization-people.ts'
import {
  type CreateOrganizationPersonBody,
  identityDocumentTypes,
  type OrganizationPersonResponse,
  type PersonRole,
  type PersonSchema,
  personRoles,
  personSchemas,
} from '../../contract/organizations/organization-people.ts'
import { call } from '../api/client.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { CountryInput } from '../shared/fields/country-input.tsx'
import { RequisiteField } from '../shared/fields/requisite-field.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useEditConflict } from '../shared/forms/use-edit-conflict.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'
import { withAmounts } from '../shared/values/typed-values.ts'
import { possibleParents } from './ownership.ts'
import { changesOf, newPerson, valuesOf } from './person-values.ts'

type Person = OrganizationPersonResponse

interface Props {
  organizationId: string
  people: readonly Person[]
  onClose: () => void
}

/** Adds a person or a company behind an organization, or changes one. */
export function PersonDialog({
  person,
  role,
  ...props
}: Props & { person: Person | null; role: PersonRole }) {
  return person ? <EditDialog person={person} {...props} /> : <AddDialog role={role} {...props} />
}

/** A share is typed as amounts are, such as `51,5`. */
function withShare(typed: Record<string, unknown>): Record<string, unknown> {
  return withAmounts(typed, ['share'])
}

function useSaved(onClose: () => void): (text: string) => void {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (text) => {
    notify(`kontor.people.${text}`, { type: 'success' })
    for (const key of ['people', 'organizations', 'screening', 'kyb-checklist'])
      void queryClient.invalidateQueries({ queryKey: [key] })
    onClose()
  }
}

function AddDialog({ organizationId, people, role, onClose }: Props & { role: PersonRole }) {
  const translate = useTranslate()
  const saved = useSaved(onClose)
  return (
    <FormDialog
      title={translate(`kontor.people.add_role.${role}`)}
      submitLabel={translate('kontor.people.add')}
      defaultValues={{ role, schema: 'Person' }}
      validate={validateBody(createOrganizationPerson, (typed) => newPerson(withShare(typed)))}
      onSubmit={async (typed) => {
        const body = newPerson(withShare(typed)) as CreateOrganizationPersonBody
        await call(createOrganizationPerson, { params: { organization_id: organizationId }, body })
        saved('added')
      }}
      onClose={onClose}
    >
      <SelectInput
        margin="none"
        source="schema"
        label={translate('kontor.people.fields.schema')}
        choices={personSchemas.map((id) => ({ id, name: `kontor.listed_schema.${id}` }))}
        helperText={false}
        required
      />
      <PersonFields people={people} person={null} />
    </FormDialog>
  )
}

function EditDialog({ organizationId, people, person, onClose }: Props & { person: Person }) {
  const translate = useTranslate()
  const saved = useSaved(onClose)
  const params = { organization_id: organizationId, person_id: person.id }
  const { base, save, notice } = useEditConflict({
    loaded: person,
    valuesOf,
    read: () => call(readOrganizationPerson, { params }),
    label: (path) => translate(`kontor.people.fields.${path}`),
    show: useShownValue(people),
  })
  return (
    <FormDialog
      title={translate('kontor.people.edit', { name: person.name })}
      submitLabel={translate('kontor.action.save')}
      defaultValues={valuesOf(person)}
      validate={validateBody(updateOrganizationPerson, (typed) => ({
        ...changesOf(withShare(typed), base),
        version: base.version,
      }))}
      onSubmit={async (typed) => {
        const isSaved = await save(typed, async ({ version }) => {
          const body = changesOf(withShare(typed), base)
          if (Object.keys(body).length === 0) return
          await call(updateOrganizationPerson, { params, body: { ...body, version } })
        })
        if (isSaved) saved('saved')
      }}
      onClose={onClose}
    >
      <PersonFields people={people} person={person} />
      {notice}
    </FormDialog>
  )
}

/** The text of a value of a field, for a conflict of two people. */
function useShownValue(people: readonly Person[]): (path: string, value: unknown) => string {
  const translate = useTranslate()
  return (path, value) => {
    if (value === null || value === '') return translate('kontor.value_none')
    if (path === 'role') return translate(`kontor.person_role.${value}`)
    if (path === 'parent_id') return people.find(({ id }) => id === value)?.name ?? String(value)
    return String(value)
  }
}

/** The fields of a person; some only of owners, some only of people. */
function PersonFields({ people, person }: { people: readonly Person[]; person: Person | null }) {
  const translate = useTranslate()
  const values = useWatch() as { role?: PersonRole; schema?: PersonSchema }
  const schema = person?.schema ?? values.schema
  const isPerson = schema === 'Person'
  const label = (name: string) => translate(`kontor.people.fields.${name}`)
  const parents = possibleParents(people, person)
  return (
    <>
      <SelectInput
        margin="none"
        source="role"
        label={label('role')}
        choices={personRoles.map((id) => ({ id, name: `kontor.person_role.${id}` }))}
        helperText={false}
        required
      />
      <RequisiteField source="name" label={label(isPerson ? 'person_name' : 'company_name')} required />
      <RequisiteField source="name_latin" label={label('name_latin')} />
      {isPerson && (
        <DateInput
          margin="none"
          source="birth_date"
          label={label('birth_date')}
          helperText={false}
          parse={(value: string) => (value === '' ? null : value)}
        />
      )}
      <CountryInput source="citizenship" label={label(isPerson ? 'citizenship' : 'country')} />
      <RequisiteField source="inn" label={label('inn')} numeric />
      {values.role === 'owner' && (
        <>
          <AmountInput source="share" label={label('share')} help={translate('kontor.people.share_help')} />
          {parents.length > 0 && (
            <SelectInput
              margin="none"
              source="parent_id"
              label={label('parent_id')}
              choices={parents.map(({ id, name }) => ({ id, name }))}
              translateChoice={false}
              emptyText={translate('kontor.people.direct')}
              parse={(value: string | null) => value || null}
              format={(value: string | null) => value ?? ''}
              helperText={false}
            />
          )}
        </>
      )}
      {isPerson && <DocumentFields person={person} />}
    </>
  )
}

/** The document is entered as a whole: the service shows its number only masked. */
function DocumentFields({ person }: { person: Person | null }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.people.fields.${name}`)
  const { removes_document } = useWatch() as { removes_document?: boolean }
  const known = person?.identity_document
  return (
    <>
      <Typography variant="subtitle2" component="h3">
        {label('identity_document')}
      </Typography>
      {known && (
        <>
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.people.document_kept', {
              type: translate(`kontor.identity_document_type.${known.type}`),
              number: known.number,
            })}
          </Typography>
          <BooleanInput
            source="removes_document"
            label={translate('kontor.people.remove_document')}
            helperText={false}
          />
        </>
      )}
      {removes_document !== true && (
        <>
          <SelectInput
            margin="none"
            source="identity_document.type"
            label={label('document_type')}
            choices={identityDocumentTypes.map((id) => ({ id, name: `kontor.identity_document_type.${id}` }))}
            helperText={false}
          />
          <TextInput
            margin="none"
            source="identity_document.number"
            label={label('document_number')}
            helperText={translate('kontor.people.document_help')}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
          />
          <DateInput
            margin="none"
            source="identity_document.issued_on"
            label={label('document_issued_on')}
            helperText={false}
          />
        </>
      )}
    </>
  )
}
