import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { inWindows1251 } from '../rates/samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { accountOf, registerFile, type SampleBank, sampleBanks } from './samples.ts'

const server = startServer()
let owner: Client
let operator: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
})

const send = (content: Buffer | string, by = owner) =>
  by.post('/v1/banks/import', form(Buffer.from(content as string), {}, '20260130_ED807_full.xml'))
const find = (bik: string) => operator.get(`/v1/banks/${bik}`)
const faultsOf = (reply: { body: { detail?: { msg: string }[] } }) => reply.body.detail?.map(({ msg }) => msg)

test('before the first import, the service says that there is no register', async () => {
  expect((await operator.get('/v1/banks')).body).toEqual({
    as_of: null,
    banks: 0,
    imported_at: null,
    imported_by: null,
  })
  const reply = await find('044525999')
  expect(reply).toMatchObject({
    status: 404,
    body: { code: 'bank_not_found', context: { as_of: null } },
  })
})

test('the register is imported as a whole, and a bank is found by its BIK', async () => {
  expect((await send(inWindows1251(registerFile('2026-01-30')), operator)).status).toBe(403)
  const first = await send(inWindows1251(registerFile('2026-01-30')))
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.body).toMatchObject({
    register: { as_of: '2026-01-30', banks: 4 },
    added: 4,
    changed: 0,
    removed: 0,
  })
  expect((await find('044525999')).body).toEqual({
    bik: '044525999',
    name: 'АО «Пример Банк»',
    place: 'г Москва',
    correspondent_account: '30101810845250000999',
    restrictions: [],
    as_of: '2026-01-30',
  })
  // A closed account, and one of another type, is no correspondent account.
  expect((await find('044525888')).body.correspondent_account).toBeNull()
  expect((await find('017003983')).body.correspondent_account).toBeNull()
  expect((await find('044525777')).body.restrictions).toEqual(['LWRS'])
  for (const bik of ['044525111', 'x', '0445259990'])
    expect(await find(bik)).toMatchObject({ status: 404, body: { context: { as_of: '2026-01-30' } } })
  // The same file again changes nothing, and is no change in the audit log.
  expect((await send(inWindows1251(registerFile('2026-01-30')))).body).toMatchObject({ added: 0, changed: 0 })
  const { items } = (await owner.get('/v1/audit-events?action=bank_register.imported')).body
  expect(items).toHaveLength(1)
  expect(items[0].details).toMatchObject({ banks: 4, added: 4 })
})

test('a newer register replaces the older one, and an older one is refused', async () => {
  const [one, two, three] = sampleBanks as [SampleBank, SampleBank, SampleBank]
  const newer = registerFile('2026-01-31', [
    { ...one, name: 'АО «Новое имя»' },
    { bik: two.bik },
    three,
    { bik: '044525666' },
  ])
  expect((await send(newer)).body).toMatchObject({
    register: { as_of: '2026-01-31', banks: 4 },
    added: 1,
    changed: 2,
    removed: 1,
  })
  expect((await find('044525999')).body).toMatchObject({ name: 'АО «Новое имя»', as_of: '2026-01-31' })
  expect((await find(two.bik)).body.correspondent_account).toBe(accountOf(two.bik))
  expect((await find('044525777')).status).toBe(404)
  const older = await send(registerFile('2026-01-30'))
  expect(older.status).toBe(422)
  expect(faultsOf(older)).toEqual([
    'The file is of 2026-01-30, but the register that is there is of 2026-01-31.',
  ])
})

test('what is not the whole register changes nothing, and the response says why', async () => {
  const whole = registerFile('2026-02-02')
  const refusals: [string | Buffer, RegExp][] = [
    ['bik;name\n044525999;Банк\n', /not the register/],
    ['<ValCurs/>', /not the register/],
    [registerFile('2026-02-02', []), /not the register/],
    [registerFile('2026-02-02', sampleBanks, { kind: 'SIRR' }), /only changes/],
    [registerFile('2026-02-02', [{ bik: '044525999' }]), /has 1 banks, less than half of the 4/],
    [registerFile('2026-02-02', [{ bik: '04452599' }]), /“04452599” is no BIC/],
    [registerFile('2026-02-02', [{ bik: '044525999' }, { bik: '044525999' }]), /044525999 is there twice/],
    [
      registerFile('2026-02-02', [{ bik: '044525999', account: '30101810845250000998' }]),
      /“30101810845250000998” is no Account/,
    ],
    [whole.slice(0, 900), /cut off/],
    [whole.replace('<ED807', '<!DOCTYPE ED807 [<!ENTITY a "b">]><ED807'), /not the register|DTD/],
    [Buffer.from(`\ufeff${whole}`, 'utf16le').subarray(0, -1), /Line 1: the bytes/],
  ]
  for (const [content, message] of refusals) {
    const reply = await send(content)
    expect(reply.status, String(message)).toBe(422)
    expect(faultsOf(reply)?.join()).toMatch(message)
  }
  expect((await operator.get('/v1/banks')).body).toMatchObject({ as_of: '2026-01-31', banks: 4 })
})

test('kontor banks import reads a file, and says what it refuses', async () => {
  const folder = mkdtempSync(join(inject('runDir'), 'banks-'))
  const path = (name: string) => join(folder, name)
  writeFileSync(path('full.xml'), inWindows1251(registerFile('2026-02-03')))
  writeFileSync(path('cut.xml'), registerFile('2026-02-04').slice(0, 900))
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const run = (...args: string[]) => runCli(['banks', 'import', ...args], env)
  const done = await run(path('full.xml'))
  expect(done.stderr).toBe('')
  expect(done.stdout).toBe('2026-02-03: 4 banks: 1 new, 2 changed, 1 removed\n')
  expect((await operator.get('/v1/banks')).body.imported_by).toEqual({
    kind: 'cli',
    id: null,
    name: 'kontor banks import',
  })
  expect(await run(path('cut.xml'))).toMatchObject({ code: 1 })
  expect((await run(path('none.xml'))).stderr).toContain('none.xml: there is no such file')
  expect((await run()).code).not.toBe(0)
})
