import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import { type Country, countriesIn, countryNames } from './countries.ts'

/** The name of a country in the current language. */
export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  return useMemo(() => countryNames(locale), [locale])
}

export function useCountries(): Country[] {
  const locale = useLocale()
  return useMemo(() => countriesIn(locale), [locale])
}
