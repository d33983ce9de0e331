import type { DuplicateReason, FailureCode, FaultCode } from '../../contract/error-codes.ts'

export const en = {
  faults: {
    company_not_found: 'There is no such active company of the desk',
    account_not_of_company: 'The company has no such account in the currency of the request',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    desk_company_not_found: 'There is no such company of the desk.',
    paper_not_found: 'There is no such paper.',
    paper_not_allowed: 'The status of the request does not allow this paper.',
    paper_voided: 'The paper was voided before, with another reason.',
    paper_rendering: 'The PDF is still being made. Try again in a moment.',
  } satisfies Partial<Record<FailureCode, string>>,
  duplicates: {
    desk_company_inn: 'There is already a company of the desk with this INN.',
  } satisfies Partial<Record<DuplicateReason, string>>,
  action_name: {
    desk_company: {
      created: 'Added a company of the desk',
      updated: 'Changed a company of the desk',
    },
    paper: {
      issued: 'Issued a paper',
      rendered: 'Made the PDF of a paper',
      voided: 'Voided a paper',
    },
  },
  object_name: {
    desk_company: 'company of the desk',
    paper: 'paper',
  },
}
