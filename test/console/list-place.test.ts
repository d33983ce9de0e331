import { expect, test } from 'vitest'
import { listPage, listSearch, readListState, viewPlace } from '../../console/views/list-place.ts'
import { listNames } from '../../contract/lists/all.ts'
import { placeOfWork } from '../../contract/work/work.ts'
import { readSources } from '../support/files/source-files.ts'

const usual = { status: 'open' }

test('what a list shows survives in the address', () => {
  for (const state of [
    { filters: { status: 'dismissed', list: 'ofac', above_threshold: 'false' }, sort: null, columns: null },
    { filters: { q: 'Ромашка & "сын"' }, sort: 'created_at', columns: ['number', 'status'] },
    { filters: {}, sort: null, columns: null },
  ] as const)
    expect(readListState(listSearch(state), usual)).toEqual(state)
})

test('an address that names no filters shows the usual, and one with nonsense shows all', () => {
  expect(readListState('?line=1', usual)).toEqual({ filters: usual, sort: null, columns: null })
  for (const typed of ['?filter=', '?filter=nonsense', '?filter=null', '?filter={"status":1,"list":""}'])
    expect(readListState(typed, usual)).toEqual({ filters: {}, sort: null, columns: null })
})

test('a view without filters shows all rows, also where the page shows less by itself', () => {
  const place = viewPlace({ list: 'credits', filters: {}, sort: null, columns: null })
  expect(readListState(place.slice(place.indexOf('?')), usual).filters).toEqual({})
})

test('a view of an address book is shown at its organization', () => {
  const filters = { organization_id: '2', network: 'tron' }
  const place = viewPlace({ list: 'addresses', filters, sort: null, columns: null })
  expect(place).toMatch(/^\/organizations\/2\/show\/addresses\?/)
  expect(readListState(place.slice(place.indexOf('?'))).filters).toEqual({ network: 'tron' })
})

test('a piece of work leads to the money of its organization that is open', () => {
  const place = placeOfWork({ queue: 'credits', id: '1', organization_id: '2' })
  expect(readListState(place.slice(place.indexOf('?'))).filters).toEqual({
    status: 'open',
    organization_id: '2',
  })
})

test('every list has its page', () => {
  const declarations = readSources('console')
    .filter(({ path }) => path.endsWith('/feature.ts'))
    .map(({ text }) => text)
    .join('\n')
  const resources = [...declarations.matchAll(/^ {4}'?([\w-]+)'?: resource\(/gm)].map(
    ([, name]) => `/${name}`,
  )
  const routes = [...declarations.matchAll(/'(\/[\w/-]+)': lazyPage\(/g)].map(([, path]) => path)
  const pages = [...resources, ...routes]
  expect(listNames.filter((name) => !pages.includes(listPage(name)))).toEqual([])
})
