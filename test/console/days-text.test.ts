import { expect, test } from 'vitest'
import { readDays, writeDays } from '../../console/views/days-text.ts'
import { fc } from '../support/cases/properties.ts'

test('days are read as people type them', () => {
  const january = { from: '2026-01-01', to: '2026-01-31' }
  for (const text of [
    '01.01.2026 – 31.01.2026',
    '1.1.26-31.1.26',
    '2026-01-01 - 2026-01-31',
    '2026-01-01..2026-01-31',
    '31.01.2026 — 01.01.2026',
  ])
    expect(readDays(text), text).toEqual(january)
  expect(readDays('02.01.2026')).toEqual({ from: '2026-01-02', to: '2026-01-02' })
  expect(readDays('– 02.01.2026')).toEqual({ to: '2026-01-02' })
  expect(readDays('2026-01-02 –')).toEqual({ from: '2026-01-02' })
  expect(readDays('  ')).toEqual({})
})

test('what are no days is none', () => {
  for (const text of [
    'yesterday',
    '31.02.2026',
    '2026-13-01',
    '01.01.2026 31.01.2026',
    '01.01.2026 – 02.01.2026 – 03.01.2026',
    'от 01.01.2026',
    '– 01.01.2026 –',
    '01.01.2026 – 31',
    '001.01.2026x',
  ])
    expect(readDays(text), text).toBeUndefined()
})

test('what is written is read as the same days, in both languages', () => {
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((time) => time.toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.option(date), fc.option(date), fc.constantFrom('en', 'ru'), (one, other, locale) => {
      const [from, to] = one && other ? [one, other].toSorted() : [one, other]
      const days = { ...(from && { from }), ...(to && { to }) }
      expect(readDays(writeDays(days, locale))).toEqual(days)
    }),
  )
})
