import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'
import { encode, oneC } from './samples.ts'
import { givenAccounts } from './uploads.ts'

const server = startServer()
beforeAll(async () => givenAccounts(await server.signIn('owner')))

test('statements import adds lines once, and reports files that it refuses', async () => {
  const folder = mkdtempSync(join(inject('runDir'), 'statements-'))
  const [good, different, damaged] = ['good.txt', 'different.txt', 'damaged.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(good, encode(oneC(), 'windows-1251'))
  writeFileSync(different, oneC().replace('Сумма=92301.08', 'Сумма=92301.88'))
  const stranger = join(folder, 'stranger.txt')
  writeFileSync(stranger, oneC().replaceAll('40702810900000012345', '40702810900000099999'))
  writeFileSync(damaged, oneC().replace('Сумма=92301.08', 'Сумма=x'))
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const run = (...args: string[]) => runCli(['statements', ...args], env)

  expect((await run('list')).stdout).toBe('No statement was imported yet.\n')
  const first = await run('import', good, different, damaged, stranger, join(folder, 'none.txt'))
  expect(first.code, first.stderr).toBe(1)
  expect(first.stdout).toBe(`${good}: 5 new, 0 known lines\n`)
  expect(first.stderr).toContain(`${different}: The lines of the file do not add up`)
  expect(first.stderr).toContain('received_total 40702810900000012345 (stated 392301.08, found 392301.88)')
  expect(first.stderr).toMatch(/damaged\.txt: Line \d+: Сумма is not an amount/)
  expect(first.stderr).toContain(
    `${stranger}: no company of the desk has the account 40702810900000099999: add it`,
  )
  expect(first.stderr).toContain('none.txt: there is no such file')
  const again = await run('import', good)
  expect(again).toMatchObject({ code: 0, stdout: `${good}: 0 new, 5 known lines\n` })
  expect((await run('import', '--accept-difference', different)).code).toBe(0)
  expect((await run('list', '--limit', '1')).stdout).toMatch(
    /^[0-9a-f-]{36} .* 1 new, 4 known, 5 open {2}different\.txt\n$/,
  )
  expect((await run('import')).code).toBe(2)
})
