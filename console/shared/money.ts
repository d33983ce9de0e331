import { useLocale } from 'react-admin'

/** Formats decimal strings for the current language, without converting them to floats. */
export function useFormatAmount(): (amount: string, unit: string) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 })
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (amount, unit) => {
    const formatter = /^[A-Z]{3}$/.test(unit) && fiat.has(unit) ? money : format
    return `${formatter.format(amount as Intl.StringNumericLiteral)}\u00a0${unit}`
  }
}

/** Money has two decimal places, assets as many as needed. */
const fiat = { has: (unit: string) => Intl.supportedValuesOf('currency').includes(unit) && unit !== 'BTC' }
