import type { Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  search: async () => ({ path: '/v1/search?q=PR-2026-000001' }),
}
