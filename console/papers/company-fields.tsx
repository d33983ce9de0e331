import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { BooleanInput, useTranslate } from 'react-admin'
import { useFieldArray, useWatch } from 'react-hook-form'
import { BikField } from '../banks/bik-field.tsx'
import { RequisiteField, type RequisiteFieldProps } from '../shared/fields/requisite-field.tsx'
import { FormSection } from '../shared/forms/form-section.tsx'
import { fieldName } from './company-texts.ts'
import { isSoleTrader } from './company-values.ts'

/** A form begins with one account: a company without any cannot issue an invoice. */
export const emptyAccount = { currency: 'RUB' }

/** The fields of a company of the desk. Only a new one gets an INN. */
export function CompanyFields({ inn }: { inn?: string }) {
  const translate = useTranslate()
  const typed = useWatch({ name: 'inn' })
  const isNew = inn === undefined
  const section = (name: string) => translate(`kontor.companies.section.${name}`)
  return (
    <>
      <FormSection title={section('identity')}>
        {isNew && <Field source="inn" required numeric />}
        <Field source="ogrn" required numeric />
        <Field source="kpp" />
        {!isNew && (
          <BooleanInput source="active" label={translate('kontor.companies.active')} helperText={false} />
        )}
        <Field source="full_name" required wide />
        <Field source="short_name" required wide />
        <Field source="legal_address" required wide />
        <Field source="latin_name" wide />
        <Field source="latin_address" wide />
      </FormSection>
      <FormSection title={section('vat')}>
        <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          {translate('kontor.companies.vat_help')}
        </Typography>
        <Field source="vat.rate" />
        <Field source="vat.ground" wide />
        <Field source="vat.ground_en" wide />
      </FormSection>
      <Signatures isAlone={isSoleTrader(inn ?? typed)} />
      <Accounts />
    </>
  )
}

/** A sole trader signs as themselves. */
function Signatures({ isAlone }: { isAlone: boolean }) {
  const translate = useTranslate()
  return (
    <FormSection title={translate('kontor.companies.section.signatures')}>
      {isAlone && (
        <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          {translate('kontor.companies.signs_alone')}
        </Typography>
      )}
      {!isAlone && <Field source="director.name" required wide />}
      {!isAlone && <Field source="director.post" required />}
      <Field source="accountant" wide />
    </FormSection>
  )
}

function Accounts() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray({ name: 'bank_accounts' })
  return (
    <FormSection title={translate('kontor.companies.section.accounts')}>
      <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
        {translate('kontor.companies.accounts_help')}
      </Typography>
      {fields.map(({ id }, index) => {
        const name = translate('kontor.companies.account', { number: index + 1 })
        return (
          <Box
            key={id}
            role="group"
            aria-label={name}
            sx={{
              gridColumn: '1 / -1',
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              pb: 2,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Field source={`bank_accounts.${index}.settlement_account`} numeric />
            <Field source={`bank_accounts.${index}.currency`} />
            <BikField
              source={`bank_accounts.${index}.bik`}
              label={translate(fieldName(`bank_accounts.${index}.bik`))}
            />
            <Field source={`bank_accounts.${index}.correspondent_account`} numeric />
            <Field source={`bank_accounts.${index}.bank_name`} required wide />
            <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
              {translate('kontor.companies.abroad_help')}
            </Typography>
            <Field source={`bank_accounts.${index}.swift`} />
            <Field source={`bank_accounts.${index}.iban`} numeric />
            <Field source={`bank_accounts.${index}.bank_latin_name`} />
            <Field source={`bank_accounts.${index}.bank_latin_address`} />
            <Field source={`bank_accounts.${index}.correspondent_bank.name`} />
            <Field source={`bank_accounts.${index}.correspondent_bank.swift`} />
            <Field source={`bank_accounts.${index}.correspondent_bank.account`} />
            <Field source={`bank_accounts.${index}.without_statements`} wide />
            {fields.length > 1 && (
              <Button color="error" onClick={() => remove(index)} sx={{ justifySelf: 'start' }}>
                {translate('kontor.companies.remove_account')}
              </Button>
            )}
          </Box>
        )
      })}
      <Button
        startIcon={<AddIcon />}
        onClick={() => append(emptyAccount, { shouldFocus: false })}
        sx={{ justifySelf: 'start' }}
      >
        {translate('kontor.companies.add_account')}
      </Button>
    </FormSection>
  )
}

function Field({ source, ...props }: Omit<RequisiteFieldProps, 'label'>) {
  const translate = useTranslate()
  return <RequisiteField source={source} label={translate(fieldName(source))} {...props} />
}
