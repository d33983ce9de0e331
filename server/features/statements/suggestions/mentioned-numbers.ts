export interface Mentioned {
  number: string
  /** With its year, so that it can only be this request. */
  isFull: boolean
}

/** Latin letters, Cyrillic ones that look the same (РR), and how they are spoken (ПР). */
const fullNumber =
  /(?<![\p{L}\p{N}])[PРП]\s?[RР][\s№#:._/–—-]{0,4}(20\d\d)[\s._/–—-]{0,3}(\d{3}\s\d{3}|\d{1,9})(?!\d)/giu
/** `№ 123`, `N123`, `заявка 123`, but no date and no part of a longer number. */
const shortNumber =
  /(?<![\p{L}\p{N}])(?:№|#|no?[.º°]?|заявк\p{L}{0,3}|request|order)[\s:№#.]{0,4}0{0,5}([1-9]\d{0,5})(?![\d]|[-./]\d)/giu
const most = 5

/** Numbers of requests that a purpose may mean. A short one is of the year of the payment, or of the year before. */
export function mentionedNumbers(purpose: string, bookedOn: string): Mentioned[] {
  const full = [...purpose.matchAll(fullNumber)].map(([, year, digits]) =>
    numberOf(Number(year), digits ?? ''),
  )
  const rest = purpose.replaceAll(fullNumber, ' ')
  const year = Number(bookedOn.slice(0, 4))
  const short = [...rest.matchAll(shortNumber)]
    .slice(0, most)
    .flatMap(([, digits]) => [numberOf(year, digits ?? ''), numberOf(year - 1, digits ?? '')])
  const named = new Set(full.slice(0, most))
  return [
    ...[...named].map((number) => ({ number, isFull: true })),
    ...[...new Set(short)]
      .filter((number) => !named.has(number))
      .map((number) => ({ number, isFull: false })),
  ]
}

/** As purchase requests are numbered: PR-2026-000123. */
function numberOf(year: number, digits: string): string {
  return `PR-${year}-${String(Number(digits.replaceAll(/\s/g, ''))).padStart(6, '0')}`
}
