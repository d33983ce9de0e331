import { Type } from 'typebox'
import { StatusResponse } from '../../administrators/account.ts'
import { field, Id, idCursorQuery, ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import {
  CreateOrganizationPersonBody,
  IdentityDocumentResponse,
  OrganizationPersonListResponse,
  OrganizationPersonResponse,
  UpdateOrganizationPersonBody,
} from '../../organizations/organization-people.ts'
import { createPersonFaults, updatePersonFaults } from '../../organizations/organization-people-rules.ts'

const tag = {
  name: 'People',
  nouns: ['OrganizationPeople', 'OrganizationPerson'],
  description:
    'The persons and companies behind an organization: directors, owners, representatives, contacts.',
}
const reading = { tag, access: 'organizations:read', extension: true } as const
const writing = { tag, access: 'organizations:write', extension: true } as const
const params = Type.Object({
  organization_id: organizationParams.properties.organization_id,
  person_id: field(Id, 'The id of the person'),
})
const path = '/v1/organizations/{organization_id}/people'
const shown =
  'The first director and the first contact are shown as `director` and `contact` of the organization. Another name or ' +
  'INN of its director is a change of requisites: an approved organization returns to `in_review`.'

export const listOrganizationPeople = operation({
  ...reading,
  id: 'listOrganizationPeople',
  method: 'GET',
  path,
  summary: 'List the people of an organization, oldest first',
  params: organizationParams,
  query: Type.Object(idCursorQuery),
  response: ref(OrganizationPersonListResponse),
})

export const createOrganizationPerson = operation({
  ...writing,
  id: 'createOrganizationPerson',
  method: 'POST',
  path,
  summary: 'Add a person or a company behind an organization',
  description: `${shown} Supports \`Idempotency-Key\`.`,
  params: organizationParams,
  body: ref(CreateOrganizationPersonBody),
  rules: createPersonFaults,
  success: 201,
  response: ref(OrganizationPersonResponse),
  location: `${path}/{id}`,
})

export const readOrganizationPerson = operation({
  ...reading,
  id: 'readOrganizationPerson',
  method: 'GET',
  path: `${path}/{person_id}`,
  summary: 'Read a person of an organization',
  params,
  response: ref(OrganizationPersonResponse),
})

export const updateOrganizationPerson = operation({
  ...writing,
  id: 'updateOrganizationPerson',
  method: 'PATCH',
  path: `${path}/{person_id}`,
  summary: 'Change a person of an organization',
  description: `Absent fields do not change, \`null\` clears a field. ${shown}`,
  params,
  body: ref(UpdateOrganizationPersonBody),
  rules: updatePersonFaults,
  response: ref(OrganizationPersonResponse),
  ifMatch: true,
})

export const deleteOrganizationPerson = operation({
  ...writing,
  id: 'deleteOrganizationPerson',
  method: 'DELETE',
  path: `${path}/{person_id}`,
  summary: 'Remove a person of an organization',
  description:
    'A company through which others own the organization cannot be removed before them: 409 `person_in_use`. ' +
    'If it was the first director or contact, the next one is shown, or none.',
  params,
  response: ref(StatusResponse),
  ifMatch: true,
})

export const readIdentityDocument = operation({
  tag,
  id: 'readIdentityDocument',
  byPeople: true,
  method: 'GET',
  path: `${path}/{person_id}/identity-document`,
  summary: 'Read the identity document of a person with its whole number',
  description: 'The read is recorded in the audit log before the number is decrypted.',
  access: 'organizations:decide_kyb',
  params,
  response: ref(IdentityDocumentResponse),
  secret: true,
  releases: true,
  noHead: true,
  extension: true,
})
