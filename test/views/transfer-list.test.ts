import { beforeAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { roles } from '../../contract/api/roles.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import type { TransferListResponse } from '../../contract/wallets/transfers.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { readCsv } from '../support/files/read-csv.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import {
  eth,
  ethereumInputs,
  givenPaidRequest,
  givenPayer,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })
const list = '/v1/transfers'
let owner: Client
let custodian: Client
let payers: Awaited<ReturnType<typeof givenPayer>>[]
let request: Awaited<ReturnType<typeof givenPaidRequest>>['request']

/** A transfer of this reason, prepared at noon of a day of January. */
async function prepare(
  by: Client,
  payer: Parameters<typeof givenTransfer>[1],
  reason: string,
  day: number,
  overrides: Record<string, unknown> = {},
) {
  const transfer = await givenTransfer(by, payer, { reason, ...overrides })
  const created_at = new Date(Date.UTC(2026, 0, day, 12))
  await server.db.updateTable('transfers').set({ created_at }).where('id', '=', transfer.id).execute()
  return transfer
}

async function ask(by: Client, id: string, nonce: number): Promise<string> {
  const reply = await by.post(transferPath(id, '/sign'), ethereumInputs(nonce))
  expect(reply, JSON.stringify(reply.body)).toMatchObject({
    status: 403,
    body: { code: 'approval_required' },
  })
  return reply.body.context.approval_id
}

async function vote(by: Client, approvalId: string): Promise<void> {
  expect((await by.post(`/v1/approvals/${approvalId}/votes`, { decision: 'approve' })).status).toBe(200)
}

/** Transfers of three organizations, in every state that is shown before a signature, and signed and cancelled ones. */
beforeAll(async () => {
  owner = await server.signIn('owner')
  custodian = await server.signIn('custodian')
  payers = [await givenPayer(server), await givenPayer(server)]
  const [one, two] = payers as [(typeof payers)[0], (typeof payers)[0]]
  const signed = await prepare(owner, one, 'T-0', 5, { amount: String(eth / 10n + 1n) })
  expect((await owner.post(transferPath(signed.id, '/sign'), ethereumInputs(0))).status).toBe(200)
  const cancelled = await prepare(owner, one, 'T-1', 3, { asset: 'USDT', amount: '1500000' })
  expect((await owner.post(transferPath(cancelled.id, '/cancel'), {})).status).toBe(200)

  const paid = await givenPaidRequest(server)
  request = paid.request
  await prepare(paid.owner, paid.payer, 'T-6', 2, { request_id: request.id })

  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  const since = { role_since: twoDaysAgo, credentials_since: twoDaysAgo }
  await changeAdministrators(server, since)
  const needsOne = (act: PolicyRule['act']): PolicyRule => ({
    act,
    approvals: 1,
    from: ['owner', 'custodian'],
  })
  const rules = (['transfer.sign', ...closureActs] as const).map(needsOne)
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  await prepare(custodian, two, 'T-2', 5)
  await ask(owner, (await prepare(owner, two, 'T-3', 7, { amount: 'all' })).id, 0)
  await vote(custodian, await ask(owner, (await prepare(owner, one, 'T-4', 6)).id, 1))
  // Its approval has run out, so that it is a draft again.
  const late = await ask(owner, (await prepare(owner, two, 'T-5', 4)).id, 0)
  await server.db
    .updateTable('approvals')
    .set({ expires_at: new Date(0) })
    .where('id', '=', late)
    .execute()
})

