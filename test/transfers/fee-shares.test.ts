import { expect, test } from 'vitest'
import { feeShares } from '../../server/features/transfers/signing/fee-shares.ts'
import { fc, runs } from '../support/cases/properties.ts'

const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

test('shares of a fee add up to it, and none is above its ceiling', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.bigInt(0n, 500_000n), { minLength: 1, maxLength: 100 })
        .chain((ceilings) => fc.tuple(fc.constant(ceilings), fc.bigInt(0n, sum(ceilings)))),
      ([ceilings, fee]) => {
        const shares = feeShares(fee, ceilings)
        expect(sum(shares)).toBe(fee)
        for (const [at, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0n)
          expect(share).toBeLessThanOrEqual(ceilings[at] as bigint)
        }
      },
    ),
    { numRuns: runs(500) },
  )
})

test('shares are in proportion to the ceilings', () => {
  expect(feeShares(300n, [1000n, 2000n])).toEqual([100n, 200n])
  expect(
    feeShares(
      100n,
      [1n, 1n, 1n].map((one) => one * 1000n),
    ),
  ).toEqual([33n, 33n, 34n])
})
