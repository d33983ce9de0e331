import { Box, Card, CardContent, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { DateInput, SelectInput, TextInput, useTranslate } from 'react-admin'
import { registryStatuses } from '../../contract/organizations.ts'
import { usePermission } from '../shared/use-permission.ts'

/** The fields of an organization, for creating and for editing. */
export function RequisitesFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <Section name="identity">
        {isNew && <Field source="inn" required numeric />}
        <Field source="ogrn" numeric />
        <Field source="kpp" />
        <Field source="okved_main" />
        <Field source="full_name" wide />
        <Field source="short_name" wide />
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
        <Field source="bank_details.bik" numeric />
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
  return (
    <Card component="section" sx={{ mb: 2 }}>
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          {translate(`kontor.organizations.section.${name}`)}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            rowGap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr 1fr' },
          }}
        >
          {children}
        </Box>
      </CardContent>
    </Card>
  )
}

function Field({
  source,
  wide = false,
  numeric = false,
  multiline = false,
  required = false,
}: {
  source: string
  wide?: boolean
  numeric?: boolean
  multiline?: boolean
  required?: boolean
}) {
  const translate = useTranslate()
  const name = labelName(source)
  return (
    <TextInput
      source={source}
      label={translate(`kontor.organization_fields.${name}`)}
      helperText={false}
      multiline={multiline}
      required={required}
      // Numbers are often pasted with spaces.
      parse={(value: string) => (value === '' ? null : numeric ? value.replaceAll(/[\s\u00a0]/g, '') : value)}
      format={(value: string | null) => value ?? ''}
      sx={{ gridColumn: wide ? '1 / -1' : undefined, m: 0 }}
      slotProps={{ htmlInput: { inputMode: numeric ? 'numeric' : undefined, autoComplete: 'off' } }}
    />
  )
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
