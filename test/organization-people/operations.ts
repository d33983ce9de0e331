import { type Changes, type Maker, ofOrganization, type Requests } from '../fuzz/makers.ts'

const ofPerson = (rest: string, body?: unknown): Maker => {
  return async (world) => {
    const people = `/v1/organizations/${await world.organization()}/people`
    const { id } = await world.call('POST', people, {
      role: 'representative',
      schema: 'Person',
      name: 'Петрова Анна',
      identity_document: { type: 'passport', number: '45 10 123456' },
    })
    return { path: `${people}/${id}${rest}`, body }
  }
}

export const requests: Requests = {
  listOrganizationPeople: ofOrganization('/people', (world) => world.organization()),
  createOrganizationPerson: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/people`,
    body: { role: 'contact', schema: 'Person', name: 'Смирнов Иван', citizenship: 'RU' },
  }),
  readOrganizationPerson: ofPerson(''),
  updateOrganizationPerson: ofPerson('', { birth_date: '1980-05-17', version: 1 }),
  deleteOrganizationPerson: ofPerson(''),
  readIdentityDocument: ofPerson('/identity-document'),
}

export const changes: Changes = {
  // The first contact is also shown by the organization.
  createOrganizationPerson: ['person.created', 'organization.updated'],
  updateOrganizationPerson: ['person.updated'],
  deleteOrganizationPerson: ['person.deleted'],
}
