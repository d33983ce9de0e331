import type { Changes, Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  stopSigning: async () => ({ path: '/v1/signing/stop', body: { reason: 'Украден ноутбук' } }),
  startSigning: async (world) => {
    await world.call('POST', '/v1/signing/stop', {})
    return { path: '/v1/signing/start' }
  },
}

export const changes: Changes = {
  stopSigning: ['signing.stopped'],
  startSigning: ['signing.started'],
}
