import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import type { Db } from '../../server/platform/db/database.ts'
import type { Client } from '../support/service/harness.ts'

/** A transaction of the test that runs: one delivers once in the whole service. */
export function hash(digit: string): string {
  return createHash('sha256').update(`${expect.getState().currentTestName} ${digit}`).digest('hex')
}
export const soon = () => new Date(Date.now() + 3_600_000).toISOString()

/** A price of 1000.00 and a fee of 10.00 for 100 USDT. */
export const terms = { crypto_amount: '100', rate: '10', fee_amount: '10' }

export const pathOf = (id: string) => `/v1/purchase-requests/${id}`

export function payment(overrides: object = {}) {
  return {
    amount: '1010.00',
    currency: 'RUB',
    received_at: new Date(Date.now() - 1000).toISOString(),
    reference: 'P-1',
    ...overrides,
  }
}

export async function read(client: Client, id: string): Promise<PurchaseRequestResponse> {
  return (await client.get(pathOf(id))).body as PurchaseRequestResponse
}

/** The books balance, and what the desk owes this organization is what its facts say. */
export async function expectBooks(db: Db, organizationId: string, owed: string): Promise<void> {
  const sums = await db
    .selectFrom('book_entries')
    .select(({ fn }) => ['commodity', fn.sum<string>('amount').as('sum')])
    .groupBy('commodity')
    .execute()
  expect(sums.every(({ sum }) => BigInt(sum) === 0n)).toBe(true)
  const balance = await db
    .selectFrom('client_balances')
    .select('balance')
    .where('organization_id', '=', organizationId)
    .where('commodity', '=', 'RUB')
    .executeTakeFirst()
  expect(BigInt(balance?.balance ?? 0)).toBe(BigInt(owed))
}
