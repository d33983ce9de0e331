import { randomBytes } from 'node:crypto'
import type { Role } from '../../contract/roles.ts'
import { ethereumInputs, newTransfer, walletOn } from '../support/given-transfer.ts'
import type { RightRequest } from './right-requests.ts'
import type { World } from './world.ts'

type Maker = (world: World, role: Role | undefined) => Promise<RightRequest>

export const newAddress = () => `0x${randomBytes(20).toString('hex')}`
export const bookAddress = () => ({
  network: 'ethereum',
  address: newAddress(),
  label: 'Биржа',
  owner: 'ООО «Ромашка»',
})

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
async function signed(world: World): Promise<string> {
  const path = await draft(world)
  for (;;) {
    await running(world)
    try {
      await world.call('POST', `${path}/sign`, ethereumInputs(nonce++), reason)
      return path
    } catch (error) {
      if (!(error as Error).message.includes('signing_stopped')) throw error
    }
  }
}

export const rightTransferRequests: readonly [string, Maker][] = [
  ['createTransfer', async (world) => ({ path: '/v1/transfers', body: await terms(world) })],
  ['readTransfer', async (world) => ({ path: await draft(world) })],
  [
    'signTransfer',
    async (world) => {
      const path = await draft(world)
      await running(world)
      return { path: `${path}/sign`, body: ethereumInputs(nonce++), headers: reason }
    },
  ],
  ['exportTransfer', async (world) => ({ path: `${await signed(world)}/export` })],
  [
    'broadcastTransfer',
    async (world) => {
      const path = await signed(world)
      await running(world)
      return { path: `${path}/broadcast` }
    },
  ],
  ['cancelTransfer', async (world) => ({ path: `${await draft(world)}/cancel`, body: {} })],
  [
    'releaseTransfer',
    async (world) => ({ path: `${await signed(world)}/release`, body: { evidence: 'Отброшена' } }),
  ],
]
