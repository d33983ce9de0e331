import type { FailureCode, FaultCode } from '../../contract/error-codes.ts'

export const en = {
  faults: {
    company_inn_length: 'The INN of a company has 10 digits',
    only_of_person: 'Only a person has it, not a company',
    only_of_owner: 'Only an owner has it',
    shares_exceed: 'The shares add up to more than 100 %: %{left} % is left',
    parent_not_found: 'The organization has no such company among its people',
    parent_cycle: 'The chain of owners would lead back to itself',
    parent_depth: 'A chain of owners has at most %{most} links',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    person_not_found: 'There is no such person.',
    identity_document_not_found: 'The person has no identity document.',
    too_many_people: 'The organization has %{most} people already.',
    person_in_use: 'Others own the organization through this company. Remove them first.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    person: {
      created: 'Added a person of an organization',
      updated: 'Changed a person of an organization',
      deleted: 'Removed a person of an organization',
      identity_document_read: 'Read an identity document',
    },
  },
  object_name: { person: 'person' },
}
