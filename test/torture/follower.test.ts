import { expect, test } from 'vitest'
import type { Change } from '../../contract/events/changes.ts'
import { untrueChanges } from './follower.ts'

const change = (place: number, version: number, type = 'organization.updated'): Change => ({
  cursor: `${place}-0123456789abcdef`,
  type,
  object: { type: 'organization', id: 'a' },
  organization_id: 'a',
  path: null,
  version,
  at: '2026-01-01T00:00:00Z',
})
const told = (...versions: number[]) => versions.map((version, place) => change(place + 1, version))
const a = { type: 'organization', id: 'a' }

test('each version once and in order is true', () => {
  expect(untrueChanges(told(1, 2, 3), [{ ...a, version: 3 }])).toEqual([])
  const together = [change(1, 1), change(2, 2), change(3, 2, 'organization.director_changed')]
  expect(untrueChanges(together, [{ ...a, version: 2 }])).toEqual([])
  expect(untrueChanges(told(1, 2, 3), [{ ...a, version: 2, orLater: true }])).toEqual([])
  const uploads = [change(1, 1), ...[2, 3].map((place) => change(place, 1, 'organization.documents_changed'))]
  expect(untrueChanges(uploads, [{ ...a, version: 1 }])).toEqual([])
})

test.each([
  ['a gap', told(1, 3), 3],
  ['a missing end', told(1, 2), 3],
  ['what nobody acknowledged', told(1, 2, 3), 2],
  ['another order', told(1, 3, 2), 3],
  ['a version twice', told(1, 2, 2), 2],
  ['a place twice', [change(1, 1), change(1, 2)], 2],
  ['nothing at all', [], 1],
])('%s is not', (_, changes, version) => {
  expect(untrueChanges(changes, [{ ...a, version }])).toHaveLength(1)
})
