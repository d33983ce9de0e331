import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { digestOf } from '../../server/features/transfers/transfer/transfer-intent.ts'
import { problemsIn } from '../proofs/installation.ts'
import { whileLocked } from '../support/database/locks.ts'
import { givenRules, withoutRules } from '../support/given/given-policy.ts'
import { givenAnother, givenDelivery, givenStock } from '../support/given/given-stock.ts'
import {
  eth,
  ethereumInputs,
  givenEntry,
  givenSigned,
  givenTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'
import {
  batchPath,
  given,
  givenBatch,
  givenDrafts,
  givenPayingOwn,
  inputsOf,
  make,
  sign,
} from './given-batches.ts'

const server = startServer({ env: transfersOn, connections: 5 })
const codesOf = (reply: { body: { detail: { ctx?: { code: string }; loc: (string | number)[] }[] } }) =>
  reply.body.detail.map(({ ctx, loc }) => [loc.at(-1), ctx?.code])
const statusesOf = (body: { transfers: { status: string }[] }) => body.transfers.map(({ status }) => status)

/** Nobody has signed in to the sessions of these tests. */
async function wrongReleases() {
  const problems = await problemsIn(server, 'Releases')
  return problems.filter((problem) => !problem.includes('nobody is known to have signed in'))
}

test('a batch is one content, and its transfers are signed one by one', async () => {
  const { own, ids, batch } = await givenBatch(server, 3)
  expect(batch).toMatchObject({
    organization_id: own.id,
    from_wallet_id: own.wallet.id,
    count: 3,
    recipients: 1,
    sums: [{ asset: 'ETH', amount: String((3n * eth) / 100n) }],
    fee_ceiling: String((3n * eth) / 1000n),
    status: 'draft',
    signed: 0,
  })
  expect(batch.transfers.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  // Nobody signs one of them by itself, or puts it into a second batch.
  const alone = await own.owner.post(transferPath(ids[0] as string, '/sign'), ethereumInputs(0))
  expect([alone.status, alone.body.code, alone.body.context]).toEqual([
    409,
    'transfer_in_batch',
    { batch_id: batch.id },
  ])
  expect(codesOf(await make(own.owner, [ids[1] as string]))).toEqual([[0, 'batch_in_another']])

  const first = { inputs: inputsOf(batch).inputs.slice(0, 2) }
  const partly = await sign(own.owner, batch, first)
  expect(partly.status, JSON.stringify(partly.body)).toBe(200)
  expect(partly.body).toMatchObject({ status: 'signing', signed: 2, refused: [{ code: 'missing' }] })
  const rest = { inputs: inputsOf(batch).inputs.slice(2) }
  const whole = await sign(own.owner, batch, rest)
  expect(whole.body).toMatchObject({ status: 'signed', signed: 3, refused: [] })
  expect(statusesOf(whole.body)).toEqual(['signed', 'signed', 'signed'])
  const read = await own.owner.get(batchPath(batch.id))
  expect(read.body).toMatchObject({ status: 'signed', decided_by: { id: own.owner.id } })
  const listed = await own.owner.get('/v1/transfer-batches?limit=1')
  expect(listed.body.items).toMatchObject([{ id: batch.id, signed: 3 }])
  expect((await sign(own.owner, batch, {})).body.refused).toEqual([])
  expect((await own.owner.post(batchPath(batch.id, '/cancel'), {})).body.code).toBe('transfer_batch_status')
  const decided = (await auditRows(server)).filter(
    ({ action, object_id }) => action === 'transfer_batch.decided' && object_id === batch.id,
  )
  expect(decided).toHaveLength(1)
  expect(await wrongReleases()).toEqual([])
})

test('one wrong member refuses the whole batch, by name', async () => {
  const own = await givenPayingOwn(server)
  const [good = '', cancelled = ''] = await givenDrafts(own, 2)
  await own.owner.post(transferPath(cancelled, '/cancel'), {})
  const all = await givenTransfer(own.owner, own, { ...given, amount: 'all' })
  const { transfer: signed } = await givenSigned(own.owner, own, 0, given)
  const replacement = await givenTransfer(own.owner, own, { ...given, replaces: signed.id })
  const other = await givenPayingOwn(server, own.owner)
  const [foreign = ''] = await givenDrafts(other, 1)
  const unknown = '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'
  const refused = await make(own.owner, [
    good,
    cancelled,
    all.id,
    signed.id,
    replacement.id,
    foreign,
    unknown,
    good,
  ])
  expect(refused.status).toBe(422)
  expect(codesOf(refused)).toEqual([
    [1, 'batch_not_draft'],
    [2, 'batch_sends_all'],
    [3, 'batch_not_draft'],
    [4, 'batch_replaces'],
    [5, 'batch_other_wallet'],
    [6, 'batch_unknown'],
    [7, 'repeated_item'],
  ])
  expect(refused.body.detail[0].msg).toContain(cancelled)
  expect((await own.owner.get(transferPath(good))).body.batch_id).toBeNull()
  expect((await make(own.owner, [good])).status).toBe(201)
})

test('only wallets of the desk pay a batch', async () => {
  const buyer = await givenWallets(server)
  const payer = { ...buyer, wallet: walletOn(buyer.wallets, 'ethereum') }
  const entry = await givenEntry(buyer.owner, buyer.id)
  const draft = await givenTransfer(buyer.owner, { ...payer, entry }, given)
  expect(codesOf(await make(buyer.owner, [draft.id]))).toEqual([['transfer_ids', 'batch_not_own']])
})

test('one that fails leaves the others untouched, and a stop ends the rest', async () => {
  const { own, batch } = await givenBatch(server, 3)
  const inputs = inputsOf(batch).inputs
  const poor = { ...inputs[1], ...ethereumInputs(1, { balance: '1' }) }
  const partly = await sign(own.owner, batch, {
    inputs: [inputs[0], poor, { ...inputs[2], ...ethereumInputs(1) }],
  })
  expect(partly.body).toMatchObject({ status: 'signing', signed: 2 })
  expect(partly.body.refused).toMatchObject([
    { transfer_id: batch.transfers[1]?.id, code: 'insufficient_funds' },
  ])
  await own.owner.post('/v1/signing/stop', {})
  try {
    expect((await sign(own.owner, batch, {})).body.code).toBe('signing_stopped')
  } finally {
    await own.owner.post('/v1/signing/start', {})
  }
  const rest = { inputs: [{ ...inputs[1], ...ethereumInputs(2) }] }
  expect((await sign(own.owner, batch, rest)).body).toMatchObject({ status: 'signed', signed: 3 })
})

test('a transfer that is cancelled meanwhile is not signed, whatever its row says later', async () => {
  const { own, batch } = await givenBatch(server, 2)
  const [first, second] = batch.transfers as [{ id: string }, { id: string }]
  const inputs = inputsOf(batch).inputs
  expect((await sign(own.owner, batch, { inputs: [inputs[0]] })).body.signed).toBe(1)
  expect((await own.owner.post(transferPath(second.id, '/cancel'), {})).status).toBe(200)
  expect((await own.owner.get(batchPath(batch.id))).body.status).toBe('signed')
  await server.db.updateTable('transfers').set({ status: 'draft' }).where('id', '=', second.id).execute()
  const again = await sign(own.owner, batch, { inputs: [{ ...inputs[1], ...ethereumInputs(1) }] })
  expect(again.body.refused).toMatchObject([{ transfer_id: second.id, code: 'proof_invalid' }])
  expect(first.id).not.toBe(second.id)
})

test('a batch that is dissolved or too old signs nothing, and frees its transfers', async () => {
  const { own, ids, batch } = await givenBatch(server, 2)
  const inputs = inputsOf(batch).inputs
  expect((await sign(own.owner, batch, { inputs: [inputs[0]] })).body.signed).toBe(1)
  const cancelled = await own.owner.post(batchPath(batch.id, '/cancel'), { reason: 'Завтра' })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', signed: 1 })
  expect((await sign(own.owner, batch)).body).toMatchObject({
    code: 'transfer_batch_status',
    context: { status: 'cancelled' },
  })
  const left = ids.find((id) => id !== batch.transfers[0]?.id) as string
  const next = (await make(own.owner, [left])).body
  expect((await sign(own.owner, next, {})).body).toMatchObject({ status: 'signing', signed: 0 })
  server.clock.at = new Date(Date.now() + 25 * 3_600_000)
  try {
    const owner = await server.signIn('owner')
    expect((await owner.get(batchPath(next.id))).body.status).toBe('expired')
    expect((await sign(owner, next)).body).toMatchObject({
      code: 'transfer_batch_status',
      context: { status: 'expired' },
    })
    // What is left can be signed by itself.
    const alone = await owner.post(transferPath(left, '/sign'), ethereumInputs(1))
    expect(alone.status, JSON.stringify(alone.body)).toBe(200)
  } finally {
    server.clock.at = null
  }
})

test('what somebody writes into the database signs nothing', async () => {
  const { own, batch } = await givenBatch(server, 2)
  const [stranger = ''] = await givenDrafts(own, 1)
  const row = await server.db
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', stranger)
    .executeTakeFirstOrThrow()
  const added = { transfer_id: stranger, digest: digestOf(row).toString('hex') }
  const inputs = inputsOf(batch).inputs
  const { members } = await server.db
    .selectFrom('transfer_batches')
    .select('members')
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  const write = (changes: object) =>
    server.db.updateTable('transfer_batches').set(changes).where('id', '=', batch.id).execute()
  const refused = { status: 503, body: { code: 'proof_invalid', context: { kind: 'transfer_batch' } } }
  // Before it is decided, and after.
  await write({ members: JSON.stringify([...members, added]) })
  expect(await sign(own.owner, batch)).toMatchObject(refused)
  await write({ members: JSON.stringify(members) })
  expect((await sign(own.owner, batch, { inputs: [inputs[0]] })).body.signed).toBe(1)
  await write({ members: JSON.stringify([...members, added]) })
  expect(await sign(own.owner, batch)).toMatchObject(refused)
  await write({ members: JSON.stringify(members) })
  // A member with another destination is no member.
  const second = batch.transfers[1]?.id as string
  const elsewhere = `0x${'07'.repeat(20)}`
  await server.db.updateTable('transfers').set({ to_address: elsewhere }).where('id', '=', second).execute()
  const changed = await sign(own.owner, batch, { inputs: [{ ...inputs[1], ...ethereumInputs(1) }] })
  expect(changed.body.refused).toMatchObject([{ transfer_id: second, code: 'proof_invalid' }])
})

test('the policy judges the sum, and one approval of it is enough', async () => {
  const owner = await server.signIn('owner')
  const custodian = await server.signIn('custodian')
  const { batch } = await givenBatch(server, 3, owner)
  // Each of them is below, all together are above.
  await givenRules(server, [
    {
      act: 'transfer.sign',
      when: { amount_above: { ETH: '0.02' } },
      approvals: 1,
      from: ['custodian'],
    },
  ])
  try {
    const asked = await sign(owner, batch)
    expect([asked.status, asked.body.code]).toEqual([403, 'approval_required'])
    const { approval_id } = asked.body.context
    expect((await owner.get(batchPath(batch.id))).body).toMatchObject({ status: 'waiting', approval_id })
    const listed = async (status: string) =>
      (await owner.get(`/v1/transfer-batches?status=${status}`)).body.items.map(
        ({ id }: { id: string }) => id,
      )
    expect(await listed('waiting')).toEqual([batch.id])
    const approval = (await custodian.get(`/v1/approvals/${approval_id}`)).body
    expect(approval.content).toMatchObject({
      transfers: 3,
      recipients: 1,
      sums: { ETH: '0.03' },
      leaves: { ETH: '0.033' },
    })
    expect(approval.content.payments).toHaveLength(3)
    await custodian.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
    expect([await listed('waiting'), await listed('approved')]).toEqual([[], [batch.id]])
    const signed = await sign(owner, batch)
    expect(signed.body, JSON.stringify(signed.body)).toMatchObject({ status: 'signed', signed: 3 })
  } finally {
    await withoutRules(server)
  }
})

test('deliveries of several clients are one batch', async () => {
  const { owner, request, client: buyer, ...stock } = await givenStock(server)
  const other = await givenAnother(owner, buyer, '0.2')
  const one = await givenDelivery(owner, stock, request)
  const two = await givenDelivery(owner, stock, other, { amount: String(eth / 5n) })
  const { body: batch } = await make(owner, [one.id, two.id])
  const signed = await sign(owner, batch)
  expect(signed.body, JSON.stringify(signed.body)).toMatchObject({ status: 'signed', signed: 2 })
  const evidence = { evidence: 'Два обозревателя' }
  for (const { id } of [one, two])
    expect((await owner.post(transferPath(id, '/confirm'), evidence)).status).toBe(200)
  expect((await owner.get(`/v1/purchase-requests/${other.id}`)).body.status).toBe('completed')
})

test('one approval of a batch covers the deliveries that it makes, judged on their sum', async () => {
  const stock = await givenStock(server, await server.signIn('owner'))
  const { owner, request, client: buyer } = stock
  const other = await givenAnother(owner, buyer, '0.2')
  const ids = [
    (await givenDelivery(owner, stock, request)).id,
    (await givenDelivery(owner, stock, other, { amount: String(eth / 5n) })).id,
  ]
  const { body: batch } = await make(owner, ids)
  const [custodian, officer] = [await server.signIn('custodian'), await server.signIn('officer')]
  // They are worth 10,000 and 20,000: each is below, both together are above.
  await givenRules(server, [
    { act: 'transfer.sign', approvals: 1, from: ['custodian'] },
    { act: 'request.complete', when: { amount_above: { RUB: '25000' } }, approvals: 1, from: ['officer'] },
  ])
  try {
    const asked = await sign(owner, batch)
    expect([asked.status, asked.body.code]).toEqual([403, 'approval_required'])
    const { approval_id } = asked.body.context
    const vote = (voter: Client) => voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
    const { content } = (await officer.get(`/v1/approvals/${approval_id}`)).body
    expect(content.worth).toEqual({ RUB: '30000.00' })
    expect(content.payments.filter((line: string) => line.endsWith('20000.00 RUB'))).toHaveLength(1)
    await vote(custodian)
    // The vote of the custodian says nothing about deliveries.
    expect((await sign(owner, batch)).body.code).toBe('approval_required')
    await vote(officer)
    const signed = await sign(owner, batch)
    expect(signed.body, JSON.stringify(signed.body)).toMatchObject({
      status: 'signed',
      signed: 2,
      refused: [],
    })
    expect((await owner.get('/v1/approvals?status=waiting')).body.items).toEqual([])
  } finally {
    await withoutRules(server)
  }
  expect(await wrongReleases()).toEqual([])
})

test('a limit of one client refuses the batch, and names the client', async () => {
  const stock = await givenStock(server)
  const { owner, request, client: buyer } = stock
  const other = await givenAnother(owner, buyer, '0.2')
  const ids = [
    (await givenDelivery(owner, stock, request)).id,
    (await givenDelivery(owner, stock, other, { amount: String(eth / 5n) })).id,
  ]
  const { body: batch } = await make(owner, ids)
  const limit = { per: 'organization' as const, sums: { RUB: '29999' } }
  await givenRules(server, [{ act: 'request.complete', limit }])
  try {
    const refused = await sign(owner, batch)
    expect([refused.status, refused.body.code]).toEqual([403, 'limit_exceeded'])
    expect(refused.body.context).toMatchObject({ organization_id: request.organization_id })
  } finally {
    await withoutRules(server)
  }
  expect((await sign(owner, batch)).body).toMatchObject({ status: 'signed', signed: 2 })
})

test('a delivery whose terms have changed since its batch was decided needs an approval of its own', async () => {
  const stock = await givenStock(server, await server.signIn('owner'))
  const { owner, request } = stock
  const [transfer] = [await givenDelivery(owner, stock, request)]
  const { body: batch } = await make(owner, [transfer.id])
  const worth = (rate: string, fiat_amount: string) =>
    server.db
      .updateTable('purchase_requests')
      .set({ rate, fiat_amount, total_amount: fiat_amount })
      .where('id', '=', request.id)
      .execute()
  await givenRules(server, [
    { act: 'request.complete', when: { amount_above: { RUB: '5000' } }, approvals: 1, from: ['officer'] },
  ])
  try {
    // Past the service: what is decided of the batch is small, and what was approved is not.
    await worth('1000', '100')
    const decided = await sign(owner, batch)
    expect(decided.body.refused, JSON.stringify(decided.body)).toHaveLength(1)
    await worth(request.rate, request.fiat_amount)
    const asked = await sign(owner, batch)
    expect(asked.body.refused).toMatchObject([{ transfer_id: transfer.id, code: 'approval_required' }])
    expect(asked.body.signed).toBe(0)
  } finally {
    await withoutRules(server)
  }
})

test('killed between its signatures, it goes on, and nothing is signed twice', async () => {
  const { own, batch } = await givenBatch(server, 4)
  const second = batch.transfers[1]?.id as string
  // Decided, and then the node was killed: the signature is not stored. The next one was being decided meanwhile.
  await sql`alter table transfers add constraint killed check (id <> ${sql.lit(second)} or raw is null)`.execute(
    server.db,
  )
  expect((await sign(own.owner, batch)).status).toBe(500)
  await sql`alter table transfers drop constraint killed`.execute(server.db)
  const between = (await own.owner.get(batchPath(batch.id))).body
  expect(between).toMatchObject({ status: 'signing', signed: 1 })
  expect(statusesOf(between)).toEqual(['signed', 'approved', 'approved', 'draft'])
  // Its bytes are decided: dissolving the batch does not change them.
  expect((await own.owner.post(transferPath(second, '/cancel'), {})).status).toBe(409)
  const whole = await sign(own.owner, batch)
  expect(whole.body, JSON.stringify(whole.body)).toMatchObject({ status: 'signed', signed: 4, refused: [] })
  const signing = (await auditRows(server)).filter(
    ({ action, object_id }) =>
      action === 'transfer.signing' && batch.transfers.some(({ id }) => id === object_id),
  )
  expect(signing).toHaveLength(4)
  expect(await wrongReleases()).toEqual([])
})

test('two nodes sign a batch once', async () => {
  const second = await startSecondNode(server)
  try {
    const { own, batch } = await givenBatch(server, 4)
    const there = client(second, own.owner.token)
    const replies = await whileLocked(
      server.db,
      (db) => sql`select from transfer_batches where id = ${batch.id} for update`.execute(db),
      () => [sign(own.owner, batch), sign(there, batch)],
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await own.owner.get(batchPath(batch.id))).body).toMatchObject({ status: 'signed', signed: 4 })
    const rows = await server.db
      .selectFrom('transfers')
      .select(['tx_id', 'spends'])
      .where('batch_id', '=', batch.id)
      .execute()
    expect(new Set(rows.flatMap(({ spends }) => spends ?? [])).size).toBe(4)
    const decisions = (await auditRows(server)).filter(
      ({ action, details }) =>
        action === 'transfer.signing' && (details as { batch_id?: string }).batch_id === batch.id,
    )
    expect(decisions).toHaveLength(4)
  } finally {
    await second.stop()
  }
})
