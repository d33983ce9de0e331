import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lists } from '../../contract/lists/all.ts'

test('docs/views.md names every list that a view can be of', () => {
  const page = readFileSync(new URL('../../docs/views.md', import.meta.url), 'utf8')
  const [, names = ''] = /`list` is one of ([^.]+)\./.exec(page) ?? []
  const named = [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
})
