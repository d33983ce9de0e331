import { afterAll, expect, test } from 'vitest'
import { startEthereumNetwork } from '../support/given/ethereum-network.ts'
import { givenDelivery, givenStock } from '../support/given/given-stock.ts'
import { transferPath, transfersOn } from '../support/given/given-transfer.ts'
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
