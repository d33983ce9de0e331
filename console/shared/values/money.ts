import { useCallback } from 'react'
import { useLocale } from 'react-admin'
import { formatAmount, formatUnits } from './amounts.ts'

/** Formats decimal strings for the current language, without converting them to floats. */
export function useFormatAmount(): (amount: string, unit: string) => string {
  const locale = useLocale()
  return useCallback((amount, unit) => formatAmount(amount, unit, locale), [locale])
}

/** The same without the unit. */
export function useFormatUnits(): (amount: string, unit: string) => string {
  const locale = useLocale()
  return useCallback((amount, unit) => formatUnits(amount, unit, locale), [locale])
}
