import { Type } from 'typebox'
import { cursorPage, field, oneOf, ref } from '../api/common.ts'
import { listsTag } from '../api/tags.ts'
import {
  kybStatuses,
  OrganizationResponse,
  organizationTypes,
  registryStatuses,
} from '../organizations/organizations.ts'
import { days, list, listSorts } from './list.ts'

const page = cursorPage(ref(OrganizationResponse), 'FilteredOrganizationsResponse')

export const organizationList = list({
  name: 'organizations',
  title: { en: 'Organizations', ru: 'Организации' },
  heads: {
    type: { en: 'Type', ru: 'Тип' },
    inn: { en: 'INN', ru: 'ИНН' },
    ogrn: { en: 'OGRN', ru: 'ОГРН' },
    kpp: { en: 'KPP', ru: 'КПП' },
    full_name: { en: 'Full name', ru: 'Полное наименование' },
    short_name: { en: 'Short name', ru: 'Краткое наименование' },
    registry_status: { en: 'Register status', ru: 'Статус в реестре' },
    registration_date: { en: 'Registered', ru: 'Дата регистрации' },
    liquidation_date: { en: 'Liquidated', ru: 'Дата ликвидации' },
    legal_address: { en: 'Legal address', ru: 'Юридический адрес' },
    actual_address: { en: 'Actual address', ru: 'Фактический адрес' },
    okved_main: { en: 'Main activity (OKVED)', ru: 'Основной ОКВЭД' },
    director: { en: 'Director', ru: 'Руководитель' },
    kyb_status: { en: 'KYB', ru: 'KYB' },
    kyb_reason: { en: 'KYB reason', ru: 'Причина KYB' },
    wallets_count: { en: 'Wallets', ru: 'Кошельков' },
    own: { en: 'Ours', ru: 'Наша' },
    created_at: { en: 'Added', ru: 'Добавлена' },
    updated_at: { en: 'Changed', ru: 'Изменена' },
  },
  access: 'organizations:read',
  filters: {
    q: field(
      Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      'Words of the name, or the beginning of a number, as in the list',
      'ромашка',
    ),
    type: field(Type.Optional(oneOf(organizationTypes)), 'Only organizations of this type'),
    kyb_status: field(Type.Optional(oneOf(kybStatuses)), 'Only organizations in this state', 'approved'),
    registry_status: field(Type.Optional(oneOf(registryStatuses)), 'Only those with this status', 'active'),
    own: field(
      Type.Optional(oneOf(['true', 'false'] as const)),
      'Only the organizations of the desk itself, or only others',
      'false',
    ),
    ...days('organizations that were created'),
  },
  sorts: listSorts,
  read: {
    id: 'filterOrganizations',
    path: '/v1/lists/organizations',
    tag: listsTag,
    summary: 'List organizations with all filters',
    page,
  },
  file: {
    id: 'exportOrganizations',
    what: 'organizations',
    words: {
      type: 'organization_type',
      registry_status: 'registry_status',
      kyb_status: 'kyb_status',
      source: 'organization_source',
    },
  },
})
