import { purchaseAssets } from '../../../contract/money/assets.ts'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { numberFormat } from './formats.ts'

/** All digits of the amount, and for money at least as many decimal places as the currency has. */
export function formatAmount(amount: string, unit: string, locale: string): string {
  return `${formatUnits(amount, unit, locale)}\u00a0${unit}`
}

/** Without the unit, where a heading names it. */
export function formatUnits(amount: string, unit: string, locale: string): string {
  const format = numberFormat(locale, {
    minimumFractionDigits: minorDigits(unit),
    maximumFractionDigits: maxDigits,
  })
  return format.format(amount as Intl.StringNumericLiteral)
}

/** More than any asset or rate has; Intl would otherwise round to three. */
const maxDigits = 18

function minorDigits(unit: string): number {
  const isMoney = /^[A-Z]{3}$/.test(unit) && !purchaseAssets.some((asset) => asset === unit)
  return isMoney ? currencyDecimals(unit) : 0
}

/**
 * An amount as it is typed or pasted, such as `1 000,50`, in the form of the contract. Text that is not clearly one
 * amount is returned unchanged, so that the check of the form reports it.
 */
export function parseAmount(typed: string, locale: string): string {
  const text = typed.replaceAll(/[\s'’]/g, '')
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text) || /^\d{1,3}(,\d{3}){2,}$/.test(text)) {
    return text.replaceAll(',', '')
  }
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.')
  }
  // In English this is a thousand, elsewhere it is one.
  if (locale.startsWith('en') && /^[1-9]\d{0,2},\d{3}$/.test(text)) return text
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}
