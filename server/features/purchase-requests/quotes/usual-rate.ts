import { compareDecimals, multiplyDecimals } from '../../../../contract/decimal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { unusualRate } from '../facts/deal-failures.ts'
import { findLastRate } from '../facts/quote-store.ts'

/** Throws if a rate is ten times off the last one of its pair, most likely a typing error, and nobody says it is meant. */
export async function demandUsualRate(
  db: Db,
  quoted: { asset: string; fiat_currency: string; rate: string },
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted) return
  const last = await findLastRate(db, quoted)
  if (last === undefined) return
  const isFar = (one: string, other: string) => compareDecimals(one, tenTimes(other)) >= 0
  if (isFar(quoted.rate, last) || isFar(last, quoted.rate)) throw unusualRate(quoted, last)
}

function tenTimes(rate: string): string {
  return multiplyDecimals(rate, '10', 40)
}
