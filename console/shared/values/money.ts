import { useCallback } from 'react'
import { useLocale } from 'react-admin'
import { formatAmount } from './amounts.ts'

/** Formats decimal strings for the current language, without converting them to floats. */
export function useFormatAmount(): (amount: string, unit: string) => string {
  const locale = useLocale()
  return useCallback((amount, unit) => formatAmount(amount, unit, locale), [locale])
}
