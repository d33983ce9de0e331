/** Math.min and Math.max do not take a bigint. */
export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Rounded up. */
export function quotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}
