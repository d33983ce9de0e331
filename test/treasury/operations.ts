import type { Changes, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { newCompany } from '../support/given-paper.ts'

async function acquisition(world: World) {
  const organization_id = await world.organization()
  const { wallets } = await world.call('POST', `/v1/organizations/${organization_id}/wallets/create`)
  const company = await world.call('POST', '/v1/desk/companies', newCompany({ organization_id }))
  return {
    company_id: company.id,
    asset: 'USDT',
    network: 'tron',
    wallet_id: wallets.find(({ network }: { network: string }) => network === 'tron').id,
    amount: '1000',
    cost: { currency: 'RUB', amount: '92000.00' },
    fee: '92.00',
    acquired_at: '2026-01-31T09:00:00Z',
    counterparty: { name: 'ООО «Биржа»' },
    reference: 'OTC-117',
  }
}

const made = async (world: World) =>
  `/v1/treasury/acquisitions/${(await world.call('POST', '/v1/treasury/acquisitions', await acquisition(world))).id}`

export const requests: Requests = {
  createAcquisition: async (world) => ({
    path: '/v1/treasury/acquisitions',
    body: await acquisition(world),
  }),
  readAcquisition: async (world) => ({ path: await made(world) }),
  reverseAcquisition: async (world) => ({
    path: `${await made(world)}/reverse`,
    body: { reason: 'Дважды внесено' },
  }),
  readResults: async () => ({ path: '/v1/reports/results?from=2026-01-01&to=2026-01-31&by=client' }),
  readRequestResult: async (world) => ({
    path: `/v1/purchase-requests/${(await world.purchaseRequest()).id}/result`,
  }),
  readPosition: async () => ({ path: '/v1/treasury/position' }),
  exportAcquisitions: async () => ({ path: '/v1/exports/acquisitions?format=csv' }),
}

export const changes: Changes = {
  createAcquisition: ['acquisition.recorded'],
  reverseAcquisition: ['acquisition.reversed'],
}
