import { expect, test } from 'vitest'
import { documentsSummary } from '../../contract/organizations/documents-summary.ts'
import {
  draftOrganization,
  type RegisteredParty,
} from '../../server/features/organizations/organization-draft.ts'

const head: RegisteredParty = {
  ogrn: '1027700132195',
  kpp: '773601001',
  full_name: 'Публичное акционерное общество «Сбережение»',
  short_name: 'ПАО «Сбережение»',
  status: 'liquidating',
  registration_date: '1991-06-20',
  liquidation_date: null,
  director_name: 'Иванов Иван Иванович',
  address: 'Москва, ул Вавилова, д 19',
  okved_main: '64.19',
}
const branch: RegisteredParty = { ...head, kpp: '540602001', short_name: 'Сибирский филиал' }
const inn = '7707083893'

test('the INN alone is enough if the register contains it', () => {
  expect(draftOrganization({ inn }, [head, branch])).toEqual({
    type: 'legal',
    inn,
    ogrn: head.ogrn,
    kpp: '773601001',
    full_name: head.full_name,
    short_name: head.short_name,
    registry_status: 'liquidating',
    registration_date: '1991-06-20',
    liquidation_date: null,
    legal_address: head.address,
    actual_address: null,
    okved_main: '64.19',
    director: { name: 'Иванов Иван Иванович', post: null, inn: null },
    contact: null,
    bank_details: null,
    country: null,
    registration_number: null,
    lei: null,
    ownership_statement: null,
    external_id: null,
    notes: null,
    source: 'register',
  })
})

test('values of the caller take precedence, including null', () => {
  const sent = {
    inn,
    full_name: 'ПАО «Иначе»',
    short_name: null,
    legal_address: null,
    registry_status: 'active' as const,
    director: { name: 'Петрова Анна Ильинична' },
  }
  expect(draftOrganization(sent, [head])).toMatchObject({
    ...sent,
    director: { name: 'Петрова Анна Ильинична', post: null, inn: null },
    ogrn: head.ogrn,
    okved_main: '64.19',
    source: 'register',
  })
  expect(draftOrganization({ inn, kpp: null }, [head])).toMatchObject({ kpp: null })
})

test('of several parties the one with the given KPP is used, and for an unknown KPP the best one', () => {
  expect(draftOrganization({ inn, kpp: '540602001' }, [head, branch])).toMatchObject({
    kpp: '540602001',
    short_name: 'Сибирский филиал',
  })
  expect(draftOrganization({ inn, kpp: '660101001' }, [head, branch])).toMatchObject({
    kpp: '660101001',
    short_name: head.short_name,
  })
})

test('invalid values of the register are not used', () => {
  const broken: RegisteredParty = {
    ...head,
    ogrn: '304500116000157',
    kpp: '77',
    director_name: ' ',
    full_name: '',
  }
  expect(draftOrganization({ inn }, [broken])).toEqual({
    faults: [
      { loc: ['body', 'ogrn'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'full_name'], msg: 'Field required', type: 'missing' },
    ],
  })
  expect(draftOrganization({ inn, ogrn: head.ogrn, full_name: 'ПАО' }, [broken])).toMatchObject({
    kpp: null,
    director: null,
    source: 'register',
  })
})

test('a sole trader of the register gets neither KPP nor director', () => {
  const trader = { ...head, ogrn: '304500116000157' }
  expect(draftOrganization({ inn: '500100732259' }, [trader])).toMatchObject({
    type: 'individual',
    kpp: null,
    director: null,
  })
})

test('the summary counts documents as of the day and lists the missing ones', () => {
  const slots = {
    charter: { status: 'approved', expires_on: '2026-03-01' },
    'inn-certificate': { status: 'rejected', expires_on: '2020-01-01' },
    'bank-details': { status: 'pending', expires_on: '2020-01-01' },
    other: { status: 'approved', expires_on: null },
  } as const
  const required = ['charter', 'inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative']
  expect(documentsSummary('legal', slots, '2026-03-01')).toEqual({
    required,
    missing: ['ogrn-certificate', 'kyc-representative'],
    pending: 1,
    approved: 2,
    rejected: 1,
    expired: 0,
  })
  expect(documentsSummary('legal', slots, '2026-03-02')).toMatchObject({ approved: 1, expired: 1 })
  expect(documentsSummary('individual', {}, '2026-03-02').required).toEqual(required.slice(1))
})
