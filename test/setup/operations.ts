import type { Changes, Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  updateSetupStep: async () => ({ path: '/v1/setup/second_factor', body: { dismissed: true } }),
}

export const changes: Changes = {
  updateSetupStep: 'what is left to set up is no object',
}
