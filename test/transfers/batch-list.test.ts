import { expect, test } from 'vitest'
import { readCsv } from '../support/files/read-csv.ts'
import { ethereumInputs, transfersOn } from '../support/given/given-transfer.ts'
import { startServer } from '../support/service/harness.ts'
import { batchPath, givenDrafts, givenPayingOwn, inputsOf, make, sign } from './given-batches.ts'

const server = startServer({ env: transfersOn })

test('the list and its file find batches by what they are shown as', async () => {
  const own = await givenPayingOwn(server)
  const made = async (count: number) => (await make(own.owner, await givenDrafts(own, count))).body
  const batches = {
    draft: await made(1),
    signing: await made(2),
    signed: await made(1),
    cancelled: await made(1),
  }
  await own.owner.post(batchPath(batches.cancelled.id, '/cancel'), {})
  const [first] = inputsOf(batches.signing).inputs
  await sign(own.owner, batches.signing, { inputs: [first] })
  const third = { transfer_id: batches.signed.transfers[0].id, ...ethereumInputs(1) }
  await sign(own.owner, batches.signed, { inputs: [third] })
  const listed = async (status: string) => {
    const filters = `organization_id=${own.id}&status=${status}`
    const { items } = (await own.owner.get(`/v1/transfer-batches?${filters}`)).body
    const rows = readCsv((await own.owner.get(`/v1/exports/transfer-batches?format=csv&${filters}`)).body)
    const { count } = (await own.owner.get(`/v1/transfer-batches/totals?${filters}`)).body
    expect(rows.map(({ id, status: shown }) => [id, shown])).toEqual(
      items.map(({ id, status: shown }: { id: string; status: string }) => [id, shown]),
    )
    expect(count).toBe(items.length)
    return items.map(({ id }: { id: string }) => id)
  }
  for (const [status, { id }] of Object.entries(batches)) expect(await listed(status)).toEqual([id])
  for (const status of ['waiting', 'approved', 'expired']) expect(await listed(status)).toEqual([])
  const file = `/v1/exports/transfer-batches?format=csv&organization_id=${own.id}&status=signing`
  expect(readCsv((await own.owner.get(file)).body)).toMatchObject([
    {
      organization_id: own.id,
      transfers_count: '2',
      signed_count: '1',
      sums: '0.02 ETH',
      fee_asset: 'ETH',
      fee_ceiling: '0.002',
    },
  ])
  server.clock.at = new Date(Date.now() + 25 * 3_600_000)
  try {
    const later = await server.signIn('owner')
    const { items } = (await later.get(`/v1/transfer-batches?organization_id=${own.id}&status=expired`)).body
    expect(items).toMatchObject([{ id: batches.signing.id, status: 'expired' }])
  } finally {
    server.clock.at = null
  }
})
