import { dayAfter } from '../../../../contract/values/calendar.ts'
import type { Db } from '../../../platform/db/database.ts'
import { companiesOfOwn } from '../../papers/own-accounts.ts'
import { type ExchangeSide, listOpenSides } from '../lines/exchange-store.ts'
import type { Line } from '../lines/statement-store.ts'
import { isOfOneCompany } from './settle-exchange.ts'

/** A bank exchanges on the same day or on the next ones, also over a long holiday. */
const mostDays = 10

/**
 * For lines that may be an exchange, the line that may be its other side: of the same company, in another currency and of the
 * other direction. Of several, the one of the nearest day; a person chooses among those of one day.
 */
export async function findOtherLines(db: Db, lines: readonly Line[]): Promise<Map<string, string>> {
  const dates = lines.map(({ booked_on }) => booked_on).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const open = await listOpenSides(db, { from: dayAfter(first, -mostDays), to: dayAfter(last, mostDays) })
  if (open.length === 0) return new Map()
  const companies = await companiesOfOwn(db, [...new Set([...lines, ...open].map(({ account }) => account))])
  return new Map(
    lines.flatMap((line) => {
      const fitting = open.filter(
        (side) =>
          side.direction !== line.direction &&
          side.currency !== line.currency &&
          daysBetween(side.booked_on, line.booked_on) <= mostDays &&
          isOfOneCompany(companies, line, side),
      )
      const other = nearest(fitting, line.booked_on)
      return other ? [[line.id, other.line_id] as const] : []
    }),
  )
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}

function nearest(sides: readonly ExchangeSide[], day: string): ExchangeSide | undefined {
  const least = Math.min(...sides.map(({ booked_on }) => daysBetween(booked_on, day)))
  const found = sides.filter(({ booked_on }) => daysBetween(booked_on, day) === least)
  return found.length === 1 ? found[0] : undefined
}
