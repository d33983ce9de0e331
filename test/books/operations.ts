import type { Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  exportBooks: async () => ({ path: '/v1/books/export?format=hledger&from=2026-01-01&to=2026-12-31' }),
}
