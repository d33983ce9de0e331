import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** The people and companies behind an organization. */
export const organizationPeople = {
  objects: {
    person: '/v1/organizations/{organization_id}/people/{id}',
  },
  deletions: ['person.deleted'],
  events: {
    'person.created': {
      permission: 'organizations:read',
      meaning: 'A person or a company behind an organization was added',
    },
    'person.updated': {
      permission: 'organizations:read',
      meaning: 'A person or a company behind an organization was changed',
    },
    'person.deleted': {
      permission: 'organizations:read',
      meaning: 'A person or a company behind an organization was removed',
    },
  },
  actions: ['person.identity_document_read'],
  failures: {
    person_not_found: {
      kind: 'not_found',
      cause: 'The organization has no person with this id.',
      cure: checkId,
      of: ['People'],
    },
    identity_document_not_found: {
      kind: 'not_found',
      cause: 'The person has no identity document.',
      cure: 'Set `identity_document` of the person first.',
      of: ['People'],
    },
    person_in_use: {
      kind: 'conflict',
      cause: 'Others own the organization through this company.',
      cure: 'Remove the people in `context.person_ids` first, or give them another `parent_id`.',
      of: ['People'],
      context: { person_ids: [exampleId] },
    },
    too_many_people: {
      kind: 'conflict',
      cause: 'The organization has as many people as it can have.',
      cure: 'Remove people who are no longer there first.',
      of: ['People'],
      context: { most: 500 },
    },
  },
  faults: {
    person_inn_length: { sentence: 'the INN of a person must have 12 digits', cure: 'Send a valid value.' },
    kept_as_person: {
      sentence: 'is kept among the people of the organization: remove the person there',
      cure: 'Remove the person, or change its name.',
    },
    only_of_person: {
      sentence: 'only a person has it, not a company',
      cure: 'Leave the field out, or send null.',
    },
    only_of_owner: {
      sentence: 'only an owner has it',
      cure: 'Leave the field out, send null, or send `role`: `owner`.',
    },
    shares_exceed: {
      sentence: 'the shares add up to more than 100 %: %{left} is left',
      cure: 'Send a smaller share, or correct those of the other owners.',
    },
    parent_not_found: {
      sentence: 'the organization has no such company among its people',
      cure: 'Check the id: it must be a company among the people of the same organization.',
    },
    parent_cycle: {
      sentence: 'the chain of owners would lead back to itself',
      cure: 'Send another `parent_id`.',
    },
    parent_depth: {
      sentence: 'a chain of owners has at most %{most} links',
      cure: 'Send another `parent_id`.',
    },
  },
} as const satisfies Feature
