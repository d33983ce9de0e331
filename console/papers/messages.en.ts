import type { DuplicateReason, FailureCode, FaultCode } from '../../contract/error-codes.ts'
import type { PaperKind, PaperLanguage } from '../../contract/papers.ts'

export const en = {
  menu: {
    companies: 'Desk companies',
  },
  companies: {
    title: 'Companies of the desk',
    new: 'New company',
    edit_title: 'Edit %{name}',
    created: 'The company was added.',
    saved: 'Saved. Papers that were issued stay as they are.',
    empty_title: 'No companies yet',
    empty_help: 'Add the company that issues invoices and acts, with its bank accounts.',
    empty_reader: 'An owner adds the company that issues invoices and acts.',
    active: 'Issues new papers',
    columns: {
      name: 'Name',
      accounts: 'Bank accounts',
      state: 'State',
    },
    section: {
      identity: 'Company',
      signatures: 'Signatures',
      accounts: 'Bank accounts',
    },
    accounts_help: 'An invoice names an account in its currency: the first one, unless another is chosen.',
    account: 'Account %{number}',
    add_account: 'Add an account',
    remove_account: 'Remove the account',
  },
  company_state: {
    active: 'Active',
    inactive: 'Inactive',
  },
  company_fields: {
    director_name: 'Who signs',
    director_post: 'Position',
    accountant: 'Chief accountant',
    active: 'State',
    bank_accounts: 'Bank accounts',
  },
  papers: {
    title: 'Papers',
    issue: 'Issue a paper',
    issue_title: 'Issue an invoice or an act',
    issued: '%{name} was issued.',
    empty: 'No papers yet.',
    not_yet: 'An invoice is issued while a payment is expected, an act after the delivery.',
    kind: 'Paper',
    company: 'Company',
    language: 'Language',
    account: 'Account for the payment',
    no_company: 'There is no active company of the desk. An owner adds it first.',
    no_account: 'The company has no account in %{currency}.',
    download: 'Download',
    rendering: 'The PDF is being made.',
    void: 'Void',
    void_title: 'Void: %{name}',
    void_help: 'The number is not used again, and the file stays.',
    voided: 'Voided',
    voided_because: 'Voided by %{who}: %{reason}',
    was_voided: '%{name} was voided.',
    reason: 'Reason',
  },
  paper_kind: {
    invoice: 'Invoice',
    act: 'Act',
  } satisfies Record<PaperKind, string>,
  paper_language: {
    ru: 'Russian',
    en: 'English',
  } satisfies Record<PaperLanguage, string>,
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
