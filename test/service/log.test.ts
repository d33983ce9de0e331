import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { createLineWriter, createLog } from '../../server/platform/log.ts'

const root = join(import.meta.dirname, '../..')
const many = 5_000

/** Runs a program that logs to a file on its standard output, and returns the lines and the exit code. */
async function run(program: string): Promise<{ lines: Record<string, unknown>[]; code: number | null }> {
  const file = join(mkdtempSync(join(inject('runDir'), 'log-')), 'out.log')
  const source = `import { createLog, finishWrites } from '${root}/server/platform/log.ts'
    const log = createLog('info')
    for (let n = 0; n < ${many}; n++) log.info({ n }, 'строка')
    ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', openSync(file, 'w'), 'ignore'],
  })
  const [code] = await once(child, 'exit')
  const text = readFileSync(file, 'utf8')
  return {
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    code,
  }
}

test.each([
  ['process.exit', 'process.exit(3)', 3],
  ['an uncaught error', 'throw new Error("nobody catches this")', 1],
  ['an orderly end', 'await finishWrites(log); process.exit(0)', 0],
])('no line is lost at %s', async (_name, program, code) => {
  const result = await run(program)
  expect(result.code).toBe(code)
  expect(result.lines.map(({ n }) => n)).toEqual(Array.from({ length: many }, (_, n) => n))
  expect(result.lines[0]).toMatchObject({ level: 30, msg: 'строка' })
})

test('a line longer than a batch is written whole and in its place', async () => {
  const { lines } = await run(`log.info('x'.repeat(200_000)); log.info('after'); process.exit(0)`)
  expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(['x'.repeat(200_000), 'after'])
})

test('lines made by hand carry the level, time and bindings of the logger, and respect its level', () => {
  const written: string[] = []
  const target = { write: (line: string) => written.push(line) }
  const log = pino({ level: 'warn', base: { pid: 7, name: 'a "name"' } }, target)
  createLineWriter(log, 'info')('"status":200')
  createLineWriter(log, 'warn')('"status":500,"msg":"request"')
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.any(Number), pid: 7, name: 'a "name"', status: 500, msg: 'request' },
  ])
})

test('fields with the names of secrets are blanked at any depth', () => {
  const written: string[] = []
  const log = createLog('info', { write: (line) => written.push(line) })
  log.info({ password: 'a', body: { list: [{ token: 'b', name: 'c' }] } }, 'line')
  expect(JSON.parse(written[0] as string)).toMatchObject({
    password: '[redacted]',
    body: { list: [{ token: '[redacted]', name: 'c' }] },
  })
})
