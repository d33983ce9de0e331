import { expect } from 'vitest'
import type { CreateAcquisitionBody } from '../../contract/books/treasury.ts'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import type { Client, TestServer } from '../support/service/harness.ts'

/** A company of the desk with its own organization and its wallets. */
export async function givenTreasury(server: TestServer, owner: Client) {
  const { id: organizationId, wallets } = await givenWallets(server, owner)
  const company = await givenCompany(owner, { organization_id: organizationId })
  const wallet = (network: string) => wallets.find((one) => one.network === network) as WalletResponse
  return { companyId: company.id as string, organizationId, wallet }
}

export type Treasury = Awaited<ReturnType<typeof givenTreasury>>

let references = 0

/** What the company has bought: 1,000 USDT on tron for 92,000 roubles, unless told otherwise. */
export function newAcquisition(
  { companyId, wallet }: Treasury,
  overrides: Partial<CreateAcquisitionBody> = {},
): CreateAcquisitionBody {
  references += 1
  return {
    company_id: companyId,
    asset: 'USDT',
    network: 'tron',
    wallet_id: wallet(overrides.network ?? 'tron').id,
    amount: '1000',
    cost: { currency: 'RUB', amount: '92000.00' },
    acquired_at: '2026-01-15T09:00:00Z',
    counterparty: { name: 'ООО «Биржа»' },
    reference: `OTC-${references}`,
    ...overrides,
  }
}

export async function acquire(
  by: Client,
  treasury: Treasury,
  overrides: Partial<CreateAcquisitionBody> = {},
) {
  const reply = await by.post('/v1/treasury/acquisitions', newAcquisition(treasury, overrides))
  expect([reply.status, reply.body.detail]).toEqual([201, undefined])
  return reply.body
}
