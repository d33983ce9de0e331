/**
 * The fee of one transaction, shared by the transfers that it makes in proportion to the highest fee that each allows. The
 * shares add up to the fee exactly, and none is above its own ceiling as long as the fee is not above all of them together.
 */
export function feeShares(fee: bigint, ceilings: readonly bigint[]): bigint[] {
  const all = ceilings.reduce((sum, one) => sum + one, 0n)
  let [ceiling, shared] = [0n, 0n]
  return ceilings.map((one) => {
    ceiling += one
    // Rounded for all up to this one, so that what one rounds away the next one bears.
    const share = all === 0n ? 0n : (fee * ceiling) / all - shared
    shared += share
    return share
  })
}
