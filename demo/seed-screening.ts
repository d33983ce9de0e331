import { hitList } from '../contract/lists/hits.ts'
import { createOrganizationPerson } from '../contract/operations/organizations/organization-people.ts'
import { createOrganization } from '../contract/operations/organizations/organizations.ts'
import { decideScreeningHit, importScreeningList } from '../contract/operations/organizations/screening.ts'
import type { CreateOrganizationPersonBody } from '../contract/organizations/organization-people.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { Client } from './client.ts'

interface Clients {
  owner: Client
  officer: Client
  operator: Client
}

/** All of them are invented, and so is the list. */
const list = [
  'id,schema,name,aliases,birth_date,countries,programs',
  'D-101,Person,"KUZNETSOV, Arkady Borisovich",Arkadij Kuznecow;Кузнецов Аркадий,1968-11-02,ru,DEMO-TRADE',
  'D-102,Person,"VORONTSOV, Gleb Lvovich",Воронцов Глеб Львович,1974-05-21,ru;cy,DEMO-FINANCE',
  'D-103,Person,"SAFINA, Leila",Сафина Лейла Маратовна,1981,kz,DEMO-TRADE',
  'D-104,Company,"BRIGHT STEPPE TRADING LLP",Brait Step Treiding,,kz,DEMO-TRADE',
  'D-105,Company,"NORTHERN LANTERN SHIPPING LTD",,,cy,DEMO-FINANCE',
  'D-106,Person,"ESTRADA MONTOYA, Felipe",,1959-01-30,co,DEMO-NARCOTICS',
].join('\n')

type Person = CreateOrganizationPersonBody
const passport = (number: string, issued_on: string) => ({ type: 'passport' as const, number, issued_on })

const directors: Person[] = [
  {
    role: 'director',
    schema: 'Person',
    name: 'Кузнецов Аркадий Борисович',
    name_latin: 'Kuznetsov Arkadii',
    birth_date: '1986-04-17',
    citizenship: 'RU',
    identity_document: passport('45 12 408913', '2012-06-05'),
  },
  {
    role: 'representative',
    schema: 'Person',
    name: 'Мельникова Дарья Олеговна',
    birth_date: '1990-09-12',
    citizenship: 'RU',
  },
]
const lastOwners: Person[] = [
  {
    role: 'owner',
    schema: 'Person',
    name: 'Воронцов Глеб Львович',
    name_latin: 'Vorontsov Gleb',
    birth_date: '1974-05-21',
    citizenship: 'RU',
    share: '70',
    identity_document: passport('45 19 771204', '2019-06-11'),
  },
  {
    role: 'owner',
    schema: 'Person',
    name: 'Тихонова Инна Сергеевна',
    birth_date: '1979-12-03',
    citizenship: 'RU',
    share: '30',
  },
]

/** Imports the list, or says that it has not changed. */
export async function importDemoList(owner: Client): Promise<void> {
  const form = new FormData()
  form.set('list', 'demo')
  form.set('file', new File([list], 'demo.csv', { type: 'text/csv' }))
  await owner.call(importScreeningList, { body: form })
}

/**
 * A sanctions list, the people behind two organizations, and a foreign company: one hit waits for a decision, one is
 * dismissed, and one is found by a weak name.
 */
export async function seedScreening(
  { owner, officer, operator }: Clients,
  inReview: OrganizationResponse,
  other: OrganizationResponse,
): Promise<void> {
  await importDemoList(owner)
  const add = (organization: OrganizationResponse, body: Person) =>
    operator.call(createOrganizationPerson, { params: { organization_id: organization.id }, body })
  for (const person of directors) await add(inReview, person)
  const holding = await add(inReview, {
    role: 'owner',
    schema: 'Company',
    name: 'ООО «Северный холдинг»',
    citizenship: 'RU',
    share: '75',
  })
  await add(inReview, {
    role: 'owner',
    schema: 'Person',
    name: 'Лаптева Нина Юрьевна',
    birth_date: '1971-08-25',
    citizenship: 'RU',
    share: '25',
  })
  for (const person of lastOwners) await add(inReview, { ...person, parent_id: holding.id })
  await add(other, {
    role: 'director',
    schema: 'Person',
    name: 'Сафина Лейла Тимуровна',
    birth_date: '1993-02-08',
    citizenship: 'RU',
  })
  await operator.call(createOrganization, {
    body: {
      type: 'foreign',
      country: 'KZ',
      registration_number: '190140012345',
      full_name: 'Bright Steppe Logistics LLP',
      short_name: 'Bright Steppe Logistics',
      legal_address: 'Almaty, Abay Avenue 44',
      external_id: 'CRM-1100',
      director: { name: 'Ахметов Данияр' },
    },
  })

  const { items } = await officer.call(hitList.read, { query: { status: 'open' } })
  const dismissed = items.find(({ entry }) => entry.id === 'D-101')
  if (!dismissed) throw new Error('The list names nobody.')
  await officer.call(decideScreeningHit, {
    params: { hit_id: dismissed.id },
    body: { status: 'dismissed', reason: 'Дата рождения другая, паспорт проверен.' },
  })
}
