const mostDigits = 15

/** A sign or code of a currency or an asset, before or after the figures. */
const money = /^(?:[\p{Sc}]|[a-zа-яё]{1,5}\.?)\s*|\s*(?:[\p{Sc}]|[a-zа-яё]{1,5}\.?)$/giu
/** Spaces and marks that people put between thousands. */
const grouped = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d{1,8})?$/
const withCommas = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,8})?$/
const withPoints = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,8})?$/
const plain = /^\d+(?:[.,]\d{1,8})?$/

/**
 * The amounts that somebody may mean, as exact decimals: «1 500 000,00», «1500000», «1,500,000.00». `1,500` is two of them.
 * A number of one or two digits alone is none.
 */
export function amountsOf(text: string): string[] {
  const figures = text.replaceAll(money, '').trim()
  const readings = new Set<string>()
  if (grouped.test(figures)) readings.add(figures.replaceAll(/[\s'’]/g, '').replace(',', '.'))
  if (withCommas.test(figures)) readings.add(figures.replaceAll(',', ''))
  if (withPoints.test(figures)) readings.add(figures.replaceAll('.', '').replace(',', '.'))
  if (plain.test(figures) && figures.length > 2) readings.add(figures.replace(',', '.'))
  return [...readings].filter((one) => {
    const [whole = ''] = one.split('.')
    return whole.length <= mostDigits && Number(one) > 0
  })
}
