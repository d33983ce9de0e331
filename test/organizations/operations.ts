import { type Changes, ofOrganization, type Requests } from '../fuzz/makers.ts'
import { validInn } from '../support/given/factories.ts'

export const requests: Requests = {
  createOrganization: async (world) => ({
    path: '/v1/organizations',
    body: { inn: validInn(770_000_000 + world.next()), ogrn: '1027700132195', full_name: 'Василёк' },
  }),
  searchParties: async () => ({ path: `/v1/organizations/search?q=${encodeURIComponent('рома')}` }),
  findOrganizationByExternalId: async (world) => {
    const external_id = `Внешний/${world.next()}-${Date.now()}`
    await world.call('PATCH', `/v1/organizations/${await world.organization()}`, { external_id })
    return { path: `/v1/organizations/by-external-id?${new URLSearchParams({ external_id })}` }
  },
  readOrganization: ofOrganization('', (world) => world.organization()),
  updateOrganization: async (world) => ({
    path: `/v1/organizations/${await world.organization()}`,
    body: { notes: 'Проверено', version: 1 },
  }),
  readKybChecklist: ofOrganization('/kyb-checklist', (world) => world.organization()),
  exportOrganizations: async () => ({ path: '/v1/exports/organizations?format=xlsx' }),
}

export const changes: Changes = {
  createOrganization: ['organization.created'],
  updateOrganization: ['organization.updated'],
}
