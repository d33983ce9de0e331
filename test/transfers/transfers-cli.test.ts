import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import {
  givenPayer,
  givenSigned,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditOf } from '../support/given/given-wallets.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })
const file = (name: string) => join(mkdtempSync(join(inject('runDir'), 'transfers-')), name)

function kontor(...args: string[]) {
  return runCli(['transfers', ...args], {
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
  })
}

test('list shows transfers of an organization and a status, newest first, as lines or as the API has them', async () => {
  const payer = await givenPayer(server)
  const { owner } = payer
  const draft = await givenTransfer(owner, payer)
  const { transfer, signed } = await givenSigned(owner, payer, 0)
  const other = await givenPayer(server)
  const third = await givenTransfer(other.owner, other)

  const all = await kontor('list')
  expect(all.code).toBe(0)
  expect(all.stdout.match(/^[0-9a-f-]{36}/gm)).toEqual([third.id, transfer.id, draft.id])
  const ofOne = await kontor('list', '--organization', payer.id)
  expect(ofOne.stdout.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${transfer.id} .* signed .*100000000000000000 ETH from .* to `)),
    expect.stringMatching(new RegExp(`^${draft.id} .* draft `)),
  ])
  const json = await kontor('list', '--organization', payer.id, '--status', 'signed', '--json')
  const lines = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { timeline, ...shown } = (await owner.get(transferPath(transfer.id))).body
  expect(timeline).toEqual(expect.any(Array))
  expect(lines).toEqual([shown])
  expect(json.stdout).not.toContain(signed.raw)
  expect(await kontor('list', '--status', 'cancelled')).toMatchObject({
    code: 0,
    stdout: 'There are no such transfers.\n',
  })
  expect(await kontor('list', '--status', 'cancelled', '--json')).toMatchObject({ code: 0, stdout: '' })
})

test('show prints a transfer with its history, and never the signed transaction', async () => {
  const payer = await givenPayer(server)
  const { transfer, signed } = await givenSigned(payer.owner, payer, 3)
  // As it could be typed before such characters were refused.
  const reason = 'Поставка\n\u001b[31mStatus  confirmed'
  await server.db.updateTable('transfers').set({ reason }).where('id', '=', transfer.id).execute()
  const { code, stdout } = await kontor('show', transfer.id)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Status +signed$/m)
  expect(stdout).toMatch(new RegExp(`^Transaction +${signed.tx_id}$`, 'm'))
  expect(stdout).toMatch(/^ {2}\d{4}-\S+Z {2}created by /m)
  expect(stdout).toMatch(/^ {2}\d{4}-\S+Z {2}signed by /m)
  // What people typed stays on its line and does not reach the terminal as a command.
  expect(stdout).not.toContain('\u001b')
  expect(stdout.match(/^Status/gm)).toHaveLength(1)
  expect(stdout).not.toContain(signed.raw)
  const json = await kontor('show', transfer.id, '--json')
  expect(JSON.parse(json.stdout)).toEqual((await payer.owner.get(transferPath(transfer.id))).body)
  for (const id of [newId(), 'nonsense'])
    expect(await kontor('show', id)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('transfer'),
    })
})

test('export writes what was signed, is recorded, and overwrites a file only if that is wanted', async () => {
  const payer = await givenPayer(server)
  const { transfer, signed } = await givenSigned(payer.owner, payer, 5)
  expect(await kontor('export', transfer.id)).toMatchObject({ code: 0, stdout: `${signed.raw}\n` })
  const path = file('signed.txt')
  expect((await kontor('export', transfer.id, '--out', path)).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(signed.raw)
  expect(statSync(path).mode & 0o777).toBe(0o600)

  writeFileSync(path, 'something else')
  expect(await kontor('export', transfer.id, '--out', path)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--force'),
  })
  expect(readFileSync(path, 'utf8')).toBe('something else')
  expect((await kontor('export', transfer.id, '--format', 'qr', '--out', path, '--force')).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^<svg /)

  const formats = (await auditOf(server, payer.id, 'transfer.exported')).map(
    ({ actor_kind, actor_name, details }) => [actor_kind, actor_name, details.format],
  )
  // The refused one has written nothing, and nothing is recorded of it.
  const actor = ['cli', 'kontor transfers export']
  expect(formats).toEqual([
    [...actor, 'raw'],
    [...actor, 'raw'],
    [...actor, 'qr'],
  ])
})

test('export refuses what is not signed, and leaves no file', async () => {
  const payer = await givenPayer(server)
  const draft = await givenTransfer(payer.owner, payer)
  const path = file('draft.txt')
  const refused = await kontor('export', draft.id, '--out', path)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(existsSync(path)).toBe(false)
  expect(await auditOf(server, payer.id, 'transfer.exported')).toEqual([])
})

test.runIf(isFull)('export refuses everything while signing is stopped, and records nothing', async () => {
  const payer = await givenPayer(server)
  const { transfer } = await givenSigned(payer.owner, payer, 6)
  expect((await payer.owner.post('/v1/signing/stop', {})).status).toBe(200)
  const path = file('stopped.txt')
  expect(await kontor('export', transfer.id, '--out', path)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('stopped signing'),
  })
  expect(existsSync(path)).toBe(false)
  expect(await auditOf(server, payer.id, 'transfer.exported')).toEqual([])
  expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
  expect((await kontor('export', transfer.id, '--out', path)).code).toBe(0)
})

test.each([
  [['list', 'x'], 'no arguments'],
  [['list', '--status', 'new'], '--status should be one of draft, waiting'],
  [['list', '--organization', 'x'], '--organization should be the id'],
  [['show'], 'exactly one id'],
  [['export', 'a', 'b'], 'exactly one id'],
  [['export', 'a', '--format', 'pdf'], '--format should be raw or qr'],
  [['export', 'a', '--force'], '--force is for --out'],
])('a wrong call says why: %j', async (args, why) => {
  expect(await kontor(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why) })
})

test('the help names options', async () => {
  const { code, stdout } = await kontor('export', '--help')
  expect(code).toBe(0)
  for (const name of ['--format', '--out', '--force']) expect(stdout).toContain(name)
})
