import { compareDecimals, multiplyDecimals } from '../../../../contract/money/decimal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { unusualRate } from '../facts/deal-failures.ts'
import { findLastRate } from '../facts/quote-store.ts'

/**
 * Throws if a rate is five times off the last one of its pair, and nobody says it is meant. A point at the wrong place makes
 * ten times, but prices move as well: 9.3 after 92 is such a mistake.
 */
export async function demandUsualRate(
  db: Db,
  quoted: { asset: string; fiat_currency: string; rate: string },
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted) return
  const last = await findLastRate(db, quoted)
  if (last === undefined) return
  const isFar = (one: string, other: string) => compareDecimals(one, fiveTimes(other)) >= 0
  if (isFar(quoted.rate, last) || isFar(last, quoted.rate)) throw unusualRate(quoted, last)
}

function fiveTimes(rate: string): string {
  return multiplyDecimals(rate, '5', 40)
}
