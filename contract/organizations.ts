import { type Static, Type } from 'typebox'
import {
  Address,
  CalendarDate,
  Id,
  Instant,
  Name,
  Note,
  nullable,
  oneOf,
  optional,
  page,
  ref,
  ShortText,
  Version,
} from './common.ts'
import { documentKinds } from './documents.ts'

export const organizationTypes = ['legal', 'individual'] as const
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
export const reviewedFields = ['ogrn', 'kpp', 'full_name', 'director'] as const

/** The `kyb_reason` when the service sets an organization back to `in_review`. */
export const requisitesChanged = 'requisites_changed'

const Director = Type.Object({ name: Name, post: nullable(ShortText), inn: nullable(ShortText) })
const Contact = Type.Object({
  name: nullable(Name),
  email: nullable(ShortText),
  phone: nullable(ShortText),
})
const BankDetails = Type.Object({
  bik: Type.String(),
  bank_name: nullable(Name),
  settlement_account: Type.String(),
  correspondent_account: nullable(Type.String()),
  currency: Type.String(),
})

export const OrganizationResponse = Type.Object(
  {
    id: Id,
    type: oneOf(organizationTypes),
    inn: nullable(Type.String()),
    ogrn: nullable(Type.String()),
    kpp: nullable(Type.String()),
    full_name: Type.String(),
    short_name: nullable(Type.String()),
    registry_status: oneOf(registryStatuses),
    registration_date: nullable(CalendarDate),
    liquidation_date: nullable(CalendarDate),
    legal_address: nullable(Type.String()),
    actual_address: nullable(Type.String()),
    okved_main: nullable(Type.String()),
    director: nullable(Director),
    contact: nullable(Contact),
    bank_details: nullable(BankDetails),
    kyb_status: oneOf(kybStatuses),
    kyb_reason: nullable(Type.String()),
    documents_summary: Type.Object({
      required: Type.Array(oneOf(documentKinds)),
      missing: Type.Array(oneOf(documentKinds)),
      pending: Type.Integer(),
      approved: Type.Integer(),
      rejected: Type.Integer(),
      expired: Type.Integer(),
    }),
    wallets_count: Type.Integer(),
    external_id: nullable(Type.String()),
    notes: nullable(Type.String()),
    source: oneOf(organizationSources),
    version: Type.Integer(),
    created_at: Instant,
    updated_at: Instant,
    created_by: Type.String(),
  },
  { $id: 'OrganizationResponse' },
)
export type OrganizationResponse = Static<typeof OrganizationResponse>

export const OrganizationListResponse = page(ref(OrganizationResponse), 'OrganizationListResponse')
export type OrganizationListResponse = Static<typeof OrganizationListResponse>

/** Fields that a caller may set, when creating and updating. */
const requisites = {
  ogrn: Type.Optional(Type.String({ pattern: '^([15]\\d{12}|3\\d{14})$' })),
  kpp: optional(Type.String({ pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$' })),
  full_name: Type.Optional(Name),
  short_name: optional(Name),
  registration_date: optional(CalendarDate),
  legal_address: optional(Address),
  actual_address: optional(Address),
  okved_main: optional(Type.String({ pattern: '^\\d{2}(\\.\\d{1,2}){0,2}$' })),
  director: optional(
    Type.Object(
      { name: Name, post: optional(ShortText), inn: optional(Type.String({ pattern: '^\\d{12}$' })) },
      { additionalProperties: false },
    ),
  ),
  contact: optional(
    Type.Object(
      {
        name: optional(Name),
        email: optional(Type.String({ maxLength: 255, format: 'email' })),
        phone: optional(Type.String({ maxLength: 255, pattern: '^\\+?[0-9 ()-]{5,32}$' })),
      },
      { additionalProperties: false },
    ),
  ),
  bank_details: optional(
    Type.Object(
      {
        bik: Type.String({ pattern: '^[012]\\d{8}$' }),
        bank_name: optional(Name),
        settlement_account: Type.String({ pattern: '^\\d{20}$' }),
        correspondent_account: optional(Type.String({ pattern: '^\\d{20}$' })),
        currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', default: 'RUB' })),
      },
      { additionalProperties: false },
    ),
  ),
  registry_status: Type.Optional(oneOf(registryStatuses)),
  external_id: optional(ShortText),
  notes: optional(Note),
}

export const CreateOrganizationRequest = Type.Object(
  { inn: Type.String({ pattern: '^(\\d{10}|\\d{12})$' }), ...requisites },
  { $id: 'CreateOrganizationRequest', additionalProperties: false },
)
export type CreateOrganizationRequest = Static<typeof CreateOrganizationRequest>

export const UpdateOrganizationRequest = Type.Object(
  {
    ...requisites,
    liquidation_date: optional(CalendarDate),
    kyb_status: Type.Optional(oneOf(kybStatuses)),
    kyb_reason: optional(Note),
    version: Type.Optional(Version),
  },
  { $id: 'UpdateOrganizationRequest', additionalProperties: false, minProperties: 1 },
)
export type UpdateOrganizationRequest = Static<typeof UpdateOrganizationRequest>

/** Fields of an update that need an additional permission. */
export const updateFieldAccess = {
  kyb_status: 'organizations:decide_kyb',
  kyb_reason: 'organizations:decide_kyb',
  registry_status: 'organizations:decide_kyb',
  liquidation_date: 'organizations:decide_kyb',
} as const
