import { approved, type Changes, type Maker, ofOrganization, type Requests } from '../fuzz/makers.ts'

const secret = (what: string): Maker =>
  approved(
    'GET',
    ofOrganization(`/wallets/${what}`, (world) => world.organizationWithWallets()),
  )

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
  readGenerationMnemonic: secret('generations/1/mnemonic'),
}

export const changes: Changes = {
  createWallets: ['wallets.created'],
  replaceWallets: ['wallets.replaced'],
  readMnemonic: ['secret.read', 'wallets.exposed'],
  readGenerationMnemonic: ['secret.read'],
  readSecretKeys: ['secret.read'],
}
