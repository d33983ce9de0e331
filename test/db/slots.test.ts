import { expect, test } from 'vitest'
import { createSlots } from '../../server/platform/slots.ts'

const refuse = () => new Error('no place')

test('at most the given number runs at once, the others in order', async () => {
  const slots = createSlots(2, 60_000, refuse)
  const begun: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const all = gates.map((gate, index) =>
    slots(async () => {
      begun.push(index)
      await gate.promise
    }),
  )
  expect(begun).toEqual([0, 1])
  gates[1]?.resolve()
  await all[1]
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a caller that waits too long is refused and takes no slot', async () => {
  const slots = createSlots(1, 20, refuse)
  const gate = Promise.withResolvers<void>()
  const first = slots(() => gate.promise)
  await expect(slots(async () => 'never')).rejects.toThrow('no place')
  gate.resolve()
  await first
  expect(await slots(async () => 'now')).toBe('now')
})

test('a failure releases its slot', async () => {
  const slots = createSlots(1, 60_000, refuse)
  await expect(slots(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots(async () => 'now')).toBe('now')
})
