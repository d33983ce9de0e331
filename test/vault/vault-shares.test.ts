import { expect, test } from 'vitest'
import { combineShares, parseShare, type Share, splitSlotKey } from '../../server/platform/vault/shares.ts'
import { newSlotKey, slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { fc, runs } from '../support/cases/properties.ts'

function shareOf(text: string | undefined): Share {
  const share = parseShare(text ?? '')
  if (typeof share === 'string') throw new Error(share)
  return share
}

test('enough shares restore the key, fewer do not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 7 }).chain((count) =>
        fc.record({
          count: fc.constant(count),
          threshold: fc.integer({ min: 2, max: count }),
          order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
        }),
      ),
      async ({ count, threshold, order }) => {
        const slotKey = newSlotKey()
        const texts = await splitSlotKey(slotKey, count, threshold)
        const shares = order.map((index) => shareOf(texts[index]))

        expect(await combineShares(shares.slice(0, threshold))).toEqual(slotKey)
        expect(await combineShares(shares)).toEqual(slotKey)
        expect(await combineShares(shares.slice(0, threshold - 1))).toBeUndefined()
      },
    ),
    { numRuns: runs(30) },
  )
})

test('a share contains its slot, its number and the threshold', async () => {
  const slotKey = newSlotKey()
  const texts = await splitSlotKey(slotKey, 5, 3)
  expect(texts.map((text) => shareOf(text).number)).toEqual([1, 2, 3, 4, 5])
  expect(texts[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){17}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(slotIdOf(slotKey).startsWith(shareOf(texts[0]).slot)).toBe(true)
  expect(shareOf(texts[4]).threshold).toBe(3)
})

test('it may be typed in lower case, with spaces, and with O for 0 and l for 1', async () => {
  const [text = ''] = await splitSlotKey(newSlotKey(), 2, 2)
  const typed = ` ${text.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' ')}\n`
  expect(parseShare(typed)).toEqual(parseShare(text))
})

test('every mistyped letter and every pair of swapped letters is detected', async () => {
  const [text = ''] = await splitSlotKey(newSlotKey(), 2, 2)
  const letters = text.replaceAll('-', '')
  for (let at = 0; at < letters.length; at++) {
    for (const other of '0Z') {
      if (letters[at] === other) continue
      expect(parseShare(letters.slice(0, at) + other + letters.slice(at + 1))).toBe('mistyped')
    }
    const swapped = letters.slice(0, at) + letters[at + 1] + letters[at] + letters.slice(at + 2)
    if (at + 1 < letters.length && letters[at] !== letters[at + 1])
      expect(parseShare(swapped)).toBe('mistyped')
  }
  for (const wrong of ['', letters.slice(1), `${letters}0`, `U${letters.slice(1)}`, 'абв']) {
    expect(parseShare(wrong)).toBe('not_a_share')
  }
})

test('shares of two slots, or the same share twice, are refused', async () => {
  const [one, two] = await splitSlotKey(newSlotKey(), 2, 2)
  const [other] = await splitSlotKey(newSlotKey(), 2, 2)
  expect(await combineShares([shareOf(one), shareOf(other)])).toBeUndefined()
  expect(await combineShares([shareOf(one), shareOf(one)])).toBeUndefined()
  expect(await combineShares([])).toBeUndefined()
  expect(await combineShares([shareOf(one), shareOf(two)])).toHaveLength(32)
})
