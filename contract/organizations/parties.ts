import { type Static, Type } from 'typebox'
import { CalendarDate, field, Id, nullable, oneOf, page, ref } from '../api/common.ts'
import { organizationTypes, registryStatuses } from './organizations.ts'

export const smeCategories = ['micro', 'small', 'medium'] as const
export const partySources = ['rsmp', 'gleif', 'file', 'organization'] as const
export const partyMatchFields = ['inn', 'ogrn', 'name', 'director'] as const

export const PartySearchItem = Type.Object(
  {
    // Never null, as release 1.0.0 has promised.
    inn: field(Type.String(), 'The tax number (INN); empty of a foreign company without one', '7701234560'),
    ogrn: field(
      Type.String(),
      'The number in the state register (OGRN); empty of a foreign company',
      '1027700123450',
    ),
    kpp: field(nullable(Type.String()), 'The reason code of the registration (KPP)', '770101001'),
    type: field(oneOf(organizationTypes), 'A company, a sole trader, or a foreign company of ours'),
    full_name: field(Type.String(), 'The full name', 'Общество с ограниченной ответственностью «Ромашка»'),
    short_name: field(nullable(Type.String()), 'The short name', 'ООО «Ромашка»'),
    status: field(oneOf(registryStatuses), 'The status in the state register'),
    registration_date: field(nullable(CalendarDate), 'The day of the registration', '2002-08-15'),
    liquidation_date: field(nullable(CalendarDate), 'The day of the liquidation', null),
    director_name: field(nullable(Type.String()), 'The name of the director', 'Петрова Анна Сергеевна'),
    address: field(nullable(Type.String()), 'The address', 'г. Москва, ул. Лесная, д. 5'),
    region_code: field(nullable(Type.String()), 'The code of the region', '77'),
    okved_main: field(nullable(Type.String()), 'The code of the main activity (OKVED)', '46.21'),
    sme_category: field(nullable(oneOf(smeCategories)), 'The category as a small or medium enterprise'),
    organization_id: field(nullable(Id), 'The organization, if the party is already one', null),
    match: field(
      Type.Object({
        field: field(oneOf(partyMatchFields), 'The field that matches the search', 'name'),
        highlight: field(Type.String(), 'Its text, with ⟦ and ⟧ around what matches', 'ООО «⟦Ромашка⟧»'),
      }),
      'Why the party was found',
    ),
    source: field(oneOf(partySources), 'Where the entry comes from'),
    actual_on: field(nullable(CalendarDate), 'The day of the entry in the source'),
  },
  { $id: 'PartySearchItem', description: 'A company or sole trader of the party register.' },
)
export type PartySearchItem = Static<typeof PartySearchItem>

export const PartySearchListResponse = page(ref(PartySearchItem), 'PartySearchListResponse')
export type PartySearchListResponse = Static<typeof PartySearchListResponse>
