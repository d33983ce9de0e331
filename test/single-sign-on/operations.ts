import type { Changes, Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  finishOidc: async (world) => {
    if (!world.provider) return { path: '/v1/auth/oidc/callback' }
    const { path, cookie } = await world.returning(world.provider)
    return { path, headers: { cookie } }
  },
  backchannelLogout: async ({ provider }) => ({
    path: '/v1/auth/oidc/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `logout_token=${provider ? await provider.logoutToken('nobody') : 'none'}`,
  }),
}

export const changes: Changes = {
  backchannelLogout: 'only the caller reads their sessions',
}
