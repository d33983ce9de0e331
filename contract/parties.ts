import { type Static, Type } from 'typebox'
import { CalendarDate, nullable, oneOf, page, ref } from './common.ts'
import { organizationTypes, registryStatuses } from './organizations.ts'

export const smeCategories = ['micro', 'small', 'medium'] as const
export const partySources = ['rsmp', 'gleif', 'file', 'organization'] as const
export const partyMatchFields = ['inn', 'ogrn', 'name', 'director'] as const

export const PartySearchItem = Type.Object(
  {
    inn: Type.String(),
    ogrn: Type.String(),
    kpp: nullable(Type.String()),
    type: oneOf(organizationTypes),
    full_name: Type.String(),
    short_name: nullable(Type.String()),
    status: oneOf(registryStatuses),
    registration_date: nullable(CalendarDate),
    liquidation_date: nullable(CalendarDate),
    director_name: nullable(Type.String()),
    address: nullable(Type.String()),
    region_code: nullable(Type.String()),
    okved_main: nullable(Type.String()),
    sme_category: nullable(oneOf(smeCategories)),
    organization_id: nullable(Type.String()),
    match: Type.Object({
      field: oneOf(partyMatchFields),
      highlight: Type.String(),
    }),
    source: oneOf(partySources),
    actual_on: nullable(CalendarDate),
  },
  { $id: 'PartySearchItem' },
)
export type PartySearchItem = Static<typeof PartySearchItem>

export const PartySearchListResponse = page(ref(PartySearchItem), 'PartySearchListResponse')
export type PartySearchListResponse = Static<typeof PartySearchListResponse>
