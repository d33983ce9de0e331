import { expect, test } from 'vitest'
import { features } from '../../contract/declarations/all.ts'
import type { Feature } from '../../contract/declarations/feature.ts'
import { operations } from '../../contract/operations/features.ts'

/** The names in a table of each feature. */
function namesIn(table: keyof Feature): string[] {
  return features.flatMap((feature: Feature) => {
    const rows = feature[table] ?? {}
    return Array.isArray(rows) ? rows : Object.keys(rows)
  })
}

test.each([
  ['permissions'],
  ['acts'],
  ['events', 'actions'],
  ['events', 'changes'],
  ['failures'],
  ['duplicates'],
  ['faults', 'fileFaults'],
] as const)('each of the %s is declared by one feature', (...tables) => {
  const names = tables.flatMap(namesIn)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a failure names only tags that operations have', () => {
  const tags = new Set(operations.map(({ tag }) => tag.name))
  const named = features.flatMap((feature: Feature) =>
    Object.values(feature.failures ?? {}).flatMap(({ of = [] }) => of),
  )
  expect(named.filter((tag) => !tags.has(tag))).toEqual([])
})
