import { expect, test } from 'vitest'
import { lists } from '../../contract/lists/all.ts'
import { viewsPage } from '../../scripts/lists-page.ts'
import { readText } from '../support/files/source-files.ts'

const page = readText('docs/views.md')

test('docs/views.md names every list that a view can be of', () => {
  const [, names = ''] = /`list` is one of ([^.]+)\./.exec(page) ?? []
  const named = [...names.matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
})

test('the table of docs/views.md is what scripts/lists-page.ts writes', () => {
  expect(page).toBe(viewsPage())
})
