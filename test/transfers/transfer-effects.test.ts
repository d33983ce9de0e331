import { Transaction } from 'ethers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { startEthereumNetwork } from '../support/given/ethereum-network.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import {
  eth,
  ethereumInputs,
  givenPaidRequest,
  givenPayer,
  givenSigned,
  givenTransfer,
  gwei,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { eventsOf } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'

const node = await startEthereumNetwork()
const { network } = node
const { mined } = network
afterAll(() => node.close())
beforeEach(() => {
  network.head = 100n
  network.broadcasts = []
})

const server = startServer({ env: { ...transfersOn, KONTOR_RPC_ETHEREUM: node.url }, connections: 4 })

/** Lets the periodic check run as if nobody had asked yet. */
async function checkEffects() {
  await server.db.updateTable('transfers').set({ checked_at: null }).execute()
  await server.service.transferEffects.run(new AbortController().signal)
}

describe('with a node', () => {
  test('inputs come from it, and leave alone what other transfers spend', async () => {
    const payer = await givenPayer(server)
    await givenSigned(payer.owner, payer, 7)
    network.sent = 7n
    const { id } = await givenTransfer(payer.owner, payer)
    const signed = await payer.owner.post(transferPath(id, '/sign'), {})
    expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    expect(Transaction.from(signed.body.raw)).toMatchObject({ nonce: 8, value: eth / 10n })
  })

  test('nothing is sent while signing is stopped', async () => {
    const payer = await givenPayer(server)
    const { transfer } = await givenSigned(payer.owner, payer, 7)
    await payer.owner.post('/v1/signing/stop', {})
    const send = () => payer.owner.post(transferPath(transfer.id, '/broadcast'))
    expect(await send()).toMatchObject({ status: 409, body: { code: 'signing_stopped' } })
    expect(network.broadcasts).toEqual([])
    expect((await payer.owner.post('/v1/signing/start')).status).toBe(200)
    expect((await send()).status).toBe(200)
  })

  test('a transfer is sent, is pending, and is confirmed once it is deep enough', async () => {
    const payer = await givenPayer(server)
    const { transfer, signed } = await givenSigned(payer.owner, payer, 7)
    // The search knows the transaction before any network does.
    for (const q of [signed.tx_id, signed.tx_id.slice(2).toUpperCase()])
      expect((await payer.owner.get(`/v1/search?q=${q}`)).body.items).toMatchObject([
        { kind: 'transfer', id: transfer.id, matched: 'transaction' },
      ])
    const send = () => payer.owner.post(transferPath(transfer.id, '/broadcast'))
    expect(await send()).toMatchObject({ status: 200, body: { status: 'sent' } })
    expect(await send()).toMatchObject({ status: 200, body: { status: 'sent' } })
    expect(network.broadcasts).toEqual([signed.raw, signed.raw])
    await checkEffects()
    const read = async () => (await payer.owner.get(transferPath(transfer.id))).body
    expect(await read()).toMatchObject({ status: 'sent', effect: { result: 'pending' } })

    mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
    await checkEffects()
    expect(await read()).toMatchObject({ status: 'sent', effect: { result: 'pending', confirmations: 11 } })
    network.head = 200n
    await checkEffects()
    const confirmed = await read()
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      effect: { result: 'confirmed', fee: String(21_000n * 11n * gwei), problem: null },
    })
    expect(confirmed.timeline.map(({ step }: { step: string }) => step)).toEqual([
      'created',
      'signed',
      'sent',
      'confirmed',
    ])
    // What is spent is spent for ever, and an end is an end.
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect((await payer.owner.post(transferPath(transfer.id, '/release'), { evidence: 'x' })).status).toBe(
      409,
    )
    const types = (await eventsOf(server, payer.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'transfer.sent')).toHaveLength(1)
    expect(types.filter((type) => type === 'transfer.confirmed')).toHaveLength(1)
  })

  test('a transaction that was carried out without effect has failed, and its nonce is gone', async () => {
    const payer = await givenPayer(server)
    const { transfer, signed } = await givenSigned(payer.owner, payer, 7)
    mined.set(signed.tx_id, { raw: signed.raw, status: 0, block: 90n })
    network.head = 200n
    await checkEffects()
    expect((await payer.owner.get(transferPath(transfer.id))).body).toMatchObject({
      status: 'failed',
      effect: { result: 'failed', problem: expect.any(String) },
    })
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
  })

  test.runIf(isFull)(
    'a replacement pays a tenth more than what it replaces, and says if its ceiling is too low',
    async () => {
      const payer = await givenPayer(server)
      const old = await givenTransfer(payer.owner, payer)
      const prices = { max_fee_per_gas: String(40n * gwei), max_priority_fee_per_gas: String(2n * gwei) }
      const typed = await payer.owner.post(transferPath(old.id, '/sign'), ethereumInputs(7, prices), {
        'kontor-reason': 'older',
      })
      expect(typed.status, JSON.stringify(typed.body)).toBe(200)
      const sign = async (ceiling: bigint) => {
        const made = await givenTransfer(payer.owner, payer, {
          replaces: old.id,
          fee_ceiling: String(21_000n * ceiling),
        })
        return payer.owner.post(transferPath(made.id, '/sign'), {})
      }
      const refused = await sign(43n * gwei)
      expect(refused.status).toBe(422)
      expect(refused.body.detail).toMatchObject([
        { ctx: { code: 'replacement_above_ceiling', fee: String(21_000n * 44n * gwei) } },
      ])
      expect((await payer.owner.get(transferPath(old.id))).body.status).toBe('signed')
      const signed = await sign(50n * gwei)
      expect(signed.status, JSON.stringify(signed.body)).toBe(200)
      expect(Transaction.from(signed.body.raw)).toMatchObject({
        nonce: 7,
        maxFeePerGas: 44n * gwei,
        maxPriorityFeePerGas: (22n * gwei) / 10n,
      })
      expect((await payer.owner.get(transferPath(old.id))).body.status).toBe('replaced')
    },
  )

  test('if the replaced transaction wins, what replaced it has failed', async () => {
    const payer = await givenPayer(server)
    const { transfer: old, signed } = await givenSigned(payer.owner, payer, 7)
    const { transfer: made } = await givenSigned(payer.owner, payer, 7, {
      amount: String(eth / 5n),
      replaces: old.id,
    })
    mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
    network.head = 200n
    await checkEffects()
    expect((await payer.owner.get(transferPath(old.id))).body.status).toBe('confirmed')
    expect((await payer.owner.get(transferPath(made.id))).body.status).toBe('failed')
    expect(await livingSpends(server, payer.wallet.address)).toEqual([
      { transfer_id: old.id, key: 'nonce:7' },
    ])
  })
})

