import { addDecimals, decimalDifference } from '../../../../contract/money/decimal.ts'

/** Acts that a limit has counted: when the last of them was done, how many, and how much they have moved by currency. */
export interface CountedEntry {
  at: string
  times: number
  sums: Readonly<Record<string, string>>
}

export const dayMs = 24 * 3_600_000
const quarterMs = 15 * 60_000
/** Further acts are kept by quarters of an hour, so that a counter stays small. */
const mostEntries = 200

/** Those of the last 24 hours, and a new one. Acts that are kept together count until the last of them is a day old. */
export function withEntries(
  entries: readonly CountedEntry[],
  added: readonly CountedEntry[],
  now: Date,
): CountedEntry[] {
  const all = [...entriesSince(entries, now), ...added]
  if (all.length <= mostEntries) return all
  const quarters = Map.groupBy(all, ({ at }) => Math.floor(Date.parse(at) / quarterMs))
  return [...quarters.values()].map((of) => of.reduce(together))
}

/** What counts at this moment. */
export function entriesSince(entries: readonly CountedEntry[], now: Date): CountedEntry[] {
  return entries.filter(({ at }) => Date.parse(at) > now.getTime() - dayMs)
}

/** How often, how much of this currency, and when the first of it ends. */
export function totalOf(entries: readonly CountedEntry[], currency?: string) {
  const times = entries.reduce((sum, entry) => sum + entry.times, 0)
  const sum = entries.reduce(
    (total, { sums }) => addDecimals(total, (currency !== undefined && sums[currency]) || '0'),
    '0',
  )
  const first = entries.reduce((least, { at }) => Math.min(least, Date.parse(at)), Number.POSITIVE_INFINITY)
  return { times, sum, resetsAt: entries.length > 0 ? new Date(first + dayMs).toISOString() : null }
}

/** One act: what it moves, without what the acts that it takes the place of have counted already. */
export function entryOf(
  at: Date,
  moved: Readonly<Record<string, string>>,
  already: Readonly<Record<string, string>> = {},
): CountedEntry {
  const sums = Object.entries(moved).map(([currency, value]) => [
    currency,
    decimalDifference(value, already[currency] ?? '0'),
  ])
  return { at: at.toISOString(), times: 1, sums: Object.fromEntries(sums) }
}

function together(a: CountedEntry, b: CountedEntry): CountedEntry {
  const sums = { ...a.sums }
  for (const [currency, value] of Object.entries(b.sums))
    sums[currency] = addDecimals(sums[currency] ?? '0', value)
  const at = Date.parse(a.at) > Date.parse(b.at) ? a.at : b.at
  return { at, times: a.times + b.times, sums }
}
