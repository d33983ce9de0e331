import { expect, test } from 'vitest'
import { filesBelow, listFiles, readSources, readText } from '../support/files/source-files.ts'

const guide = readText('CONTRIBUTING.md')
const pathsIn = (table: string) => [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path as string)
/** The paths of the tables of a part of the guide. */
function tableAfter(heading: string, end: string): string[] {
  const from = guide.indexOf(`\n${heading}\n`)
  expect(from, heading).toBeGreaterThan(0)
  return pathsIn(guide.slice(from, guide.indexOf(end, from)))
}
const own = tableAfter('New files:', '\nExisting files:')
const shared = tableAfter('Existing files:', '\nThen run')
const ofList = tableAfter('## A new list', '\n1. ')

const sources = readSources('contract', 'server', 'console', 'cli', 'scripts', 'client/src').filter(
  ({ path }) => !/\/(dist|generated-)/.test(path),
)
const pages = filesBelow('docs')
  .filter((path) => /^docs\/[\w.-]+\.md$/.test(path))
  .map((path) => ({ path, text: withoutWrittenParts(readText(path)) }))

/** Pages and tables that scripts write from the contract. */
function withoutWrittenParts(page: string): string {
  if (page.startsWith('<!-- Made by')) return ''
  return page.replaceAll(/<!-- \w+: made by .*?<!-- \/\w+ -->/gs, '')
}

/** What stands for the book entries in a file that is not their own. */
const names = /\bbook[-_]entr(y|ies)\b|\bBookEntr|\bentryList\b|'books[.:]post'/

/** Files of the example: in folders of its own, or with its name. */
const isOwn = (path: string) => own.includes(path) || /(^|[/_-])book-entr(y|ies)\b/.test(path)

/** The folders of other features, which use the example. They are no part of what it needs to exist. */
const isOfAnother = (path: string) =>
  /^(console\/[\w-]+|server\/features|contract\/[\w-]+\/[\w-]+)\//.test(path) ||
  (/^contract\/declarations\//.test(path) && !path.endsWith('/all.ts'))

test('the worked example names every file of the book entries', () => {
  const parts = [
    ...filesBelow('server/features/book-entries'),
    ...filesBelow('console/book-entries'),
    ...filesBelow('contract').filter(isOwn),
    ...listFiles('test/book-entries'),
  ]
  expect([...new Set(parts)].filter((path) => !own.includes(path))).toEqual([])
  for (const path of own) expect(readText(path), path).not.toBe('')
})

test('it names every existing file that the book entries needed, and they are at most eight', () => {
  const naming = [...sources, ...pages]
    .filter(({ path, text }) => names.test(text) && !isOwn(path) && !isOfAnother(path))
    .map(({ path }) => path)
  expect(naming.toSorted()).toEqual(shared.toSorted())
  expect(naming.length).toBeLessThanOrEqual(8)
})

test('the guide names every file of a list, and they are at most six', () => {
  const declaration = 'contract/lists/webhook-deliveries.ts'
  const named = /\bwebhookDeliveryList\b|'webhook-deliveries'/
  const naming = [...sources, ...pages].filter(({ text }) => named.test(text)).map(({ path }) => path)
  const rows = naming.filter((path) => path.startsWith('server/'))
  const taking = sources.filter(({ imports }) => imports.some((path) => rows.includes(path)))
  const found = new Set([declaration, ...naming, ...taking.map(({ path }) => path)])
  expect([...found].toSorted()).toEqual(ofList.toSorted())
  expect(found.size).toBeLessThanOrEqual(6)
})
