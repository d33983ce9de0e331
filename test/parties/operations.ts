import type { Changes, Requests } from '../fuzz/makers.ts'
import { form } from '../support/given/document-uploads.ts'

export const requests: Requests = {
  importPartyRegister: async () => ({
    path: '/v1/party-register/imports',
    body: form(Buffer.from('inn,ogrn,full_name\n7707083893,1027700132195,Сбер\n'), {}, 'register.csv'),
  }),
}

export const changes: Changes = {
  importPartyRegister: 'stores nothing',
}
