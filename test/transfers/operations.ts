import { randomBytes } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { bookAddress, type Changes, type Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { newCompany } from '../support/given/given-paper.ts'
import { ethereumInputs, newTransfer, walletOn } from '../support/given/given-transfer.ts'

/** So that no two signatures of one wallet spend the same. */
let nonce = 1_000
/** They are beyond the next one. */
const reason = { 'kontor-reason': 'other' }

/** From the first wallet of an organization, which stays when others replace the wallets, to a new address of its book. */
async function terms(world: World) {
  const id = await world.organizationWithWallets()
  const path = `/v1/organizations/${id}`
  const first = (await world.call('GET', `${path}/wallets/generations`)).items.at(-1)
  const entry = await world.call('POST', `${path}/addresses`, bookAddress())
  return newTransfer({ id, wallet: walletOn(first.wallets, 'ethereum'), entry })
}

async function draft(world: World): Promise<string> {
  const { id } = await world.call('POST', '/v1/transfers', await terms(world))
  return `/v1/transfers/${id}`
}

/** Starts signing, unless somebody else does so at the same moment. */
async function running(world: World): Promise<void> {
  const { is_stopped } = await world.call('GET', '/v1/signing')
  if (!is_stopped) return
  await world.call('POST', '/v1/signing/start').catch((error: Error) => {
    if (!error.message.includes('signing_not_stopped')) throw error
  })
}

/** Others stop signing at any moment. */
async function signed(world: World, transfer?: string, inputs?: object): Promise<string> {
  const path = transfer ?? (await draft(world))
  for (;;) {
    await running(world)
    try {
      await world.call('POST', `${path}/sign`, inputs ?? ethereumInputs(nonce++), reason)
      return path
    } catch (error) {
      if (!(error as Error).message.includes('signing_stopped')) throw error
    }
  }
}

const base58check = createBase58check(sha256)
const tronAddress = () => base58check.encode(Uint8Array.of(0x41, ...randomBytes(20)))

/** On tron, where no node says what became of it. */
async function signedOnTron(world: World): Promise<string> {
  const id = await world.organizationWithWallets()
  const path = `/v1/organizations/${id}`
  const first = (await world.call('GET', `${path}/wallets/generations`)).items.at(-1)
  const destination = { ...bookAddress(), network: 'tron', address: tronAddress() }
  const entry = await world.call('POST', `${path}/addresses`, destination)
  const trx = { network: 'tron', asset: 'TRX', amount: '5000000', fee_ceiling: '2000000' }
  const transfer = newTransfer({ id, wallet: walletOn(first.wallets, 'tron'), entry }, trx)
  const inputs = { tron: { block_id: '0000000003f1b1d2'.padEnd(64, 'a'), balance: '200000000' } }
  return signed(world, `/v1/transfers/${(await world.call('POST', '/v1/transfers', transfer)).id}`, {
    inputs,
  })
}

/** One transfer from a new wallet of the desk. */
async function newBatch(world: World) {
  const id = await world.organizationWithWallets(`own ${world.next()}`)
  await world.call('POST', '/v1/desk/companies', newCompany({ organization_id: id }))
  const path = `/v1/organizations/${id}`
  const { wallets } = (await world.call('GET', `${path}/wallets/generations`)).items[0]
  const entry = await world.call('POST', `${path}/addresses`, bookAddress())
  const terms = newTransfer({ id, wallet: walletOn(wallets, 'ethereum'), entry })
  const transfer = await world.call('POST', '/v1/transfers', terms)
  return { transfer_ids: [transfer.id as string], reason: 'Поставки дня' }
}

async function batch(world: World) {
  const body = await newBatch(world)
  const { id } = await world.call('POST', '/v1/transfer-batches', body)
  return { ...body, path: `/v1/transfer-batches/${id}` }
}

export const requests: Requests = {
  createTransfer: async (world) => ({ path: '/v1/transfers', body: await terms(world) }),
  topUpWallet: async (world) => {
    const own = await world.organizationWithWallets(`own ${world.next()}`)
    const { wallets } = (await world.call('GET', `/v1/organizations/${own}/wallets/generations`)).items[0]
    const { id: paying } = walletOn(wallets, 'ethereum')
    const bounds = { most_amount: '10000000000000000', most_fee: '2000000000000000' }
    const company = await world.call('POST', '/v1/desk/companies', newCompany({ organization_id: own }))
    await world.call('PATCH', `/v1/desk/companies/${company.id}`, {
      fuel_wallets: [{ wallet_id: paying, ...bounds }],
      version: company.version,
    })
    const client = await world.organizationWithWallets(`client ${world.next()}`)
    const of = (await world.call('GET', `/v1/organizations/${client}/wallets/generations`)).items[0]
    return { path: `/v1/wallets/${walletOn(of.wallets, 'ethereum').id}/top-up`, body: {} }
  },
  createTransferBatch: async (world) => ({ path: '/v1/transfer-batches', body: await newBatch(world) }),
  listTransferBatches: async () => ({ path: '/v1/transfer-batches?limit=2' }),
  readTransferBatch: async (world) => ({ path: (await batch(world)).path }),
  signTransferBatch: async (world) => {
    const { path, transfer_ids } = await batch(world)
    await running(world)
    const inputs = transfer_ids.map((transfer_id, index) => ({ transfer_id, ...ethereumInputs(index) }))
    return { path: `${path}/sign`, body: { inputs } }
  },
  cancelTransferBatch: async (world) => ({ path: `${(await batch(world)).path}/cancel`, body: {} }),
  readTransfer: async (world) => ({ path: await draft(world) }),
  signTransfer: async (world) => {
    const path = await draft(world)
    await running(world)
    return { path: `${path}/sign`, body: ethereumInputs(nonce++), headers: reason }
  },
  exportTransfer: async (world) => ({ path: `${await signed(world)}/export` }),
  broadcastTransfer: async (world) => {
    const path = await signed(world)
    await running(world)
    return { path: `${path}/broadcast` }
  },
  cancelTransfer: async (world) => ({ path: `${await draft(world)}/cancel`, body: {} }),
  releaseTransfer: async (world) => ({
    path: `${await signed(world)}/release`,
    body: { evidence: 'Отброшена' },
  }),
  confirmTransfer: async (world) => ({
    path: `${await signedOnTron(world)}/confirm`,
    body: { evidence: '40 подтверждений' },
  }),
  readDeliveryProgress: async (world) => ({
    path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/on-the-way`,
  }),
  listDeliverySources: async (world) => ({
    path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/sources`,
  }),
  exportTransfers: async () => ({ path: '/v1/exports/transfers?format=csv&network=ethereum' }),
}

export const changes: Changes = {
  createTransfer: ['transfer.created'],
  topUpWallet: ['transfer.created'],
  createTransferBatch: ['transfer_batch.created', 'transfer_batch.created'],
  signTransferBatch: ['transfer_batch.decided', 'transfer.signed'],
  cancelTransferBatch: ['transfer_batch.cancelled'],
  signTransfer: ['transfer.signed'],
  broadcastTransfer: ['transfer.sent'],
  cancelTransfer: ['transfer.cancelled'],
  releaseTransfer: ['transfer.released'],
  confirmTransfer: ['transfer.confirmed'],
}
