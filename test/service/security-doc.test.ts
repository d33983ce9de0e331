import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
/** `file` "title", as docs/security.md names a test. */
const named = [...text.matchAll(/`([\w/-]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}))

const files = globSync('test/*/*.test.ts', { cwd: root })

function pathOf(file: string): string {
  const name = `${file}.test.ts`
  return join(root, file.includes('/') ? name : (files.find((path) => path.endsWith(`/${name}`)) ?? name))
}

test('every test that the threat model names exists', () => {
  expect(named.length).toBeGreaterThan(80)
  const missing = named.filter(({ file, title }) => {
    const path = pathOf(file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(`${title}'`)
  })
  expect(missing).toEqual([])
})

test('every row of its tables names a test or a gap', () => {
  const rows = text
    .slice(text.indexOf('## Attackers'))
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line))
    .map((line) => line.slice(1, -1).split(' | '))
    .filter((cells) => !['Tested in', 'Test or gap'].includes(cells.at(-1)?.trim() ?? ''))
  expect(rows.length).toBeGreaterThan(50)
  const silent = rows.filter((cells) => !/`[\w/-]+` "[^"]+"|Gap: |^–$/.test(cells.at(-1)?.trim() ?? ''))
  expect(silent).toEqual([])
})

test('every claim about the four attackers names a test', () => {
  const [, section = ''] = /## Four attackers(.*?)\n## /s.exec(text) ?? []
  const attackers = section.split('\n### ').slice(1)
  expect(attackers.map((one) => one.split('\n', 1)[0])).toEqual([
    'Somebody who can write to the database',
    'Somebody with a stolen backup',
    'A hostile blockchain node',
    'One insider',
  ])
  for (const attacker of attackers) {
    const rows = attacker.split('\n').filter((line) => /^\| (?!-|What )/.test(line))
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter((row) => !/`[\w/-]+` "[^"]+"/.test(row))).toEqual([])
  }
})