test.runIf(isFull)(
  'a replacement with the same values is the same transaction, and one of them is confirmed',
  async () => {
    const payer = await givenPayer(server)
    const { transfer: old, signed } = await givenSigned(payer.owner, payer, 7)
    const { transfer: made, signed: same } = await givenSigned(payer.owner, payer, 7, { replaces: old.id })
    expect(same.raw).toBe(signed.raw)
    mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
    network.head = 200n
    await checkEffects()
    expect((await payer.owner.get(transferPath(old.id))).body.status).toBe('replaced')
    expect((await payer.owner.get(transferPath(made.id))).body.status).toBe('confirmed')
  },
)

describe('a purchase request', () => {
  test('is delivered by its transfer once, and completed when the network has carried it out', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const { transfer, signed } = await givenSigned(owner, payer, 7, { request_id: request.id })
    expect(transfer.request_id).toBe(request.id)
    // A second one would pay twice.
    const second = await givenTransfer(owner, payer, { request_id: request.id })
    expect(await owner.post(transferPath(second.id, '/sign'), ethereumInputs(8))).toMatchObject({
      status: 409,
      body: { code: 'transfer_blocked', context: { blockers: ['request_changed'] } },
    })

    const complete = () =>
      owner.patch(`/v1/purchase-requests/${request.id}/status`, {
        status: 'completed',
        tx_hash: signed.tx_id,
      })
    expect(await complete()).toMatchObject({ status: 409, body: { code: 'delivery_unconfirmed' } })
    mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
    network.head = 200n
    expect(await complete()).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect((await owner.get(transferPath(transfer.id))).body.status).toBe('confirmed')
  })

  test.runIf(isFull)(
    'is not delivered while the policy asks who has paid, and for a line of a statement',
    async () => {
      const { owner, request, payer } = await givenPaidRequest(server)
      const transfer = await givenTransfer(owner, payer, { request_id: request.id })
      const rules = [{ act: 'transfer.sign', payer: 'known', paid_by: 'statement' }]
      expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
      expect(await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).toMatchObject({
        status: 409,
        body: { code: 'transfer_blocked', context: { blockers: ['payer_unknown', 'not_on_statement'] } },
      })
      expect((await owner.put('/v1/policy', { rules: [] })).status).toBe(200)
      expect((await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).status).toBe(200)
    },
  )

  test('is not completed by a transaction that paid somebody else', async () => {
    const { owner, request } = await givenPaidRequest(server)
    const other = await givenPayer(server)
    const { signed } = await givenSigned(other.owner, other, 7)
    mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
    network.head = 200n
    const body = { tx_hash: signed.tx_id, amount: '0.1' }
    expect(await owner.post(`/v1/purchase-requests/${request.id}/deliveries`, body)).toMatchObject({
      status: 409,
      body: { code: 'delivery_unconfirmed' },
    })
  })

  test.runIf(isFull)(
    'shares a transaction with another one only if the node confirms the amounts of both',
    async () => {
      const { owner, request, payer } = await givenPaidRequest(server)
      const terms = {
        asset: 'ETH',
        network: 'ethereum',
        crypto_amount: '0.1',
        rate: '100000',
        fee_amount: '0',
      }
      const pay = { status: 'paid', payment_reference: 'P-1', received_amount: '10000' }
      const another = () =>
        givenRequest(owner, payer.id, { ...terms, wallet_id: payer.entry.id }, review, approve, pay)
      const { signed } = await givenSigned(owner, payer, 0, { amount: String(eth / 5n) })
      mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
      network.head = 200n
      const deliver = (id: string) =>
        owner.post(`/v1/purchase-requests/${id}/deliveries`, { tx_hash: signed.tx_id, amount: '0.1' })
      expect((await deliver(request.id)).status).toBe(201)
      expect((await deliver((await another()).id)).status).toBe(201)
      // It paid 0.2 ETH, which two requests have got.
      expect(await deliver((await another()).id)).toMatchObject({
        status: 409,
        body: { code: 'delivery_unconfirmed' },
      })

      // One of before, which names no address, cannot be confirmed: nobody else shares its transaction.
      const { signed: single } = await givenSigned(owner, payer, 1, { amount: String(eth / 10n) })
      mined.set(single.tx_id, { raw: single.raw, status: 1, block: 90n })
      const record = async (id: string) =>
        owner.post(`/v1/purchase-requests/${id}/deliveries`, { tx_hash: single.tx_id, amount: '0.1' })
      const { id: first } = await another()
      expect((await record(first)).status).toBe(201)
      await server.db
        .updateTable('deliveries')
        .set({ destination_address: null })
        .where('request_id', '=', first)
        .execute()
      expect(await record((await another()).id)).toMatchObject({
        status: 409,
        body: { code: 'transaction_already_delivers', context: { request_id: first } },
      })
    },
  )

  test('must fit the transfer', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const more = newTransfer(payer, { request_id: request.id, amount: String(eth / 10n + 1n) })
    const reply = await owner.post('/v1/transfers', more)
    expect(reply.body.detail).toMatchObject([{ ctx: { code: 'request_of_other_terms' } }])
    const other = await givenPayer(server)
    const foreign = await other.owner.post('/v1/transfers', newTransfer(other, { request_id: request.id }))
    expect(foreign.body.detail).toMatchObject([{ ctx: { code: 'other_organization' } }])
  })
})
