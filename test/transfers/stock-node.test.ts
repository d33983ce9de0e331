import { afterAll, expect, test } from 'vitest'
import { startEthereumNetwork } from '../support/given/ethereum-network.ts'
import { givenDelivery, givenStock } from '../support/given/given-stock.ts'
import { givenEntry, givenTransfer, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { startServer } from '../support/service/harness.ts'

const node = await startEthereumNetwork()
const { network } = node
afterAll(() => node.close())
const server = startServer({ env: { ...transfersOn, KONTOR_RPC_ETHEREUM: node.url }, connections: 4 })

/** Lets the periodic check run as if nobody had asked for an hour. */
async function checkEffects() {
  const checked_at = new Date(Date.now() - 3_600_000)
  await server.db.updateTable('transfers').set({ checked_at }).execute()
  await server.service.transferEffects.run(new AbortController().signal)
}

test('what the node confirms is delivered, and what it no longer knows is an exception', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  const { body: signed } = await owner.post(transferPath(transfer.id, '/sign'), {})
  const read = async () => (await owner.get(`/v1/purchase-requests/${request.id}`)).body
  // A person cannot say it while a node can.
  const confirm = await owner.post(transferPath(transfer.id, '/confirm'), { evidence: 'x' })
  expect(confirm.body.code).toBe('node_confirms')
  network.mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
  await checkEffects()
  expect(await read()).toMatchObject({ status: 'paid' })
  network.head = 200n
  await checkEffects()
  expect(await read()).toMatchObject({ status: 'completed', tx_hash: signed.tx_id, exception_since: null })
  await checkEffects()
  expect(await read()).toMatchObject({ exception_since: null })

  network.mined.delete(signed.tx_id)
  await checkEffects()
  const after = await read()
  expect(after).toMatchObject({ status: 'completed', totals: { delivered_amount: '0.1' } })
  expect(after.exception_since).not.toBeNull()
  await checkEffects()
  expect((await read()).version).toBe(after.version)
})

test('what the node no longer knows of a transfer that delivers nothing is told as well, once', async () => {
  const { owner, ...stock } = await givenStock(server)
  const entry = await givenEntry(owner, stock.id)
  const transfer = await givenTransfer(owner, { ...stock, entry })
  const { body: signed } = await owner.post(transferPath(transfer.id, '/sign'), {})
  network.head = 200n
  network.mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
  await checkEffects()
  const read = async () => (await owner.get(transferPath(transfer.id))).body
  expect(await read()).toMatchObject({ status: 'confirmed', effect: { result: 'confirmed' } })
  network.mined.delete(signed.tx_id)
  await checkEffects()
  await checkEffects()
  const after = await read()
  expect(after.effect.result).not.toBe('confirmed')
  const steps = after.timeline.map(({ step }: { step: string }) => step)
  expect(steps.filter((step: string) => step === 'doubted')).toHaveLength(1)
})

test('what was given up is confirmed only if the node shows that it is carried out', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  const { body: signed } = await owner.post(transferPath(transfer.id, '/sign'), {})
  const evidence = { evidence: 'Нет в сети' }
  expect((await owner.post(transferPath(transfer.id, '/release'), evidence)).status).toBe(200)
  const confirm = () => owner.post(transferPath(transfer.id, '/confirm'), evidence)
  expect((await confirm()).body.code).toBe('node_confirms')
  network.head = 200n
  network.mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
  expect((await confirm()).body).toMatchObject({ status: 'confirmed', evidence: null })
  const { items } = (await owner.get(`/v1/purchase-requests/${request.id}/deliveries`)).body
  expect(items).toMatchObject([{ transfer_id: transfer.id }])
})

test('somebody who types the transaction of a transfer records nothing twice', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  const { body: signed } = await owner.post(transferPath(transfer.id, '/sign'), {})
  network.mined.set(signed.tx_id, { raw: signed.raw, status: 1, block: 90n })
  network.head = 200n
  const typed = { tx_hash: signed.tx_id, amount: '0.1' }
  const reply = await owner.post(`/v1/purchase-requests/${request.id}/deliveries`, typed)
  expect(reply.status).toBe(409)
  const { items } = (await owner.get(`/v1/purchase-requests/${request.id}/deliveries`)).body
  expect(items).toMatchObject([{ transfer_id: transfer.id, tx_hash: signed.tx_id }])
})
