import { approved, type Changes, type Maker, type Requests } from '../fuzz/makers.ts'

const ofSomebody = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/administrators/${(await world.signIn('operator')).id}${rest}`, body })
}

export const requests: Requests = {
  createAdministrator: approved('POST', async (world) => ({
    path: '/v1/administrators',
    body: { email: `new-${world.next()}-${Date.now()}@example.com`, name: 'Анна', role: 'auditor' },
  })),
  readAdministrator: ofSomebody(''),
  updateAdministrator: approved('PATCH', ofSomebody('', { role: 'auditor', version: 1 })),
  disableAdministrator: ofSomebody('/disable'),
  enableAdministrator: approved('POST', async (world) => {
    const path = `/v1/administrators/${(await world.signIn('operator')).id}`
    await world.call('POST', `${path}/disable`)
    return { path: `${path}/enable` }
  }),
  resetAdministrator: approved('POST', ofSomebody('/reset')),
  createApiKey: approved('POST', async () => ({
    path: '/v1/api-keys',
    body: { name: 'A key', scopes: ['organizations:read'] },
  })),
  // Only a restore suspends a key: on another one it changes nothing.
  resumeApiKey: async (world) => ({
    path: `/v1/api-keys/${(await world.apiKey(['requests:read'])).id}/resume`,
  }),
  readApiKey: async (world) => ({ path: `/v1/api-keys/${(await world.apiKey(['requests:read'])).id}` }),
  revokeApiKey: async (world) => ({ path: `/v1/api-keys/${(await world.apiKey(['requests:read'])).id}` }),
}

export const changes: Changes = {
  createAdministrator: ['approval.used', 'administrator.created'],
  updateAdministrator: ['approval.used', 'administrator.updated'],
  disableAdministrator: ['administrator.disabled'],
  enableAdministrator: ['approval.used', 'administrator.enabled'],
  resetAdministrator: ['approval.used', 'administrator.reset'],
  createApiKey: ['approval.used', 'api_key.created'],
  revokeApiKey: ['api_key.revoked'],
  resumeApiKey: 'only keys that a restore has suspended change, as test/backup/ shows',
}
