import type { Changes, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { form } from '../support/given/document-uploads.ts'
import { newCompany } from '../support/given/given-paper.ts'

async function acquisition(world: World) {
  const { company, wallet } = await treasuryOf(world)
  return bought(company, wallet)
}

type Made = { id: string; address: string }

async function treasuryOf(world: World): Promise<{ organizationId: string; company: Made; wallet: Made }> {
  const organization_id = await world.organization()
  const { wallets } = await world.call('POST', `/v1/organizations/${organization_id}/wallets/create`)
  const company = await world.call('POST', '/v1/desk/companies', newCompany({ organization_id }))
  const wallet = wallets.find(({ network }: { network: string }) => network === 'tron')
  return { organizationId: organization_id, company, wallet }
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

/** A delivery of a wallet of the desk whose coins came back, and the line by which they came to another one. */
async function cameElsewhere(world: World): Promise<{ path: string; delivery_id: string }> {
  const call = world.call
  const [own, other] = [await treasuryOf(world), await treasuryOf(world)]
  const { organization_id } = await world.approvedRequest()
  const asked = { asset: 'TRX', network: 'tron', crypto_amount: '5', fiat_currency: 'RUB', rate: '25' }
  const request = await call('POST', '/v1/purchase-requests', {
    ...asked,
    accept_rate: true,
    organization_id,
  })
  const at = `/v1/purchase-requests/${request.id}`
  const received = { payment_reference: 'П-1', received_amount: request.total_amount }
  for (const status of ['in_review', 'approved', 'paid'])
    await call('PATCH', `${at}/status`, { status, ...(status === 'paid' && received) })
  const { id } = await call('POST', '/v1/transfers', {
    organization_id: own.organizationId,
    from_wallet_id: own.wallet.id,
    request_id: request.id,
    network: 'tron',
    asset: 'TRX',
    amount: '5000000',
    fee_ceiling: '2000000',
    reason: 'Поставка',
  })
  const inputs = { tron: { block_id: '0000000003f1b1d2'.padEnd(64, 'a'), balance: '200000000' } }
  await call('POST', `/v1/transfers/${id}/sign`, { inputs })
  await call('POST', `/v1/transfers/${id}/confirm`, { evidence: '40 подтверждений' })
  const [delivery] = (await call('GET', `${at}/deliveries`)).items
  const returned = { tx_hash: world.next().toString(16).padStart(64, '0') }
  await call('POST', `${at}/deliveries/${delivery.id}/reverse`, { reason: 'Вернулось', returned })
  return { path: await chainLine(world, other.wallet, 'TRX,5'), delivery_id: delivery.id }
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
  postChainMove: async (world) => {
    const { path, delivery_id } = await cameElsewhere(world)
    return { path: `${path}/post-move`, body: { delivery_id } }
  },
  unpostChainFee: async (world) => {
    const path = await chainLine(world)
    await world.call('POST', `${path}/post-fee`)
    return { path: `${path}/unpost-fee`, body: why }
  },
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
}

export const changes: Changes = {
  importChainStatement: ['chain_statement.imported'],
  matchChainLine: ['chain_line.matched'],
  setAsideChainLine: ['chain_line.set_aside'],
  reopenChainLine: ['chain_line.reopened'],
  postChainFee: ['chain_line.matched'],
  postChainMove: ['chain_line.matched'],
  unpostChainFee: ['chain_line.reopened'],
  createAcquisition: ['acquisition.recorded'],
  reverseAcquisition: ['acquisition.reversed'],
}
