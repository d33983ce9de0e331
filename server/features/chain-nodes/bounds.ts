/** Math.min and Math.max do not take a bigint. */
export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}
