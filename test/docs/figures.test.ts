import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readText } from '../support/files/source-files.ts'

const rows = [...readText('docs/figures.md').matchAll(/^\| (?!What |-)(.+) \|$/gm)].map(([, row = '']) =>
  row.split(' | ').map((cell) => cell.trim()),
)
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
const benches = [...readText('bench/main.ts').matchAll(/^ {2}'?([\w-]+)'?: \(\) => import\(/gm)].map(
  ([, name]) => name,
)

/** What is wrong with the command of a figure. */
function faultOf(command: string): string | undefined {
  const [, test] = /^npm test -- (\S+)$/.exec(command) ?? []
  if (test !== undefined) return existsSync(test) ? undefined : 'no such test'
  const [, script = '', args = ''] = /^npm run (\S+)(?: -- (.+))?$/.exec(command) ?? []
  if (!(script in scripts)) return 'no such script'
  if (script !== 'bench') return undefined
  const names = args
    .replaceAll(/--\w+ \S+/g, '')
    .trim()
    .split(/\s+/)
  return names.every((name) => benches.includes(name)) ? undefined : 'no such benchmark'
}

test('every figure has a command that exists, and a date', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(benches).toContain('organizations')
  const wrong = rows.flatMap(([what, command = '', result = '', date = '']) => {
    const fault = faultOf(/^`([^`]+)`/.exec(command)?.[1] ?? '')
    return fault === undefined && result !== '' && /^20\d\d-\d\d-\d\d$/.test(date)
      ? []
      : [[what, command, fault, date]]
  })
  expect(wrong).toEqual([])
})

test('a command that is gone would be seen', () => {
  expect(faultOf('npm run bench -- organisations')).toBe('no such benchmark')
  expect(faultOf('npm run tortur -- --rounds 200')).toBe('no such script')
  expect(faultOf('npm test -- test/db/gone.test.ts')).toBe('no such test')
})
