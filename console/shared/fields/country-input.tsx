import { useInput, ValidationError } from 'react-admin'
import { CountryField } from './country-field.tsx'

/** A country, as a field of a form. An emptied field is null, which clears it. */
export function CountryInput({
  source,
  label,
  required = false,
}: {
  source: string
  label: string
  required?: boolean
}) {
  const { field, fieldState } = useInput({ source, format: (value: string | null) => value ?? null })
  return (
    <CountryField
      label={label}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      required={required}
      error={fieldState.error?.message && <ValidationError error={fieldState.error.message} />}
    />
  )
}
