import { bookAddress, type Changes, newAddress, ofOrganization, type Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  challengeAddress: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/addresses/challenge`,
    body: { network: 'ethereum', address: newAddress() },
  }),
  listAddresses: ofOrganization('/addresses', (world) => world.organizationWithWallets()),
  addAddress: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/addresses`,
    body: bookAddress(),
  }),
  removeAddress: async (world) => {
    const path = `/v1/organizations/${await world.organization()}/addresses`
    const { id } = await world.call('POST', path, bookAddress())
    return { path: `${path}/${id}` }
  },
  checkDestinationAddress: async () => ({
    path: '/v1/addresses/check',
    body: { network: 'bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  }),
  exportAddresses: async () => ({ path: '/v1/exports/addresses?format=xlsx' }),
}

export const changes: Changes = {
  addAddress: ['address.added'],
  removeAddress: ['address.removed'],
  checkDestinationAddress: 'stores nothing',
  challengeAddress: 'a challenge is no object',
}
