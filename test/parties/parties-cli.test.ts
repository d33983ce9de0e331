import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgress } from '../../cli/command/progress.ts'
import { describeImport } from '../../cli/screening/parties-progress.ts'
import type { ImportProgress } from '../../server/features/parties/import/import-progress.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { temporaryFile } from '../support/given/party-fixtures.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const demo = join(root, 'demo/register-synthetic.csv')
let databaseUrl: string
let db: Db

beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  db = connect(databaseUrl, { max: 1 })
})
afterAll(() => db.destroy())

function kontor(...args: string[]) {
  return runCli(args, { DATABASE_URL: databaseUrl })
}

test('the status of an empty register says how to fill it; the demo register can be imported', async () => {
  expect(await kontor('parties', 'status')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is empty'),
  })

  const imported = await kontor('parties', 'import', demo)

  expect(imported).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^The register contains 400 parties \(generation \d+\)\.\n {2}register-synthetic.csv \(csv\): 400 read, 0 skipped, 0 rejected\n$/,
    ),
    stderr: expect.stringContaining('reading ['),
  })
  expect((await kontor('parties', 'status')).stdout).toMatch(/contains 400 parties .*MiB/)
  expect(JSON.parse((await kontor('parties', 'status', '--json')).stdout)).toMatchObject({
    current: { parties: 400, rejected: 0, files: [{ name: 'register-synthetic.csv', format: 'csv' }] },
  })
  const audited = await db.selectFrom('audit_events').select(['action', 'event']).execute()
  expect(audited.map(({ action }) => action)).toEqual(['party_register.imported'])
  expect(JSON.parse(audited[0]?.event ?? '')).toMatchObject({
    actor_name: 'kontor parties import',
    details: { parties: 400, files: ['register-synthetic.csv'] },
  })
})

test('the first 20 rejected rows are printed with file and line; the report has all', async () => {
  const file = temporaryFile('half.csv')
  const report = temporaryFile('rejected.txt')
  const rows = Array.from({ length: 25 }, () => '1,2,x')
  writeFileSync(file, ['inn,ogrn,full_name', '7707083893,1027700132195,Сбер', ...rows].join('\n'))

  const { code, stdout } = await kontor('parties', 'import', file, '--report', report)

  expect(code).toBe(0)
  expect(stdout).toContain('half.csv:3: the INN must have 10 digits')
  expect(stdout).toContain(`… and 5 more; all are in ${report}`)
  expect(readFileSync(report, 'utf8').trimEnd().split('\n')).toHaveLength(25)
})

test.each([
  [['parties', 'import'], 2, 'at least one file is needed'],
  [['parties', 'import', '/nowhere.csv'], 1, 'The file /nowhere.csv cannot be read.'],
  [['parties', 'generate'], 2, '--out should name'],
  [['parties', 'generate', '--out', 'x.csv', '--count', 'many'], 2, '--count should be a whole number'],
  [['parties', 'generate', '--out', 'x.xlsx'], 2, '--out should name'],
])('%j fails with a reason', async (args, code, message) => {
  expect(await kontor(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) })
})

test('the seed determines the generated register', async () => {
  const files = ['a.ndjson', 'b.ndjson', 'c.ndjson'].map(temporaryFile) as [string, string, string]
  for (const [i, file] of files.entries()) {
    const seed = i < 2 ? '5' : '6'
    expect((await kontor('parties', 'generate', '--count', '50', '--seed', seed, '--out', file)).code).toBe(0)
  }
  const [a, b, c] = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string]
  expect(a).toBe(b)
  expect(a).not.toBe(c)
  expect(
    a
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).remark),
  ).toEqual(Array(50).fill('synthetic'))
})

const halfway: ImportProgress = {
  phase: 'reading',
  bytes: 50,
  totalBytes: 100,
  parties: 12_000,
  skipped: 0,
  rejected: 3,
}

test('the progress line has the percentage, the speed and the time left', () => {
  expect(describeImport(halfway, 60)).toBe(
    'reading [############............] 50%  12,000 parties, 3 rejected, 200/s, 1 min 0 s left',
  )
  expect(describeImport({ ...halfway, phase: 'sorting' }, 75)).toBe(
    'sorting … 12,000 parties, 3 rejected, 1 min 15 s so far',
  )
})

test('a terminal gets one line that is overwritten, a file a new line every ten seconds', () => {
  function shown(isTTY: boolean): string {
    let text = ''
    let at = 0
    const stream = { isTTY, write: (chunk: string) => (text += chunk) } as never
    const progress = createProgress(stream, describeImport, () => at)
    for (at = 0; at <= 20_000; at += 1_000) progress.show(halfway)
    progress.clear()
    return text
  }
  expect(shown(true).split('\r').length).toBe(1 + 21 + 1)
  expect(shown(false).split('\n').length).toBe(3 + 1)
})
