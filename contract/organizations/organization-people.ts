import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  CurrentVersion,
  cursorPage,
  ExpectedVersion,
  exampleId,
  field,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  ref,
  ShortText,
} from '../api/common.ts'

export const personRoles = ['director', 'owner', 'representative', 'contact'] as const
export type PersonRole = (typeof personRoles)[number]
export const personSchemas = ['Person', 'Company'] as const
export type PersonSchema = (typeof personSchemas)[number]
export const identityDocumentTypes = [
  'passport',
  'travel_passport',
  'id_card',
  'residence_permit',
  'other',
] as const

/** The longest chain of owners: the organization, its owner, the owner of that one, and so on. */
export const maxOwnershipDepth = 10
/** The most people of one organization, so that its owners can be compared at once. */
export const maxPeople = 500
/** An owner of more than this part of an organization, in percent, is to be named. */
export const significantShare = '25'

/** What the fields of a person mean, with an example: the same in requests and in responses. */
const about = {
  name: ['The name, in the script of its country', 'Петрова Анна Сергеевна'],
  name_latin: ['The name in Latin letters, as in a passport', 'Petrova Anna'],
  birth_date: ['The birth date; only of a person', '1975-03-14'],
  citizenship: [
    'The citizenship of a person, or the country of a company (ISO 3166-1 alpha-2, capital letters)',
    'RU',
  ],
  inn: ['The tax number (INN): 12 digits of a person, 10 of a company', '770123456703'],
  share: [
    'The share in percent, with at most 4 decimal places; only of an owner. It is the share of the organization or, with ' +
      '`parent_id`, of that company. Shares of the same company add up to at most 100.',
    '51.5',
  ],
  parent_id: [
    'The company through which it owns the organization: another of the people, with the schema `Company`; null for a ' +
      'direct owner',
    null,
  ],
} as const satisfies Record<string, readonly [meaning: string, example: string | null]>
const aboutDocument = {
  number: ['The number', '45 10 123456'],
  issued_on: ['The day on which it was issued', '2011-05-20'],
} as const
const theRole =
  'What the person is to the organization. The first `director` and the first `contact` are those of the organization.'
const theSchema = 'A person or a company. It cannot change.'
const theDocument = 'The identity document; only of a person'
const theDocumentType = 'The kind of document'

export const OrganizationPersonResponse = Type.Object(
  {
    id: field(Id, 'The id of the person'),
    organization_id: field(Id, 'The organization'),
    role: field(oneOf(personRoles), theRole, 'owner'),
    schema: field(oneOf(personSchemas), theSchema, 'Person'),
    name: field(Type.String(), ...about.name),
    name_latin: field(nullable(Type.String()), ...about.name_latin),
    birth_date: field(nullable(CalendarDate), ...about.birth_date),
    citizenship: field(nullable(Type.String()), ...about.citizenship),
    inn: field(nullable(Type.String()), ...about.inn),
    share: field(nullable(Type.String()), ...about.share),
    parent_id: field(nullable(Id), ...about.parent_id),
    identity_document: field(
      nullable(
        Type.Object({
          type: field(oneOf(identityDocumentTypes), theDocumentType, 'passport'),
          number: field(Type.String(), 'The number, masked', '••••3456'),
          issued_on: field(nullable(CalendarDate), ...aboutDocument.issued_on),
        }),
      ),
      theDocument,
    ),
    version: CurrentVersion,
    created_at: field(Instant, 'When the person was added'),
    updated_at: field(Instant, 'When the person was last changed'),
  },
  {
    $id: 'OrganizationPersonResponse',
    description: 'A person or a company behind an organization: who directs, owns or represents it.',
  },
)
export type OrganizationPersonResponse = Static<typeof OrganizationPersonResponse>

export const OrganizationPersonListResponse = cursorPage(
  ref(OrganizationPersonResponse),
  'OrganizationPersonListResponse',
)
export type OrganizationPersonListResponse = Static<typeof OrganizationPersonListResponse>

export const IdentityDocumentResponse = Type.Object(
  {
    person_id: field(Id, 'The person'),
    type: field(oneOf(identityDocumentTypes), theDocumentType, 'passport'),
    number: field(Type.String(), ...aboutDocument.number),
    issued_on: field(nullable(CalendarDate), ...aboutDocument.issued_on),
  },
  { $id: 'IdentityDocumentResponse', description: 'An identity document with its whole number.' },
)
export type IdentityDocumentResponse = Static<typeof IdentityDocumentResponse>

const details = {
  name_latin: field(optional(Name), ...about.name_latin),
  birth_date: field(optional(CalendarDate), ...about.birth_date),
  citizenship: field(optional(Type.String({ pattern: '^[A-Z]{2}$' })), ...about.citizenship),
  inn: field(optional(Type.String({ pattern: '^(\\d{10}|\\d{12})$' })), ...about.inn),
  share: field(
    optional(Type.String({ pattern: '^(100(\\.0{1,4})?|(0|[1-9][0-9]?)(\\.[0-9]{1,4})?)$' })),
    ...about.share,
  ),
  parent_id: field(optional(ShortText), about.parent_id[0], exampleId),
  identity_document: field(
    optional(
      Type.Object(
        {
          type: field(oneOf(identityDocumentTypes), theDocumentType, 'passport'),
          number: field(Type.String({ minLength: 1, maxLength: 64 }), ...aboutDocument.number),
          issued_on: field(optional(CalendarDate), ...aboutDocument.issued_on),
        },
        { additionalProperties: false },
      ),
    ),
    `${theDocument}. It replaces the one before as a whole.`,
  ),
}

export const CreateOrganizationPersonBody = Type.Object(
  {
    role: field(oneOf(personRoles), theRole, 'owner'),
    schema: field(oneOf(personSchemas), theSchema, 'Person'),
    name: field(Name, ...about.name),
    ...details,
  },
  {
    $id: 'CreateOrganizationPersonBody',
    additionalProperties: false,
    description: 'A new person or company behind an organization.',
  },
)
export type CreateOrganizationPersonBody = Static<typeof CreateOrganizationPersonBody>

export const UpdateOrganizationPersonBody = Type.Object(
  {
    role: field(Type.Optional(oneOf(personRoles)), theRole, 'owner'),
    name: field(Type.Optional(Name), ...about.name),
    ...details,
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateOrganizationPersonBody',
    additionalProperties: false,
    minProperties: 1,
    description: 'Changes of a person. Absent fields do not change, `null` clears a field.',
  },
)
export type UpdateOrganizationPersonBody = Static<typeof UpdateOrganizationPersonBody>
