export interface Page {
  limit: number
  offset: number
}

/** The numbers on a page of rows that are numbered from 1 to `total` without gaps, the highest first. */
export function numbersOnPage(total: number, { limit, offset }: Page): number[] {
  const highest = total - offset
  return Array.from({ length: Math.max(Math.min(limit, highest), 0) }, (_, index) => highest - index)
}
