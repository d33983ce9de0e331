import { bookAddress, type Changes, newAddress, ofOrganization, type Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

/** The path of a new entry. */
async function entry(world: World): Promise<string> {
  const path = `/v1/organizations/${await world.organization()}/addresses`
  return `${path}/${(await world.call('POST', path, bookAddress())).id}`
}

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
  readAddress: async (world) => ({ path: await entry(world) }),
  removeAddress: async (world) => ({ path: await entry(world) }),
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
