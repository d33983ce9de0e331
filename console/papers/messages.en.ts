import type { DuplicateReason, FailureCode, FaultCode } from '../../contract/error-codes.ts'
import type { PaperKind, PaperLanguage } from '../../contract/papers.ts'

export const en = {
  menu: {
    companies: 'Our companies',
  },
  companies: {
    title: 'Our companies',
    new: 'New company',
    edit_title: 'Edit %{name}',
    created: 'The company was added.',
    saved: 'Saved. Invoices and acts already issued do not change.',
    empty_title: 'No companies yet',
    empty_help: 'Add the company that issues invoices and acts, with its bank accounts.',
    empty_reader: 'An owner adds the company that issues invoices and acts.',
    active: 'Issues new invoices and acts',
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
    title: 'Invoices and acts',
    issue: 'Issue invoice or act',
    issue_title: 'Issue an invoice or an act',
    issued: '%{name} was issued.',
    empty: 'No invoices or acts yet.',
    not_yet: 'An invoice is issued while a payment is expected, an act after the delivery.',
    kind: 'Document',
    company: 'Company',
    language: 'Language',
    account: 'Account to pay to',
    no_company: 'There is no active company. An owner must add one first.',
    no_account: 'The company has no account in %{currency}.',
    download: 'Download',
    rendering: 'The PDF is being generated.',
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
    company_not_found: 'There is no such active company',
    account_not_of_company: 'The company has no such account in the currency of the request',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    desk_company_not_found: 'There is no such company.',
    paper_not_found: 'There is no such invoice or act.',
    paper_not_allowed: 'This cannot be issued in the current status of the request.',
    paper_voided: 'It was already voided, with another reason.',
    paper_rendering: 'The PDF is still being generated. Try again in a moment.',
  } satisfies Partial<Record<FailureCode, string>>,
  duplicates: {
    desk_company_inn: 'There is already a company with this INN.',
  } satisfies Partial<Record<DuplicateReason, string>>,
  action_name: {
    desk_company: {
      created: 'Added one of our companies',
      updated: 'Changed one of our companies',
    },
    paper: {
      issued: 'Issued an invoice or act',
      rendered: 'Generated the PDF of an invoice or act',
      voided: 'Voided an invoice or act',
    },
  },
  object_name: {
    desk_company: 'our company',
    paper: 'invoice or act',
  },
}
