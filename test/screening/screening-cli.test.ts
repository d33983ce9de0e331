import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { type Content, ftmFile, ofacFiles, people, tableOf, unFile } from './list-uploads.ts'

let databaseUrl: string
let db: Db
beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  db = connect(databaseUrl, { max: 1 })
})
afterAll(() => db.destroy())

const kontor = (...args: string[]) => runCli(['screening', ...args], { DATABASE_URL: databaseUrl })

function filesOf(files: Record<string, Content>): string[] {
  const folder = mkdtempSync(join(inject('runDir'), 'lists-'))
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  })
}

test('without a list, the commands say so', async () => {
  expect((await kontor('status')).stdout).toContain('nobody is screened')
  expect((await kontor('check', 'Anybody')).stdout).toContain('No list was imported')
})

describe('every format is imported, under the name of its source', () => {
  test.each([
    { list: 'ofac', files: ofacFiles, entries: 11 },
    { list: 'un', files: { 'consolidated.xml': unFile }, entries: 2 },
    { list: 'opensanctions', files: { 'entities.ftm.json': ftmFile }, entries: 2 },
    { list: 'deny', files: { 'own.csv': tableOf(people(3)) }, entries: 3, args: ['--list', 'deny'] },
  ])('$list', async ({ list, files, entries, args = [] }) => {
    const paths = filesOf(files)
    const first = await kontor('import', ...paths, ...args)
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^The list ${list} has ${entries} entries \\(generation \\d+\\): ${entries} added, 0 changed, 0 removed\\.\n$`,
        ),
      ),
    })
    expect(first.stderr).toMatch(/reading \[[#.]+\] \d+% .*\n(.*\n)*publishing … /)
    expect((await kontor('import', ...paths, ...args)).stdout).toContain(
      `The list ${list} has not changed: ${entries}`,
    )
    const { stdout } = await kontor('status')
    expect(stdout).toMatch(
      new RegExp(`^${list} \\(\\w+\\): ${entries} entries, generation \\d+, current until`, 'm'),
    )
  })

  test('the audit log has each import', async () => {
    const rows = await db.selectFrom('audit_events').select(['action', 'event']).orderBy('seq').execute()
    expect(rows.map(({ action }) => action)).toEqual(
      Array.from({ length: 4 }, () => ['screening.list_published', 'screening.list_checked']).flat(),
    )
    expect(JSON.parse(rows[0]?.event ?? '')).toMatchObject({
      actor_kind: 'cli',
      actor_name: 'kontor screening import',
      details: { list: 'ofac', entries: 11 },
    })
  })
})

describe('what is refused leaves the list as it was', () => {
  test('a list that has shrunk, unless it is forced', async () => {
    const rows = people(20, 'cli')
    await kontor('import', ...filesOf({ 'own.csv': tableOf(rows) }), '--list', 'small')
    const shorter = filesOf({ 'own.csv': tableOf(rows.slice(5)) })
    expect(await kontor('import', ...shorter, '--list', 'small')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'would lose 5 of its 20 entries. Nothing was published. --force publishes it.',
      ),
    })
    expect((await kontor('status')).stdout).toContain('small (table): 20 entries')
    expect(await kontor('import', ...shorter, '--list', 'small', '--force')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('15 entries'),
    })
  })

  test.each([
    {
      what: 'a table without a name',
      files: { 'own.csv': tableOf(people(1)) },
      code: 2,
      says: '--list NAME is needed',
    },
    {
      what: 'a wrong name',
      files: { 'own.csv': '' },
      args: ['--list', 'Мой'],
      code: 2,
      says: '--list should be',
    },
    {
      what: 'no list',
      files: { 'a.txt': 'Hello\n' },
      code: 1,
      says: 'a.txt: the first line is not a header',
    },
    {
      what: 'another encoding',
      files: { 'own.csv': new Uint8Array([...Buffer.from('id,name\n1,'), 0xcf, 0xe5, 0x0a]) },
      args: ['--list', 'cp1251'],
      code: 1,
      says: 'own.csv, line 2: the bytes are not UTF-8.',
    },
  ])('$what', async ({ files, args = [], code, says }) => {
    expect(await kontor('import', ...filesOf(files as Record<string, Content>), ...args)).toMatchObject({
      code,
      stderr: expect.stringContaining(says),
    })
  })

  test('a file that is not there', async () => {
    expect(await kontor('import', '/absent/sdn.csv')).toMatchObject({
      code: 1,
      stderr: 'kontor: The file /absent/sdn.csv cannot be read.\n',
    })
    expect(await kontor('import')).toMatchObject({ code: 2 })
  })

  test('damaged rows are listed', async () => {
    const files = filesOf({ 'own.csv': `${tableOf(people(1))}only one column\n` })
    expect((await kontor('import', ...files, '--list', 'damaged')).stdout).toMatch(
      /Rejected: 1 rows\.\n {2}own\.csv:3: the row has 1 columns instead of 4\n$/,
    )
  })
})

describe('check', () => {
  test('says who it may be and why, in sentences', async () => {
    const { code, stdout } = await kontor(
      'check',
      'Веселков Аркадий',
      ...['--birth-date', '1961-03-14', '--country', 'RU', '--id', '4509 123456'],
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^1\.00 {2}ofac 1001 {2}VESELKOV, Arkadiy Timofeevich \(Person\), would block\n/)
    expect(stdout).toContain('  The number •••••••456 (passport) is equal.\n')
    expect(stdout).toMatch(/ {2}«Веселков Аркадий» and «.*» fit by [01]\.\d\d\. Words that agree: /)
    expect(stdout).toContain('  Birth date: 1961-03-14 and 1961-03-14, the same.\n')
    expect(stdout).toContain('  Country: ru and ru have one in common.\n')
  })

  test('a company, an address, nobody', async () => {
    expect((await kontor('check', 'ООО Зарянка-Моретранс', '--schema', 'Company')).stdout).toContain(
      'ofac 1002',
    )
    const address = '0x00000000000000000000000000000000000000aa'
    expect((await kontor('check', 'X Y', '--address', address)).stdout).toContain('ofac 1011')
    expect((await kontor('check', 'Qwertyu Asdfghj')).stdout).toContain(
      'Nobody was found in damaged, deny, ofac',
    )
  })

  test('what is not valid is a matter of usage', async () => {
    expect(await kontor('check')).toMatchObject({ code: 2 })
    expect(await kontor('check', 'A B', '--schema', 'Vessel')).toMatchObject({ code: 2 })
    expect(await kontor('check', 'A B', '--birth-date', 'today')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('birth_date'),
    })
  })
})
