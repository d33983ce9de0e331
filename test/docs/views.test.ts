import { expect, test } from 'vitest'
import { lists } from '../../contract/lists/all.ts'
import { readText } from '../support/files/source-files.ts'

const page = readText('docs/views.md')
const namesIn = (text: string) => [...text.matchAll(/`([a-z_-]+)`/g)].map(([, name = '']) => name)

test('docs/views.md names every list that a view can be of', () => {
  const [, names = ''] = /`list` is one of ([^.]+)\./.exec(page) ?? []
  expect(namesIn(names).toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
})

test('docs/views.md names every filter of the lists in its table', () => {
  const rows = [...page.matchAll(/^\| `GET (\/v1\/[a-z/-]+)` +\| (`.*) \|$/gm)]
  expect(rows.length).toBeGreaterThan(3)
  const wrong = rows.flatMap(([, path, cell = '']) => {
    const filters = Object.keys(lists.find(({ read }) => read?.path === path)?.filters.properties ?? {})
    const named = namesIn(cell)
    return filters.join() === named.join() ? [] : [{ path, filters, named }]
  })
  expect(wrong).toEqual([])
})
