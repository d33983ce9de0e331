import { type Changes, ofOrganization, type Requests } from '../fuzz/makers.ts'
import { form } from '../support/given/document-uploads.ts'

export const requests: Requests = {
  importScreeningList: async (world) => ({
    path: '/v1/screening/lists',
    body: form(
      Buffer.from('id,schema,name\n1,Person,Круглов Архип\n'),
      { list: `list-${world.next()}-${Date.now()}` },
      'own.csv',
    ),
  }),
  readScreeningHit: async (world) => ({ path: `/v1/screening/hits/${await world.screeningHit()}` }),
  decideScreeningHit: async (world) => ({
    path: `/v1/screening/hits/${await world.screeningHit()}`,
    body: { status: 'dismissed', reason: 'Другой человек' },
  }),
  readOrganizationScreening: ofOrganization('/screening', (world) => world.organization()),
  checkScreening: async () => ({
    path: '/v1/screening/check',
    body: { schema: 'Person', name: 'Архип Круглов' },
  }),
  exportHits: async () => ({ path: '/v1/exports/hits?format=xlsx' }),
}

export const changes: Changes = {
  importScreeningList: ['screening.list_published'],
  decideScreeningHit: ['screening.hit_decided'],
  checkScreening: 'stores nothing',
}
