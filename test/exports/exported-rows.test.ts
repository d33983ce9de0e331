import { beforeAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import type { ListName } from '../../contract/lists/all.ts'
import { pathOf, payment, terms } from '../deals/given-deal.ts'
import { oneC } from '../statements/samples.ts'
import { givenAccounts, importFile, newAccount } from '../statements/uploads.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { readCsv } from '../support/files/read-csv.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { givenEntry } from '../support/given/given-transfer.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  await givenAccounts(owner)
})

async function exported(list: ListName, query = ''): Promise<Record<string, string>[]> {
  const { status, body } = await owner.get(`/v1/exports/${list}?format=csv&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return readCsv(body)
}
const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => id)

/** The rows of a list are those of its file. */
async function expectSame(list: ListName, path: string, query: string): Promise<void> {
  const { status, body } = await owner.get(`${path}?limit=200&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(idsOf(await exported(list, query)).toSorted()).toEqual(idsOf(body.items).toSorted())
}

test('money that belongs to no request is exported with what is left of it', async () => {
  const buyer = await givenBuyer(server, { short_name: 'ООО «Мята»' })
  const waiting = await givenRequest(owner, buyer.id, terms)
  const send = (amount: string, reference: string) =>
    owner.post(`${pathOf(waiting.id)}/payments`, payment({ amount, reference }))
  const [open, used] = [await send('2000.00', 'C-1'), await send('5.00', 'C-2')]
  for (const { body } of [open, used]) expect(body).toMatchObject({ kind: 'credit' })
  const back = { amount: '5', reference: 'R', account: '40702810900000000001' }
  expect((await owner.post(`/v1/credits/${used.body.id}/refund`, back)).status).toBe(200)

  const of = `organization_id=${buyer.id}`
  for (const query of [of, `${of}&status=open`, `${of}&status=used`])
    await expectSame('credits', '/v1/credits', query)
  expect(await exported('credits', `${of}&status=open`)).toMatchObject([
    {
      id: open.body.id,
      organization_name: 'ООО «Мята»',
      request_number: waiting.number,
      reference: 'C-1',
      amount: '2000.00',
      left_amount: '2000.00',
    },
  ])
  expect(await exported('credits', `${of}&status=used`)).toMatchObject([
    { refunded_amount: '5.00', left_amount: '0.00' },
  ])
})

test('lines of statements are exported with what is not matched of them, also those of one statement', async () => {
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const to = newAccount()
  const party = { name: 'ООО «Плательщик»', account: '40702810400000067890', inn: String(buyer.inn) }
  const line = (number: string, amount: string, purpose: string) => ({
    number,
    on: '2026-01-30',
    amount,
    purpose,
    party,
    to,
  })
  const lines = [line('417', '100.50', request.number), line('418', '7.00', '=1+1')]
  const first = await importFile(owner, oneC(lines, { encoding: 'UTF-8' }))
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  const [one] = (await owner.get(`/v1/statements/${first.body.id}/lines`)).body.items
  const items = [{ request_id: request.id, amount: '100.50' }]
  const matched = await owner.post(`/v1/statement-lines/${one.id}/match`, { items })
  expect(matched.status, JSON.stringify(matched.body)).toBe(200)
  // The second file has a line of the first one again.
  const again = [lines[1] as (typeof lines)[0], line('419', '9.00', 'Аванс')]
  const second = await importFile(owner, oneC(again, { encoding: 'UTF-8' }))
  expect(second.status, JSON.stringify(second.body)).toBe(201)

  for (const query of [
    '',
    'status=new',
    'status=matched',
    'direction=outgoing',
    'status=new&direction=incoming',
  ])
    await expectSame('statement-lines', '/v1/statement-lines', query)
  const written = await exported('statement-lines', `statement_id=${second.body.id}`)
  expect(written.map(({ document_number }) => document_number)).toEqual(['419', '418'])
  expect(written[1]).toMatchObject({ purpose: "'=1+1", statement_id: first.body.id, open_amount: '7.00' })
  expect(await exported('statement-lines', 'status=matched')).toMatchObject([
    { amount: '100.50', booked_on: '2026-01-30', payer_inn: buyer.inn },
  ])
  expect(Number((await exported('statement-lines', 'status=matched'))[0]?.open_amount)).toBe(0)
})

test('the address books are exported, also what was removed', async () => {
  const [one, two] = [await givenBuyer(server), await givenBuyer(server)]
  const kept = await givenEntry(owner, one.id)
  const removed = await givenEntry(owner, one.id, { label: 'Старая' })
  await givenEntry(owner, two.id)
  expect((await owner.delete(`/v1/organizations/${one.id}/addresses/${removed.id}`)).status).toBe(204)
  const written = await exported('addresses', `organization_id=${one.id}`)
  expect(written).toMatchObject([
    { id: removed.id, label: 'Старая', removed_at: expect.stringMatching(/Z$/) },
    { id: kept.id, address: kept.address, label: 'Биржа', ownership: 'declared', removed_at: '' },
  ])
  expect(await exported('addresses', `organization_id=${one.id}&network=tron`)).toEqual([])
  expect(await exported('addresses')).toHaveLength(3)
})

test('approvals are exported with their votes, and what ran out is expired', async () => {
  const voter = await server.signIn('custodian')
  const since = new Date(Date.now() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: since, credentials_since: since })
  const rules = (['address.add', ...closureActs] as const).map(
    (act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }),
  )
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const { id } = await givenBuyer(server)
  const entry = { network: 'tron', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', label: 'А', owner: 'Б' }
  const ask = async (label: string) => {
    const asked = await owner.post(`/v1/organizations/${id}/addresses`, { ...entry, label })
    expect(asked.body).toMatchObject({ code: 'approval_required' })
    return asked.body.context.approval_id as string
  }
  const [voted, late] = [await ask('Первая'), await ask('Вторая')]
  const vote = await voter.post(`/v1/approvals/${voted}/votes`, { decision: 'approve' })
  expect(vote.status, JSON.stringify(vote.body)).toBe(200)
  await server.db
    .updateTable('approvals')
    .set({ expires_at: new Date(0) })
    .where('id', '=', late)
    .execute()

  const names = (await owner.get('/v1/administrators')).body.items as { id: string; name: string }[]
  const nameOf = (one: Client) => names.find((administrator) => administrator.id === one.id)?.name
  for (const query of ['', 'status=approved', 'status=expired', 'status=waiting', 'act=address.add'])
    await expectSame('approvals', '/v1/approvals', query)
  expect(await exported('approvals', `asked_by=${owner.id}`)).toMatchObject([
    { id: late, status: 'expired', approved_by: '', organization_id: id },
    {
      id: voted,
      status: 'approved',
      act: 'address.add',
      asked_by: nameOf(owner),
      approved_by: nameOf(voter),
    },
  ])
})

test('administrators are exported for owners alone, without anything secret', async () => {
  const auditor = await server.signIn('auditor')
  expect((await auditor.get('/v1/exports/administrators?format=csv')).status).toBe(403)
  await expectSame('administrators', '/v1/administrators', '')
  const written = await exported('administrators')
  expect(written.find(({ id }) => id === auditor.id)).toMatchObject({ role: 'auditor', status: 'active' })
  expect(JSON.stringify(written)).not.toContain('argon2')
})
