/** A debit or a credit with its value in roubles. Both have the sign of a debit or a credit. */
export interface ValuedLeg {
  account: string
  units: bigint
  kopecks: bigint
}

export interface Pair {
  debit: string
  credit: string
  /** Not negative. */
  units: bigint
  kopecks: bigint
}

interface Open {
  account: string
  units: bigint
  kopecks: bigint
}

/**
 * Pairs the debits of a posting in one commodity with its credits, so that each leg is paired as a whole, in units and in
 * roubles. The legs sum to zero in both.
 */
export function pairsOf(legs: readonly ValuedLeg[]): Pair[] {
  const isDebit = ({ units, kopecks }: ValuedLeg) => units > 0n || (units === 0n && kopecks > 0n)
  const open = (sign: bigint) => (leg: ValuedLeg) => ({
    account: leg.account,
    units: leg.units * sign,
    kopecks: leg.kopecks * sign,
  })
  // Those without units take what rounding has left, at the end.
  const last = (a: Open, b: Open) => Number(a.units === 0n) - Number(b.units === 0n)
  const debits = legs.filter(isDebit).map(open(1n)).sort(last)
  const credits = legs
    .filter((leg) => !isDebit(leg))
    .map(open(-1n))
    .sort(last)
  const pairs: Pair[] = []
  let [debit, credit] = [debits.shift(), credits.shift()]
  while (debit && credit) {
    const units = min(debit.units, credit.units)
    const [debitEnds, creditEnds]: [boolean, boolean] = [debit.units === units, credit.units === units]
    const kopecks: bigint =
      debitEnds && creditEnds
        ? min(debit.kopecks, credit.kopecks)
        : debitEnds
          ? debit.kopecks
          : credit.kopecks
    if (units !== 0n || kopecks !== 0n)
      pairs.push({ debit: debit.account, credit: credit.account, units, kopecks })
    for (const side of [debit, credit]) {
      side.units -= units
      side.kopecks -= kopecks
    }
    const [debitIsDone, creditIsDone] = [
      debitEnds && debit.kopecks === 0n,
      creditEnds && credit.kopecks === 0n,
    ]
    if (debitIsDone) debit = debits.shift()
    if (creditIsDone) credit = credits.shift()
  }
  return pairs
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
