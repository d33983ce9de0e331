import { describe, expect, test } from 'vitest'
import { computeStock, type Stock, type StockEvent } from '../../server/features/treasury/stock/lots.ts'
import { fc } from '../support/cases/properties.ts'

const companies = ['a', 'b']
const event = (id: string, rest: object) => ({ id, day: '2026-01-01', companyId: 'a', ...rest }) as StockEvent
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const all = <Item>(lists: Map<string, Item[]>, companyId: string) => lists.get(companyId) ?? []

function resultOf({ consumed }: Stock, of: string): [bigint, bigint] {
  const own = consumed.filter((one) => one.of === of)
  return [sum(own.map(({ amount }) => amount)), sum(own.map(({ cost }) => cost))]
}

describe('first in, first out', () => {
  test('takes the oldest coins, and the last part of a purchase takes the rest of its cost', () => {
    const stock = computeStock([
      event('p1', { kind: 'acquisition', amount: 3n, cost: 100n }),
      event('p2', { kind: 'acquisition', amount: 10n, cost: 1_000n }),
      event('d1', { kind: 'delivery', amount: 1n }),
      event('d2', { kind: 'delivery', amount: 1n }),
      event('d3', { kind: 'delivery', amount: 3n }),
      event('f', { kind: 'network_fee', amount: 1n }),
    ])
    expect(['d1', 'd2', 'd3', 'f'].map((of) => resultOf(stock, of))).toEqual([
      [1n, 33n],
      [1n, 33n],
      [3n, 234n],
      [1n, 100n],
    ])
    expect(stock.lots.get('a')).toEqual([{ id: 'p2', day: '2026-01-01', left: 7n, cost: 700n }])
  })

  test('a delivery without coins is uncovered, and late coins pay for it on their own day', () => {
    const stock = computeStock([
      event('d', { kind: 'delivery', amount: 5n }),
      event('p', { kind: 'acquisition', amount: 8n, cost: 80n, day: '2026-02-01' }),
    ])
    expect(stock.uncovered.get('a')).toEqual([])
    expect(stock.consumed).toMatchObject([{ of: 'd', day: '2026-02-01', amount: 5n, cost: 50n }])
    expect(stock.lots.get('a')).toMatchObject([{ id: 'p', left: 3n, cost: 30n }])
  })

  test('a delivery that is reversed gives its coins back with their cost', () => {
    const stock = computeStock([
      event('p', { kind: 'acquisition', amount: 3n, cost: 100n }),
      event('d', { kind: 'delivery', amount: 2n }),
      event('r', { kind: 'reversal', of: 'd', amount: 2n, day: '2026-02-01' }),
    ])
    expect(resultOf(stock, 'd')).toEqual([0n, 0n])
    expect(sum(all(stock.lots, 'a').map(({ cost }) => cost))).toBe(100n)
  })

  test('a purchase that is reversed after it was sold leaves the cost of others', () => {
    const stock = computeStock([
      event('p1', { kind: 'acquisition', amount: 2n, cost: 100n }),
      event('p2', { kind: 'acquisition', amount: 2n, cost: 300n }),
      event('d', { kind: 'delivery', amount: 2n }),
      event('r', { kind: 'reversal', of: 'p1', amount: 2n, day: '2026-02-01' }),
    ])
    expect(resultOf(stock, 'd')).toEqual([2n, 100n])
    expect(resultOf(stock, 'r')).toEqual([0n, 200n])
    expect(stock.lots.get('a')).toEqual([])
  })
})

describe('coins that another company has sent before it had them', () => {
  const given = [
    event('m', { kind: 'moved', companyId: 'b', from: 'a', amount: 5n }),
    event('d', { kind: 'delivery', companyId: 'b', amount: 3n }),
    event('p', { kind: 'acquisition', amount: 8n, cost: 80n, day: '2026-02-01' }),
  ]

  test('have no cost until it has bought some', () => {
    const stock = computeStock(given.slice(0, 2))
    expect(stock.uncovered.get('a')).toMatchObject([{ of: 'm', kind: 'moved_out', left: 5n }])
    expect(stock.uncovered.get('b')).toMatchObject([{ of: 'd', left: 3n }])
    expect([stock.awaited.get('b'), all(stock.lots, 'b')]).toEqual([5n, []])
  })

  test('cost what it has bought them for later, on that day', () => {
    const stock = computeStock(given)
    expect(stock.consumed).toMatchObject([
      { of: 'd', companyId: 'b', day: '2026-02-01', amount: 3n, cost: 30n },
    ])
    expect(stock.lots.get('b')).toMatchObject([{ id: 'm', left: 2n, cost: 20n }])
    expect(stock.lots.get('a')).toMatchObject([{ id: 'p', left: 3n, cost: 30n }])
    expect(stock.awaited.get('b')).toBe(0n)
  })
})

test('nothing is lost: coins and cost are in lots, were sold, or are missing', () => {
  const step = fc.record({
    kind: fc.constantFrom('acquisition', 'delivery', 'network_fee', 'moved_out', 'moved', 'reversal'),
    companyId: fc.constantFrom(...companies),
    amount: fc.bigInt(1n, 1_000n),
    cost: fc.bigInt(0n, 100_000n),
    of: fc.nat(30),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const events: StockEvent[] = []
      const reversed = new Set<string>()
      const held = new Map(companies.map((id) => [id, 0n]))
      let cost = 0n
      const move = (companyId: string, units: bigint) =>
        held.set(companyId, (held.get(companyId) ?? 0n) + units)
      for (const [place, { kind, companyId, amount, cost: paid, of }] of steps.entries()) {
        const base = {
          id: String(place),
          day: `2026-01-${String(place + 1).padStart(2, '0')}`,
          companyId,
          amount,
        }
        if (kind === 'acquisition') {
          events.push({ ...base, kind, cost: paid })
          move(companyId, amount)
          cost += paid
        } else if (kind === 'moved') {
          const from = companyId === 'a' ? 'b' : 'a'
          events.push({ ...base, kind, from })
          move(companyId, amount)
          move(from, -amount)
        } else if (kind === 'reversal') {
          const original = events[of]
          const isPossible =
            original && !['moved', 'reversal'].includes(original.kind) && !reversed.has(original.id)
          if (!isPossible) continue
          reversed.add(original.id)
          events.push({
            ...base,
            kind,
            of: original.id,
            companyId: original.companyId,
            amount: original.amount,
          })
          const isPurchase = original.kind === 'acquisition'
          move(original.companyId, isPurchase ? -original.amount : original.amount)
          if (original.kind === 'acquisition') cost -= original.cost
        } else {
          events.push({ ...base, kind: kind as 'delivery' | 'network_fee' | 'moved_out' })
          move(companyId, -amount)
        }
      }
      const stock = computeStock(events)
      for (const companyId of companies) {
        const lots = all(stock.lots, companyId)
        const missing = all(stock.uncovered, companyId)
        const awaited = stock.awaited.get(companyId) ?? 0n
        expect(awaited >= 0n).toBe(true)
        expect(awaited + sum(lots.map(({ left }) => left)) - sum(missing.map(({ left }) => left))).toBe(
          held.get(companyId),
        )
        expect(lots.every(({ left, cost }) => left > 0n && cost >= 0n)).toBe(true)
        // Nothing is missing while something is there.
        expect(lots.length === 0 || missing.length === 0).toBe(true)
      }
      const inLots = sum([...stock.lots.values()].flat().map(({ cost }) => cost))
      expect(inLots + sum(stock.consumed.map(({ cost }) => cost))).toBe(cost)
    }),
    { numRuns: 300 },
  )
})
