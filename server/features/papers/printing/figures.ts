import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'

/** `92301.08` → `92 301,08` in Russian, `92,301.08` in English. The spaces do not break lines. */
export function figures(decimal: string, language: PaperLanguage): string {
  const [whole = '0', fraction] = decimal.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, language === 'ru' ? '\u00a0' : ',')
  if (fraction === undefined) return grouped
  return `${grouped}${language === 'ru' ? ',' : '.'}${fraction}`
}

const months = {
  ru: [
    'января',
    'февраля',
    'марта',
    'апреля',
    'мая',
    'июня',
    'июля',
    'августа',
    'сентября',
    'октября',
    'ноября',
    'декабря',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

/** `31 января 2026 г.` or `31 January 2026`. */
export function longDate(day: string, language: PaperLanguage): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} ${months[language][month - 1]} ${year}${language === 'ru' ? ' г.' : ''}`
}

/** `31.01.2026` */
export function shortDate(day: string): string {
  return day.split('-').reverse().join('.')
}
