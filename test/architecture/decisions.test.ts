import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/adr')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const index = read('docs/adr/README.md')
const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
const numbers = new Set(pages.map((name) => Number(name.slice(0, 4))))

/** What people write by hand and what names decisions. Migrations are never edited. */
const texts = [
  '*.md',
  'docs/**/*.md',
  '{bench,client,console,contract,demo,e2e,scripts,server,test}/**/*.{ts,tsx,mjs,md}',
].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (name) => /node_modules|generated|^releases$|dist/.test(name) }),
)

test('every page has a title with its number, and is in the index', () => {
  expect(pages.length).toBeGreaterThan(40)
  const wrong = pages.filter((name) => {
    const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    return !title.startsWith(`# ${Number(name.slice(0, 4))}. `) || !index.includes(`](${name})`)
  })
  expect(wrong).toEqual([])
})

test('every page is in an area', () => {
  const [areas = ''] = index.split('## Where a number went')
  const sections = areas.split(/^## /m).slice(1)
  expect(sections.length).toBeGreaterThan(10)
  const unsorted = sections.filter((section) =>
    /newest|not sorted|new$|later/i.test(section.split('\n- ')[0] ?? ''),
  )
  expect(unsorted).toEqual([])
  const empty = sections.filter((section) => !/^- \[\d+\. /m.test(section))
  expect(empty).toEqual([])
})

test('every decision that is named has a page', () => {
  const [, went = ''] = index.split('## Where a number went')
  const folded = [...went.matchAll(/^\| ([\d, ]+?) +\|/gm)].flatMap(([, list = '']) =>
    list.split(', ').map(Number),
  )
  expect(folded.filter((number) => numbers.has(number))).toEqual([])
  const named = (path: string) =>
    [...read(path).matchAll(/\bADRs? (\d+)/g)].map(([, number]) => [path, Number(number)] as const)
  const lost = texts.flatMap(named).filter(([, number]) => !numbers.has(number))
  expect(lost).toEqual([])
  // Migrations keep the numbers that they were written with. The index says where those went that are folded.
  const newest = Math.max(...folded)
  const migrations = globSync('migrations/*.sql', { cwd: root }).flatMap(named)
  const unknown = migrations.filter(
    ([, number]) => number <= newest && !numbers.has(number) && !folded.includes(number),
  )
  expect(unknown).toEqual([])
})
