import type { ReactNode } from 'react'
import { DateInput, SelectInput, useTranslate } from 'react-admin'
import { registryStatuses } from '../../contract/organizations/organizations.ts'
import { BikField } from '../banks/bik-field.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { CountryInput } from '../shared/fields/country-input.tsx'
import { RequisiteField, type RequisiteFieldProps } from '../shared/fields/requisite-field.tsx'
import { FormSection } from '../shared/forms/form-section.tsx'

/** The fields of an organization, for creating and for editing. */
export function RequisitesFields({ isNew, isForeign }: { isNew: boolean; isForeign: boolean }) {
  const translate = useTranslate()
  return (
    <>
      <Section name="identity">
        {isForeign ? <ForeignIdentity isNew={isNew} /> : <Identity isNew={isNew} />}
      </Section>
      <RegisterSection isNew={isNew} />
      <Section name="addresses">
        <Field source="legal_address" wide />
        <Field source="actual_address" wide />
      </Section>
      <Section name="director">
        <Field source="director.name" wide />
        <Field source="director.post" />
        <Field source="director.inn" numeric />
      </Section>
      <Section name="contact">
        <Field source="contact.name" wide />
        <Field source="contact.email" />
        <Field source="contact.phone" />
      </Section>
      <Section name="bank">
        <BikField source="bank_details.bik" label={translate('kontor.organization_fields.bik')} />
        <Field source="bank_details.currency" />
        <Field source="bank_details.bank_name" wide />
        <Field source="bank_details.settlement_account" numeric />
        <Field source="bank_details.correspondent_account" numeric />
      </Section>
      <Section name="other">
        <Field source="external_id" />
        <Field source="notes" wide multiline />
      </Section>
    </>
  )
}

function Identity({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && <Field source="inn" required numeric />}
      <Field source="ogrn" numeric />
      <Field source="kpp" />
      <Field source="okved_main" />
      <Field source="lei" />
      <Field source="full_name" wide />
      <Field source="short_name" wide />
    </>
  )
}

/** A company of another country has a number of its register; an INN only if it pays taxes in Russia. */
function ForeignIdentity({ isNew }: { isNew: boolean }) {
  const translate = useTranslate()
  return (
    <>
      <CountryInput source="country" label={translate('kontor.organization_fields.country')} required />
      <Field source="registration_number" required />
      <Field source="lei" />
      {isNew && <Field source="inn" numeric />}
      <Field source="full_name" wide required />
      <Field source="short_name" wide />
    </>
  )
}

function RegisterSection({ isNew }: { isNew: boolean }) {
  const translate = useTranslate()
  const mayDecide = usePermission('organizations:decide_kyb')
  const label = (name: string) => translate(`kontor.organization_fields.${name}`)
  return (
    <Section name="register">
      <DateInput
        source="registration_date"
        label={label('registration_date')}
        helperText={false}
        margin="none"
        parse={emptyAsNull}
      />
      {(isNew || mayDecide) && (
        <SelectInput
          source="registry_status"
          label={label('registry_status')}
          helperText={false}
          margin="none"
          choices={registryStatuses.map((id) => ({ id, name: `kontor.registry_status.${id}` }))}
        />
      )}
      {!isNew && mayDecide && (
        <DateInput
          source="liquidation_date"
          label={label('liquidation_date')}
          helperText={false}
          margin="none"
          parse={emptyAsNull}
        />
      )}
    </Section>
  )
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  const translate = useTranslate()
  return <FormSection title={translate(`kontor.organizations.section.${name}`)}>{children}</FormSection>
}

function Field({ source, ...props }: Omit<RequisiteFieldProps, 'label'>) {
  const translate = useTranslate()
  const label = translate(`kontor.organization_fields.${labelName(source)}`)
  return <RequisiteField source={source} label={label} {...props} />
}

/** «director.name» has its own label; «bank_details.bik» uses the label of its last part. */
export function labelName(source: string): string {
  const [parent, child] = source.split('.')
  if (child === undefined) return source
  return parent === 'bank_details' ? child : `${parent}_${child}`
}

function emptyAsNull(value: string): string | null {
  return value === '' ? null : value
}
