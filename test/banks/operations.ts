import type { Changes, Requests } from '../fuzz/makers.ts'
import { inWindows1251 } from '../rates/samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { registerFile } from './samples.ts'

const file = () => form(inWindows1251(registerFile('2026-01-30')), {}, '20260130_ED807_full.xml')

export const requests: Requests = {
  readBankRegister: async () => ({ path: '/v1/banks' }),
  importBanks: async () => ({ path: '/v1/banks/import', body: file() }),
  readBank: async (world) => {
    await world.call('POST', '/v1/banks/import', file())
    return { path: '/v1/banks/044525999' }
  },
}

export const changes: Changes = {
  importBanks: 'stores nothing',
}
