import type { DayMove } from '../books/foreign-sums.ts'
import { inKopecks, type Rate } from '../rates/rate-on.ts'
import type { Advance } from './foreign-accounts.ts'

/** So many kopecks for so many units: what a part of an advance is worth that is used on a day. */
export interface Share {
  kopecks: bigint
  units: bigint
}

/** What an account in foreign currency is worth. All are debits if they are positive. */
export interface Valuation {
  units: bigint
  /** What the balance is, for the rule that counts for it. */
  kind: 'money' | 'debt' | 'advance'
  kopecks: bigint
  /** All exchange differences since the first movement: what it is worth less what was posted on it in roubles. */
  difference: bigint
  /** Days on which advances were used, and what of them is worth how much. */
  used: Map<string, Share>
}

/**
 * Values the movements of an account day by day. What comes first within a day does not count: the result is the same
 * whatever the order of entry.
 */
export function value(
  moves: readonly DayMove[],
  advance: Advance,
  rateOn: (day: string) => Rate,
  through: string,
): Valuation {
  return advance === 'none' ? valueMoney(moves, rateOn, through) : valueDebt(moves, advance, rateOn, through)
}

/** What of the advances of an account was used on each day, and what it was worth. */
export function usedAdvances(
  moves: readonly DayMove[],
  advance: 'credit' | 'debit',
  rateOn: (day: string) => Rate,
): Map<string, Share> {
  return valueDebt(moves, advance, rateOn, null).used
}

/** The days whose rates are needed to value these movements. */
export function daysOfRates(moves: readonly DayMove[], advance: Advance, through: string | null): string[] {
  const days = new Set(moves.map(({ day }) => day))
  if (through === null) return [...days]
  const balance = moves.reduce((sum, { units, count }) => sum + units * count, 0n)
  const isAdvance = advance === 'credit' ? balance < 0n : advance === 'debit' && balance > 0n
  if (balance !== 0n && !isAdvance) days.add(through)
  return [...days]
}

function valueMoney(moves: readonly DayMove[], rateOn: (day: string) => Rate, through: string): Valuation {
  let units = 0n
  let posted = 0n
  for (const { day, units: moved, count } of moves) {
    units += moved * count
    posted += inKopecks(moved, rateOn(day)) * count
  }
  const kopecks = units === 0n ? 0n : inKopecks(units, rateOn(through))
  return { units, kind: 'money', kopecks, difference: kopecks - posted, used: new Map() }
}

/**
 * What raises the advance is worth what the rate of its day says, and what uses it is worth the average of what is there.
 * A debt is settled by the rate of the day, and the rest of it is worth what the rate of the last day says.
 */
function valueDebt(
  moves: readonly DayMove[],
  advance: 'credit' | 'debit',
  rateOn: (day: string) => Rate,
  through: string | null,
): Valuation {
  const side = advance === 'credit' ? -1n : 1n
  const used = new Map<string, Share>()
  // Of the advance, so that it is positive on either side.
  let units = 0n
  let worth = 0n
  let difference = 0n
  /** From here on it is worth this much; the rest is a difference. */
  const settle = (kopecks: bigint) => {
    difference += kopecks - worth
    worth = kopecks
  }
  for (const { day, moved } of byDay(moves)) {
    const rate = rateOn(day)
    const wasDebt = units < 0n
    for (const move of moved) {
      if (move.units * side < 0n) continue
      units += move.units * side * move.count
      worth += inKopecks(move.units * side, rate) * move.count
    }
    if (wasDebt && units >= 0n) settle(inKopecks(units, rate))
    const taken = moved.filter((move) => move.units * side < 0n)
    if (taken.length === 0) continue
    const down = taken.reduce((sum, move) => sum - move.units * side * move.count, 0n)
    const share = units > 0n ? shareOf({ units, kopecks: worth }, down, rate) : undefined
    if (share) used.set(day, share)
    for (const move of taken) {
      const each = -move.units * side
      worth -= (share ? partOf(each, share) : inKopecks(each, rate)) * move.count
    }
    units -= down
    // What is left of an advance that is used up is what rounding has left.
    if (units === 0n) settle(0n)
  }
  const kind = units > 0n ? 'advance' : 'debt'
  if (units < 0n && through !== null) settle(inKopecks(units, rateOn(through)))
  return { units: units * side, kind, kopecks: worth * side, difference: difference * side, used }
}

/** What is beyond the advance is a debt, by the rate of the day. */
function shareOf(advance: Share, down: bigint, rate: Rate): Share {
  if (down <= advance.units) return advance
  return { units: down, kopecks: advance.kopecks + inKopecks(down - advance.units, rate) }
}

/** Half away from zero. */
export function partOf(units: bigint, { kopecks, units: all }: Share): bigint {
  const value = 2n * units * kopecks
  const size = value < 0n ? -value : value
  const rounded = (size + all) / (2n * all)
  return value < 0n ? -rounded : rounded
}

function byDay(moves: readonly DayMove[]): { day: string; moved: DayMove[] }[] {
  const days: { day: string; moved: DayMove[] }[] = []
  for (const move of moves) {
    const last = days.at(-1)
    if (last?.day === move.day) last.moved.push(move)
    else days.push({ day: move.day, moved: [move] })
  }
  return days
}
