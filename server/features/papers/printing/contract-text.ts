import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'
import { shortDate } from './figures.ts'

/** `№ 12/26 от 15.01.2026` */
export function contractText(
  { number, signed_on }: { number: string; signed_on: string },
  language: PaperLanguage,
): string {
  const day = shortDate(signed_on)
  return language === 'ru' ? `№\u00a0${number} от ${day}` : `No.\u00a0${number} dated ${day}`
}
