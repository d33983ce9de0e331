import { approved, type Changes, type Maker, ofOrganization, type Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

/** Of an organization of its own: only the first who reads them exposes its wallets. */
const secret = (what: string): Maker =>
  approved(
    'GET',
    ofOrganization(`/wallets/${what}`, (world) => world.organizationWithWallets(what)),
  )

async function walletOf(world: World): Promise<string> {
  const id = await world.organizationWithWallets()
  const [wallet] = await world.call('GET', `/v1/organizations/${id}/wallets`)
  return `/v1/wallets/${wallet.id}`
}

export const requests: Requests = {
  listWallets: ofOrganization('/wallets', (world) => world.organizationWithWallets()),
  createWallets: ofOrganization('/wallets/create', (world) => world.organization()),
  readMnemonic: secret('mnemonic'),
  readSecretKeys: secret('secret-keys'),
  replaceWallets: async (world) => ({
    path: `/v1/organizations/${await world.organizationWithWallets()}/wallets/replace`,
    body: { reason: 'Фраза могла быть раскрыта' },
  }),
  listWalletGenerations: ofOrganization('/wallets/generations', (world) => world.organizationWithWallets()),
  listWalletBalances: ofOrganization('/wallets/balances', (world) => world.organizationWithWallets()),
  listIncomingPayments: ofOrganization('/wallets/incoming', (world) => world.organizationWithWallets()),
  readWallet: async (world) => ({ path: await walletOf(world) }),
  listWalletMovements: async (world) => ({ path: `${await walletOf(world)}/movements` }),
  readGenerationMnemonic: secret('generations/1/mnemonic'),
}

export const changes: Changes = {
  createWallets: ['wallets.created'],
  replaceWallets: ['wallets.replaced'],
  readMnemonic: ['secret.read', 'wallets.exposed'],
  readGenerationMnemonic: ['secret.read', 'wallets.exposed'],
  readSecretKeys: ['secret.read', 'wallets.exposed'],
}
