import { expect, test } from 'vitest'
import { oneC } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const account = '40702810900000077771'
const kontor = (...args: string[]) =>
  runCli(['books', ...args], { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

test('the commands say what is open and where bank and books differ, and their exit codes say so too', async () => {
  const owner = await server.signIn('owner')
  const none = await kontor('reconciliation')
  expect([none.code, none.stdout]).toEqual([0, 'There are no own bank accounts yet.\n'])
  await givenOwnAccounts(owner, [account])
  const line = {
    number: '1',
    on: '2026-01-30',
    amount: '1450.50',
    from: account,
    purpose: 'Комиссия за январь',
  }
  const imported = await importFile(owner, oneC([line], { encoding: 'UTF-8' }))
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)

  const open = await kontor('checklist', '--through', '2026-01-31')
  expect(open.code, open.stderr).toBe(1)
  const { items } = (await owner.get('/v1/books/close?through=2026-01-31')).body
  expect(open.stdout.split('\n')).toHaveLength(items.length + 3)
  expect(open.stdout).toContain('unmatched_line  2026-01-30  -1450.50 RUB')
  const differs = await kontor('reconciliation', '--to', '2026-01-30')
  expect(differs.code, differs.stderr).toBe(1)
  expect(differs.stdout).toMatch(/differs by -?\d+\.\d\d {2}1 lines without a posting/)

  // An opening balance and the fee: nothing differs any more.
  const [{ id }] = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items
  expect((await owner.post(`/v1/statement-lines/${id}/post`, { account: 'bank_fee' })).status).toBe(200)
  const read = async () =>
    (await owner.get(`/v1/books/reconciliation?account=${account}&from=2026-01-30&to=2026-01-30`)).body
      .days[0]
  const { difference } = await read()
  const made = await owner.post('/v1/books/entries', {
    date: '2026-01-29',
    text: 'Входящий остаток',
    legs: [
      { account: `assets:bank:${account}`, commodity: 'RUB', amount: difference },
      { account: 'equity:opening:RUB', commodity: 'RUB', amount: `-${difference}` },
    ],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const equal = await kontor(
    'reconciliation',
    '--account',
    account,
    '--from',
    '2026-01-30',
    '--to',
    '2026-01-30',
  )
  const { statement_balance } = await read()
  expect([equal.code, equal.stdout]).toEqual([
    0,
    `${account} RUB\n  2026-01-30  bank ${statement_balance}  books ${statement_balance}  equal\n`,
  ])
  const done = await kontor('checklist', '--through', '2026-01-30')
  expect([done.code, done.stdout]).toEqual([0, 'Up to 2026-01-30: nothing is open.\nFinal up to no day.\n'])
})

test('what cannot be read is said, and bad arguments have the exit code of usage', async () => {
  const unknown = await kontor('reconciliation', '--account', '1')
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).not.toBe('')
  for (const args of [
    ['checklist', '--through', 'x'],
    ['reconciliation', '--from', '2026-01-01'],
    ['checklist', 'x'],
  ])
    expect((await kontor(...args)).code, args.join(' ')).toBe(2)
  expect((await kontor('reconciliation', '--help')).stdout).toContain('exit code')
})
