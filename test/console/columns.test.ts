import { expect, test } from 'vitest'
import {
  type ColumnKind,
  chosenColumns,
  drawnWidths,
  fitColumns,
  leastWidth,
} from '../../console/shared/lists/columns.ts'
import { presetDays } from '../../console/views/preset-days.ts'
import { fc } from '../support/cases/properties.ts'

const column = (key: string, kind: ColumnKind, priority?: number) => ({
  key,
  kind,
  ...(priority !== undefined && { priority }),
})
const columns = [
  column('number', 'code'),
  column('organization', 'name', 1),
  column('amount', 'amount', 4),
  column('status', 'status', 2),
  column('created', 'ago', 3),
]
const keys = (some: readonly { key: string }[]) => some.map(({ key }) => key)

test('what is least important is left out first where there is no room, and the order stays', () => {
  expect(keys(fitColumns(columns, 2000))).toEqual(keys(columns))
  expect(keys(fitColumns(columns, 700))).toEqual(['number', 'organization', 'status', 'created'])
  expect(keys(fitColumns(columns, 540))).toEqual(['number', 'organization', 'status'])
  expect(keys(fitColumns(columns, 10))).toEqual(['number'])
})

test('beside an open record, a list of requests keeps its total and its status', () => {
  const requests = [
    column('number', 'code'),
    column('organization', 'name', 1),
    column('amount', 'amount', 4),
    column('total', 'amount', 3),
    column('status', 'status', 2),
    column('created', 'ago', 5),
  ]
  // What is left of 1440 px beside the menu and the pane, without the boxes.
  expect(keys(fitColumns(requests, 560))).toEqual(['number', 'organization', 'total', 'status'])
})

test('on a phone, a name leaves room for until when, or since when', () => {
  const webhooks = [column('url', 'name'), column('events', 'text', 3), column('state', 'due', 1)]
  expect(keys(fitColumns(webhooks, 366))).toEqual(['url', 'state'])
  expect(drawnWidths([webhooks[0], webhooks[2]] as typeof webhooks, 366)).toEqual([undefined, 205])
})

test('whatever the columns and the room, the first one stays and the rest fits', () => {
  const kinds: ColumnKind[] = ['name', 'text', 'code', 'amount', 'status', 'ago', 'time', 'actions']
  const any = fc.array(
    fc.record({
      key: fc.uuid(),
      kind: fc.constantFrom(...kinds),
      priority: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 2000 }), (all, room) => {
      const fitted = fitColumns(all, room)
      expect(fitted[0]).toBe(all[0])
      expect(all.filter((one) => fitted.includes(one))).toEqual(fitted)
      const width = fitted.reduce((sum, one) => sum + leastWidth(one, room), 0)
      if (fitted.length > 1) expect(width).toBeLessThanOrEqual(room)
    }),
  )
})

test('what is left belongs to texts and, twice as much of it, to names, and nothing is wider than the room', () => {
  const [name, text, amount] = [
    column('name', 'name'),
    column('text', 'text'),
    column('amount', 'amount'),
  ] as const
  const least = leastWidth(name) + leastWidth(text) + leastWidth(amount)
  expect(drawnWidths([name, text, amount], least + 300)).toEqual([
    undefined,
    leastWidth(text) + 100,
    leastWidth(amount),
  ])
  expect(drawnWidths([name, text, amount], 300)[1]).toBe(leastWidth(text))
  expect(drawnWidths([name, text], 5000)[1]).toBeLessThan(300)
  // Without a name, the texts share what is left.
  expect(drawnWidths([text, amount], 1000)).toEqual([undefined, leastWidth(amount)])
})

test('who has chosen columns sees these in their order, and always what the row is', () => {
  const all = [{ key: 'number' }, { key: 'status' }, { key: 'total' }, { key: 'maker', isExtra: true }]
  expect(keys(chosenColumns(all, null))).toEqual(['number', 'status', 'total'])
  expect(keys(chosenColumns(all, ['number', 'maker', 'status']))).toEqual(['number', 'maker', 'status'])
  expect(keys(chosenColumns(all, ['status']))).toEqual(['number', 'status'])
  expect(keys(chosenColumns(all, ['number']))).toEqual(['number'])
  expect(keys(chosenColumns(all, ['gone', 'total']))).toEqual(['number', 'total'])
  // What a view names may be columns that no longer exist.
  expect(keys(chosenColumns(all, ['gone']))).toEqual(['number', 'status', 'total'])
})

test('the periods that are asked for most end today', () => {
  const today = new Date(2026, 10, 18, 23, 30)
  expect(presetDays('today', today)).toEqual({ from: '2026-11-18', to: '2026-11-18' })
  expect(presetDays('week', today)).toEqual({ from: '2026-11-16', to: '2026-11-18' })
  expect(presetDays('month', today)).toEqual({ from: '2026-11-01', to: '2026-11-18' })
  expect(presetDays('quarter', today)).toEqual({ from: '2026-10-01', to: '2026-11-18' })
  expect(presetDays('week', new Date(2026, 10, 1))).toEqual({ from: '2026-10-26', to: '2026-11-01' })
})
