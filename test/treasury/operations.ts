import type { Changes, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { form } from '../support/given/document-uploads.ts'
import { newCompany } from '../support/given/given-paper.ts'

async function acquisition(world: World) {
  const { company, wallet } = await treasuryOf(world)
  return bought(company, wallet)
}

type Made = { id: string; address: string }

async function treasuryOf(world: World): Promise<{ company: Made; wallet: Made }> {
  const organization_id = await world.organization()
  const { wallets } = await world.call('POST', `/v1/organizations/${organization_id}/wallets/create`)
  const company = await world.call('POST', '/v1/desk/companies', newCompany({ organization_id }))
  return { company, wallet: wallets.find(({ network }: { network: string }) => network === 'tron') }
}

function bought({ id: company_id }: Made, { id: wallet_id }: Made) {
  return {
    company_id,
    asset: 'USDT',
    network: 'tron',
    wallet_id,
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

let transactions = 0

/** A file with one transaction of a wallet of the desk. */
function chainFile({ address }: Made, moved: string) {
  transactions += 1
  const hash = `e${transactions.toString(16).padStart(63, '0')}`
  const text = `time,network,wallet,asset,amount,tx_hash\n2026-01-15T09:00:00Z,tron,${address},${moved},${hash}\n`
  return { body: form(Buffer.from(text), {}, 'chain.csv'), hash }
}

/** The path of the line that it becomes: a payment in the coin of the network, unless told otherwise. */
async function chainLine(world: World, wallet?: Made, moved = 'TRX,-2') {
  const { body, hash } = chainFile(wallet ?? (await treasuryOf(world)).wallet, moved)
  await world.call('POST', '/v1/treasury/chain-statements', body)
  const { items } = await world.call('GET', '/v1/treasury/chain-lines?limit=100')
  return `/v1/treasury/chain-lines/${items.find(({ tx_hash }: { tx_hash: string }) => tx_hash === hash).id}`
}

const why = { reason: 'Чужая проба' }

export const requests: Requests = {
  readChainStatements: async () => ({ path: '/v1/treasury/chain-statements' }),
  importChainStatement: async (world) => ({
    path: '/v1/treasury/chain-statements',
    body: chainFile((await treasuryOf(world)).wallet, 'USDT,150').body,
  }),
  listChainLines: async () => ({ path: '/v1/treasury/chain-lines' }),
  readChainLine: async (world) => ({ path: await chainLine(world) }),
  matchChainLine: async (world) => {
    const { company, wallet } = await treasuryOf(world)
    const { id } = await world.call('POST', '/v1/treasury/acquisitions', bought(company, wallet))
    return { path: `${await chainLine(world, wallet, 'USDT,1000')}/match`, body: { acquisition_id: id } }
  },
  setAsideChainLine: async (world) => ({ path: `${await chainLine(world)}/set-aside`, body: why }),
  reopenChainLine: async (world) => {
    const path = await chainLine(world)
    await world.call('POST', `${path}/set-aside`, why)
    return { path: `${path}/reopen` }
  },
  postChainFee: async (world) => ({ path: `${await chainLine(world)}/post-fee` }),
  unpostChainFee: async (world) => {
    const path = await chainLine(world)
    await world.call('POST', `${path}/post-fee`)
    return { path: `${path}/unpost-fee`, body: why }
  },
  exportChainLines: async () => ({ path: '/v1/exports/chain-lines?format=csv' }),
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
  exportResults: async () => ({
    path: '/v1/reports/results/file?from=2026-01-01&to=2026-01-31&by=day&format=csv',
  }),
  readPositionHistory: async () => ({ path: '/v1/treasury/position/history?days=30' }),
  readPosition: async () => ({ path: '/v1/treasury/position' }),
  exportAcquisitions: async () => ({ path: '/v1/exports/acquisitions?format=csv' }),
}

export const changes: Changes = {
  importChainStatement: ['chain_statement.imported'],
  matchChainLine: ['chain_line.matched'],
  setAsideChainLine: ['chain_line.set_aside'],
  reopenChainLine: ['chain_line.reopened'],
  postChainFee: ['chain_line.matched'],
  unpostChainFee: ['chain_line.reopened'],
  createAcquisition: ['acquisition.recorded'],
  reverseAcquisition: ['acquisition.reversed'],
}
