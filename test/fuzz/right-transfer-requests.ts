import type { Role } from '../../contract/roles.ts'
import { ethereumInputs, newTransfer, walletOn } from '../support/given-transfer.ts'
import type { RightRequest } from './right-requests.ts'
import type { World } from './world.ts'

type Maker = (world: World, role: Role | undefined) => Promise<RightRequest>

/** So that no two signatures of one wallet spend the same. */
let nonce = 1_000

/** What a transfer from the first wallet of an organization to its current one is made of. */
async function terms(world: World) {
  const id = await world.organizationWithWallets()
  const path = `/v1/organizations/${id}/wallets`
  const { items } = await world.call('GET', `${path}/generations`)
  if (items.length < 2) await world.call('POST', `${path}/replace`, { reason: 'Утечка' })
  const [current, ...retired] = (await world.call('GET', `${path}/generations`)).items
  const wallet = walletOn(retired.at(-1).wallets, 'ethereum')
  return newTransfer({ id, wallet, entry: walletOn(current.wallets, 'ethereum') })
}

async function draft(world: World): Promise<string> {
  // Wallets may be replaced between the two requests.
  const { id } = await world.call('POST', '/v1/transfers', await terms(world))
  return `/v1/transfers/${id}`
}

async function running(world: World): Promise<void> {
  const { is_stopped } = await world.call('GET', '/v1/signing')
  if (is_stopped) await world.call('POST', '/v1/signing/start')
}

async function signed(world: World): Promise<string> {
  const path = await draft(world)
  await running(world)
  await world.call('POST', `${path}/sign`, ethereumInputs(nonce++))
  return path
}

export const rightTransferRequests: readonly [string, Maker][] = [
  ['createTransfer', async (world) => ({ path: '/v1/transfers', body: await terms(world) })],
  ['readTransfer', async (world) => ({ path: await draft(world) })],
  [
    'signTransfer',
    async (world) => {
      const path = await draft(world)
      await running(world)
      return { path: `${path}/sign`, body: ethereumInputs(nonce++) }
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