async function read(query: string, by = owner): Promise<TransferListResponse> {
  const { status, body } = await by.get(`${list}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const reasons = async (query: string, by = owner) => (await read(query, by)).items.map(({ reason }) => reason)

async function exported(query: string, by = owner): Promise<Record<string, string>[]> {
  const { status, body } = await by.get(`/v1/exports/transfers?format=csv&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return readCsv(body)
}

const filters: [query: () => string, expected: string[]][] = [
  [() => '', ['T-3', 'T-4', 'T-2', 'T-0', 'T-5', 'T-1', 'T-6']],
  [() => 'sort=-created_at', ['T-3', 'T-4', 'T-2', 'T-0', 'T-5', 'T-1', 'T-6']],
  [() => `organization_id=${payers[1]?.id}`, ['T-3', 'T-2', 'T-5']],
  [() => 'status=draft', ['T-3', 'T-4', 'T-2', 'T-5', 'T-6']],
  [() => 'status=waiting', ['T-3']],
  [() => 'status=approved', ['T-4']],
  [() => 'status=signed', ['T-0']],
  [() => 'status=cancelled&asset=USDT', ['T-1']],
  [() => 'asset=ETH&network=ethereum', ['T-3', 'T-4', 'T-2', 'T-0', 'T-5', 'T-6']],
  [() => `request_id=${request.id}`, ['T-6']],
  [() => 'network=tron', []],
  [() => 'from=2026-01-05&to=2026-01-06', ['T-4', 'T-2', 'T-0']],
  [() => 'to=2026-01-03', ['T-1', 'T-6']],
  [() => `created_by_id=${custodian.id}`, ['T-2']],
  [() => `created_by_id=me&organization_id=${payers[0]?.id}`, ['T-4', 'T-0', 'T-1']],
]

test.each(filters)('list and export have the same rows for the same filter: %s', async (query, expected) => {
  expect(await reasons(query())).toEqual(expected)
  const asked = query().replace(/^sort=.*/, '')
  expect((await exported(asked)).map(({ reason }) => reason).toSorted()).toEqual(expected.toSorted())
})

test('the oldest come first if that is asked for, from one page to the next', async () => {
  const oldest = ['T-6', 'T-1', 'T-5', 'T-0', 'T-2', 'T-4', 'T-3']
  expect(await reasons('sort=created_at')).toEqual(oldest)
  const { items, next_cursor } = await read('sort=created_at&limit=4')
  const rest = await reasons(`sort=created_at&limit=4&cursor=${next_cursor}`)
  expect([...items.map(({ reason }) => reason), ...rest]).toEqual(oldest)
})

test('the caller is meant by me, in the list, the file and a view that others open', async () => {
  expect(await reasons('created_by_id=me', custodian)).toEqual(['T-2'])
  expect(await exported('created_by_id=me', custodian)).toMatchObject([{ reason: 'T-2' }])
  const view = {
    list: 'transfers',
    name: 'Мои',
    filters: { created_by_id: 'me' },
    sort: 'created_at',
    shared: true,
  }
  const saved = await owner.post('/v1/views', view)
  expect(saved).toMatchObject({ status: 201, body: view })
  expect((await custodian.get(`/v1/views/${saved.body.id}`)).body).toMatchObject(view)
  const wrong = await owner.post('/v1/views', { ...view, name: 'Нет', filters: { status: 'new' } })
  expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'filters', 'status'] }] } })
})

test('a file has the shown status and decimal amounts, to the last place', async () => {
  const [signed] = await exported('status=signed')
  expect(signed).toMatchObject({
    status: 'signed',
    asset: 'ETH',
    amount: '0.100000000000000001',
    signed_amount: '0.100000000000000001',
    is_everything: 'f',
    fee_asset: 'ETH',
    fee_ceiling: '0.01',
    organization_id: payers[0]?.id,
    to_label: 'Биржа',
    created_at: '2026-01-05T12:00:00Z',
  })
  expect(Number(signed?.signed_fee)).toBeGreaterThan(0)
  expect(await exported('asset=USDT')).toMatchObject([
    { status: 'cancelled', amount: '1.5', signed_amount: '', signed_by: '' },
  ])
  expect(await exported('status=waiting')).toMatchObject([
    { status: 'waiting', amount: '', is_everything: 't' },
  ])
  expect(await exported('status=approved')).toMatchObject([{ status: 'approved', amount: '0.1' }])
  expect(await exported('from=2026-01-04&to=2026-01-04')).toMatchObject([{ reason: 'T-5', status: 'draft' }])
  const workbook = await owner.get('/v1/exports/transfers?format=xlsx')
  expect(workbook.headers.get('content-type')).toMatch(/spreadsheetml/)
  expect(workbook.headers.get('content-disposition')).toMatch(/filename="transfers-.*\.xlsx"/)
})

test('every role may read the list and the file, and a key only with its scope', async () => {
  const asked = [list, '/v1/exports/transfers?format=csv']
  for (const role of roles) {
    const reader = await server.signIn(role)
    for (const path of asked) expect((await reader.get(path)).status).toBe(200)
  }
  const other = client(server, await givenApprovedKey(server, owner, ['requests:read']))
  for (const path of asked) {
    expect((await other.get(path)).status).toBe(403)
    expect((await server.anonymous.get(path)).status).toBe(401)
  }
})

test.each([
  'request_id=1',
  'status=new',
  'created_by_id=none',
  'from=2026-13-01',
  'sort=amount',
  'reason=T-1',
  'cursor=1',
])('what the list does not know is refused: %s', async (query) => {
  const { status, body } = await owner.get(`${list}?${query}`)
  expect(status).toBe(422)
  expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]])
})

test('pages stay whole while transfers are prepared, also of the same moment', async () => {
  const [payer] = payers as [(typeof payers)[0]]
  for (let index = 0; index < 8; index += 1) await prepare(owner, payer, `D-${index}`, 10 + (index % 2))
  const wanted = await reasons('limit=200')
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: TransferListResponse = await read(`limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.items.map(({ reason }) => reason))
    cursor = page.next_cursor
    await givenTransfer(owner, payer, { reason: 'A' })
  } while (cursor && seen.length < 40)
  expect(seen).toEqual(wanted)
})
