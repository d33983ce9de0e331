import { TextField } from '@mui/material'
import type { ReactNode } from 'react'
import { Chooser } from './chooser.tsx'
import { type Country, isFoundBy } from './countries.ts'
import { useCountries } from './use-countries.ts'

/** Selects a country by its name in either language of the console, or by its code. */
export function CountryField({
  label,
  value,
  onChange,
  onBlur,
  required = false,
  error,
}: {
  label: string
  /** ISO 3166-1 alpha-2, in upper case. */
  value: string | null
  onChange: (code: string | null) => void
  onBlur?: () => void
  required?: boolean
  error?: ReactNode
}) {
  const countries = useCountries()
  const chosen = countries.find(({ code }) => code === value) ?? null
  return (
    <Chooser<Country>
      options={countries}
      autoHighlight
      value={chosen}
      // Enter takes a country. It must not send the form while a name is only half typed.
      onKeyDown={(event) => {
        const typed = (event.target as HTMLInputElement).value
        if (event.key === 'Enter' && typed !== (chosen?.name ?? '')) event.preventDefault()
      }}
      onChange={(_event, country) => onChange(country?.code ?? null)}
      isOptionEqualToValue={(a, b) => a.code === b.code}
      getOptionKey={({ code }) => code}
      getOptionLabel={({ name }) => name}
      filterOptions={(options, { inputValue }) => options.filter((one) => isFoundBy(one, inputValue))}
      renderOption={(props, { code, name, otherName }) => (
        <li {...props} key={code}>
          {name} · {otherName} · {code}
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          required={required}
          error={Boolean(error)}
          helperText={error}
          onBlur={onBlur}
        />
      )}
    />
  )
}
