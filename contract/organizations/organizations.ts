import { type Static, Type } from 'typebox'
import {
  Address,
  CalendarDate,
  CurrentVersion,
  ExpectedVersion,
  field,
  Id,
  Instant,
  Name,
  Note,
  nullable,
  oneOf,
  optional,
  page,
  Remark,
  ref,
  ShortText,
} from '../api/common.ts'
import { documentKinds, requiredKinds } from './documents.ts'

export const organizationTypes = ['legal', 'individual', 'foreign'] as const
export const registryStatuses = [
  'active',
  'liquidating',
  'liquidated',
  'bankrupt',
  'reorganizing',
  'unknown',
] as const

/**
 * Each KYB status and the statuses that may be decided next. The server enforces this table, and the console derives its
 * buttons from it. One more transition is automatic: an approved organization returns to `in_review` when its requisites
 * change.
 */
export const kybTransitions = {
  new: ['in_review'],
  in_review: ['approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['in_review'],
  suspended: ['approved'],
} as const satisfies Record<string, readonly string[]>

export const kybStatuses = [
  'new',
  'in_review',
  'approved',
  'rejected',
  'suspended',
] as const satisfies readonly (keyof typeof kybTransitions)[]
export const organizationSources = ['manual', 'register'] as const
export type OrganizationType = (typeof organizationTypes)[number]
export type RegistryStatus = (typeof registryStatuses)[number]
export type KybStatus = (typeof kybStatuses)[number]

/** The statuses that may be decided next. */
export function nextKybStatuses(from: KybStatus): readonly KybStatus[] {
  return kybTransitions[from]
}

/** Decisions that need a reason. */
export const kybStatusesWithReason: readonly KybStatus[] = ['rejected', 'suspended']

/** Fields that a KYB decision depends on. If one of them changes, a new review is required. */
export const reviewedFields = [
  'ogrn',
  'kpp',
  'full_name',
  'director',
  'country',
  'registration_number',
] as const

/** What a KYB decision can have lacked without being blocked. */
export const kybWarnings = ['no_sanctions_list'] as const
export type KybWarning = (typeof kybWarnings)[number]

/** The `kyb_reason` when the service sets an organization back to `in_review`. */
export const requisitesChanged = 'requisites_changed'

/** What the fields of an organization mean, with an example: the same in requests and in responses. */
const about = {
  inn: ['The tax number (INN): 10 digits of a company, 12 of a sole trader', '7701234560'],
  ogrn: [
    'The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader',
    '1027700123450',
  ],
  kpp: ['The reason code of the registration (KPP) of a company or of its branch', '770101001'],
  full_name: ['The full name', 'Общество с ограниченной ответственностью «Ромашка»'],
  short_name: ['The short name', 'ООО «Ромашка»'],
  registration_date: ['The day of the registration', '2002-08-15'],
  legal_address: ['The address in the state register', 'г. Москва, ул. Лесная, д. 5'],
  actual_address: ['The address where it works', 'г. Москва, ул. Садовая, д. 12'],
  okved_main: ['The code of the main activity (OKVED)', '46.21'],
  country: ['The country of registration (ISO 3166-1 alpha-2, capital letters)', 'KZ'],
  registration_number: [
    'The number in the register of that country. No two foreign companies of a country have the same.',
    '190140012345',
  ],
  lei: ['The legal entity identifier (LEI, ISO 17442)', '253400V1H6ART1UQ0N98'],
  ownership_statement: [
    'Why no owner of more than 25 % is named among the people, such as a listing on an exchange',
    'The shares are listed on an exchange, and nobody holds more than 25 %',
  ],
  external_id: ['The id in a system of yours. No two organizations have the same.', 'crm-10042'],
  notes: ['Notes for your colleagues', 'Call before noon'],
} as const satisfies Record<string, readonly [meaning: string, example: string]>
const aboutDirector = {
  name: ['The name of the director', 'Петрова Анна Сергеевна'],
  post: ['The post of the director', 'Генеральный директор'],
  inn: ['The tax number (INN) of the director as a person', '770123456703'],
} as const
const aboutContact = {
  name: ['The name of the person to talk to', 'Иван Смирнов'],
  email: ['The e-mail address', 'ivan@romashka.example'],
  phone: ['The telephone number', '+7 495 123-45-67'],
} as const
const aboutBank = {
  bik: ['The code of the bank (BIK)', '044525999'],
  bank_name: ['The name of the bank', 'АО «Пример Банк»'],
  settlement_account: ['The account of the organization', '40702810600000012345'],
  correspondent_account: ['The account of the bank with the central bank', '30101810845250000999'],
  currency: ['The currency of the account', 'RUB'],
} as const
const theType = 'A company, a sole trader, or a foreign company'
const theDirector =
  'The person who may sign for the organization. If people of the role `director` are kept, it is the first of them.'
const theContact = 'The person to talk to. If people of the role `contact` are kept, it is the first of them.'
const theBank = 'The account for payments. A change puts an approved `bank-details` document back to pending.'
const theRegistryStatus = 'The status in the state register'
const theKybStatus = 'The state of the check of the organization (KYB)'
const theKybReason =
  'Why it was rejected or suspended; `requisites_changed` if a change requires a new review'
const theLiquidation = 'The day of the liquidation'

const Director = Type.Object({
  name: field(Name, ...aboutDirector.name),
  post: field(nullable(ShortText), ...aboutDirector.post),
  inn: field(nullable(ShortText), ...aboutDirector.inn),
})
const Contact = Type.Object({
  name: field(nullable(Name), ...aboutContact.name),
  email: field(nullable(ShortText), ...aboutContact.email),
  phone: field(nullable(ShortText), ...aboutContact.phone),
})
const BankDetails = Type.Object({
  bik: field(Type.String(), ...aboutBank.bik),
  bank_name: field(nullable(Name), ...aboutBank.bank_name),
  settlement_account: field(Type.String(), ...aboutBank.settlement_account),
  correspondent_account: field(nullable(Type.String()), ...aboutBank.correspondent_account),
  currency: field(Type.String(), ...aboutBank.currency),
})

export const OrganizationResponse = Type.Object(
  {
    id: field(Id, 'The id of the organization'),
    type: field(oneOf(organizationTypes), theType),
    inn: field(nullable(Type.String()), `${about.inn[0]}; null for foreign companies`, about.inn[1]),
    ogrn: field(nullable(Type.String()), `${about.ogrn[0]}; null for foreign companies`, about.ogrn[1]),
    kpp: field(nullable(Type.String()), ...about.kpp),
    full_name: field(Type.String(), ...about.full_name),
    short_name: field(nullable(Type.String()), ...about.short_name),
    country: field(nullable(Type.String()), ...about.country),
    registration_number: field(nullable(Type.String()), ...about.registration_number),
    lei: field(nullable(Type.String()), ...about.lei),
    registry_status: field(oneOf(registryStatuses), theRegistryStatus),
    registration_date: field(nullable(CalendarDate), ...about.registration_date),
    liquidation_date: field(nullable(CalendarDate), theLiquidation, null),
    legal_address: field(nullable(Type.String()), ...about.legal_address),
    actual_address: field(nullable(Type.String()), ...about.actual_address),
    okved_main: field(nullable(Type.String()), ...about.okved_main),
    director: field(nullable(Director), theDirector),
    contact: field(nullable(Contact), theContact),
    ownership_statement: field(nullable(Type.String()), ...about.ownership_statement),
    bank_details: field(nullable(BankDetails), theBank),
    kyb_status: field(oneOf(kybStatuses), theKybStatus, 'approved'),
    kyb_reason: field(nullable(Type.String()), theKybReason, null),
    kyb_warnings: field(
      Type.Array(oneOf(kybWarnings)),
      'What the decision about `kyb_status` lacked, such as a sanctions list: then nobody was screened',
      [],
    ),
    documents_summary: field(
      Type.Object({
        required: field(Type.Array(oneOf(documentKinds)), 'The kinds of documents that are required', [
          ...requiredKinds('legal'),
        ]),
        missing: field(Type.Array(oneOf(documentKinds)), 'The required kinds that were not uploaded', [
          'charter',
        ]),
        pending: field(Type.Integer(), 'The number of documents that wait for a review', 0),
        approved: field(Type.Integer(), 'The number of approved documents that are valid today', 4),
        rejected: field(Type.Integer(), 'The number of rejected documents', 0),
        expired: field(Type.Integer(), 'The number of approved documents that are no longer valid', 0),
      }),
      'Which documents there are, and in which state',
    ),
    wallets_count: field(Type.Integer(), 'The number of wallets', 5),
    own: field(
      Type.Boolean(),
      'Whether it is a company of the desk itself: then its wallets deliver to clients, and nobody decides its KYB',
      false,
    ),
    external_id: field(nullable(Type.String()), ...about.external_id),
    notes: field(nullable(Type.String()), ...about.notes),
    source: field(
      oneOf(organizationSources),
      'Whether the caller gave the requisites, or the party register completed them',
      'register',
    ),
    version: CurrentVersion,
    created_at: field(Instant, 'When the organization was created'),
    updated_at: field(Instant, 'When the organization was last changed'),
    created_by: field(Id, 'Who created the organization: the id of an administrator or API key, or a name'),
  },
  {
    $id: 'OrganizationResponse',
    description: 'An organization: a company, a sole trader or a foreign company.',
  },
)
export type OrganizationResponse = Static<typeof OrganizationResponse>

export const OrganizationListResponse = page(ref(OrganizationResponse), 'OrganizationListResponse')
export type OrganizationListResponse = Static<typeof OrganizationListResponse>

/** Fields that a caller may set, when creating and updating. */
const requisites = {
  ogrn: field(Type.Optional(Type.String({ pattern: '^([15]\\d{12}|3\\d{14})$' })), ...about.ogrn),
  kpp: field(optional(Type.String({ pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$' })), ...about.kpp),
  full_name: field(Type.Optional(Name), ...about.full_name),
  short_name: field(optional(Name), ...about.short_name),
  country: field(optional(Type.String({ pattern: '^[A-Z]{2}$' })), ...about.country),
  registration_number: field(optional(ShortText), ...about.registration_number),
  lei: field(optional(Type.String({ pattern: '^[0-9A-Z]{18}[0-9]{2}$' })), ...about.lei),
  ownership_statement: field(optional(Note), ...about.ownership_statement),
  registration_date: field(optional(CalendarDate), ...about.registration_date),
  legal_address: field(optional(Address), ...about.legal_address),
  actual_address: field(optional(Address), ...about.actual_address),
  okved_main: field(optional(Type.String({ pattern: '^\\d{2}(\\.\\d{1,2}){0,2}$' })), ...about.okved_main),
  director: field(
    optional(
      Type.Object(
        {
          name: field(Name, ...aboutDirector.name),
          post: field(optional(ShortText), ...aboutDirector.post),
          inn: field(optional(Type.String({ pattern: '^\\d{12}$' })), ...aboutDirector.inn),
        },
        { additionalProperties: false },
      ),
    ),
    theDirector,
  ),
  contact: field(
    optional(
      Type.Object(
        {
          name: field(optional(Name), ...aboutContact.name),
          email: field(optional(Type.String({ maxLength: 255, format: 'email' })), ...aboutContact.email),
          phone: field(
            optional(Type.String({ maxLength: 255, pattern: '^\\+?[0-9 ()-]{5,32}$' })),
            ...aboutContact.phone,
          ),
        },
        { additionalProperties: false },
      ),
    ),
    theContact,
  ),
  bank_details: field(
    optional(
      Type.Object(
        {
          bik: field(Type.String({ pattern: '^[012]\\d{8}$' }), ...aboutBank.bik),
          bank_name: field(optional(Name), ...aboutBank.bank_name),
          settlement_account: field(Type.String({ pattern: '^\\d{20}$' }), ...aboutBank.settlement_account),
          correspondent_account: field(
            optional(Type.String({ pattern: '^\\d{20}$' })),
            ...aboutBank.correspondent_account,
          ),
          currency: field(
            Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', default: 'RUB' })),
            ...aboutBank.currency,
          ),
        },
        { additionalProperties: false },
      ),
    ),
    theBank,
  ),
  registry_status: field(Type.Optional(oneOf(registryStatuses)), theRegistryStatus),
  external_id: field(optional(ShortText), ...about.external_id),
  notes: field(optional(Note), ...about.notes),
}

export const CreateOrganizationRequest = Type.Object(
  {
    type: field(
      Type.Optional(oneOf(organizationTypes)),
      `${theType}. Russian organizations may leave it out: it follows from the INN. It cannot change.`,
    ),
    inn: field(
      Type.Optional(Type.String({ pattern: '^(\\d{10}|\\d{12})$' })),
      `${about.inn[0]}. Required, except of a foreign company: that one has 9909… or none.`,
      about.inn[1],
    ),
    ...requisites,
  },
  {
    $id: 'CreateOrganizationRequest',
    additionalProperties: false,
    description:
      'A new organization. What is absent is filled from the party register, if it knows the INN. A foreign company needs ' +
      '`type`, `country`, `registration_number` and `full_name`.',
  },
)
export type CreateOrganizationRequest = Static<typeof CreateOrganizationRequest>

export const UpdateOrganizationRequest = Type.Object(
  {
    ...requisites,
    liquidation_date: field(optional(CalendarDate), theLiquidation, null),
    kyb_status: field(Type.Optional(oneOf(kybStatuses)), theKybStatus, 'approved'),
    kyb_reason: field(optional(Remark), 'Why it is rejected or suspended: required then', null),
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateOrganizationRequest',
    additionalProperties: false,
    minProperties: 1,
    description: 'Changes of an organization. Absent fields do not change, `null` clears a field.',
  },
)
export type UpdateOrganizationRequest = Static<typeof UpdateOrganizationRequest>

/** Fields of an update that need an additional permission. */
export const updateFieldAccess = {
  kyb_status: 'organizations:decide_kyb',
  kyb_reason: 'organizations:decide_kyb',
  registry_status: 'organizations:correct_register',
  liquidation_date: 'organizations:correct_register',
} as const
