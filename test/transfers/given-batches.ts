import { expect } from 'vitest'
import { givenOwnOrganization } from '../support/given/given-stock.ts'
import { eth, ethereumInputs, givenEntry, givenTransfer } from '../support/given/given-transfer.ts'
import type { Client, TestServer } from '../support/service/harness.ts'

type Own = Awaited<ReturnType<typeof givenPayingOwn>>

export const batchPath = (id: string, what = '') => `/v1/transfer-batches/${id}${what}`

/** An own organization with an entry in its address book. */
export async function givenPayingOwn(server: TestServer, by?: Client) {
  const own = await givenOwnOrganization(server, by)
  return { ...own, entry: await givenEntry(own.owner, own.id) }
}

const amount = String(eth / 100n)
export const given = { amount, fee_ceiling: String(eth / 1000n) }

export async function givenDrafts(own: Own, count: number) {
  const ids: string[] = []
  for (let left = count; left > 0; left--) ids.push((await givenTransfer(own.owner, own, given)).id)
  return ids
}

export const make = (owner: Client, transfer_ids: string[]) =>
  owner.post('/v1/transfer-batches', { transfer_ids, reason: 'Поставки дня' })

export async function givenBatch(server: TestServer, count: number, by?: Client) {
  const own = await givenPayingOwn(server, by)
  const ids = await givenDrafts(own, count)
  const reply = await make(own.owner, ids)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return { own, ids, batch: reply.body as { id: string; transfers: { id: string }[] } }
}

/** Inputs in the order in which the transfers are signed. */
export function inputsOf({ transfers }: { transfers: { id: string }[] }) {
  return {
    inputs: transfers.map(({ id }, nonce) => ({ transfer_id: id, ...ethereumInputs(nonce) })),
  }
}

export const sign = (
  owner: Client,
  batch: { id: string; transfers: { id: string }[] },
  body: object = inputsOf(batch),
) => owner.post(batchPath(batch.id, '/sign'), body)
