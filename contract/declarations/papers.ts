import type { Feature } from './feature.ts'
import { checkId, exampleId, retry } from './phrases.ts'

/** Companies of the desk, and the invoices and acceptance acts that they issue. */
export const papers = {
  objects: {
    desk_company: '/v1/desk/companies/{id}',
    paper: '/v1/papers/{id}',
  },
  readings: {
    'client_contract.set': '/v1/organizations/{id}/contract',
  },
  permissions: {
    'desk:manage': [],
  },
  events: {
    'desk_company.created': { permission: 'requests:read', meaning: 'A company of the desk was added' },
    'desk_company.updated': { permission: 'requests:read', meaning: 'A company of the desk was changed' },
    'client_contract.set': {
      permission: 'requests:read',
      meaning: 'The contract with an organization was set, or taken away',
    },
    'paper.issued': { permission: 'requests:read', meaning: 'An invoice or an act was issued' },
    'paper.rendered': {
      permission: 'requests:read',
      meaning: 'The PDF of an invoice or an act can be downloaded',
    },
    'paper.voided': { permission: 'requests:read', meaning: 'An invoice or an act no longer holds' },
  },
  actions: ['reconciliation_act.made', 'papers.archived'],
  failures: {
    desk_company_not_found: {
      kind: 'not_found',
      cause: 'The desk has no company with this id.',
      cure: checkId,
      of: ['Papers'],
    },
    own_organization_set: {
      kind: 'conflict',
      cause:
        'The company has been named as another organization. That is said once: its wallets may have paid clients since.',
      cure: 'Leave `organization_id` out, or send the one in `context.organization_id`.',
      of: ['Papers'],
      context: { organization_id: exampleId },
    },
    organization_is_client: {
      kind: 'conflict',
      cause: 'The organization has purchase requests: it is a client, and no company of the desk.',
      cure: 'Name an organization that has none. Create one for the company, if there is none yet.',
      of: ['Papers'],
    },
    paper_not_found: {
      kind: 'not_found',
      cause: 'This purchase request has no paper with this id.',
      cure: checkId,
      of: ['Papers'],
    },
    no_papers: {
      kind: 'not_found',
      cause: 'No invoice and no act has a date in this period.',
      cure: 'Ask for other days, or leave `company_id` out.',
      of: ['Papers'],
    },
    paper_not_allowed: {
      kind: 'conflict',
      cause:
        'The status of the purchase request does not allow this paper: an invoice needs `approved` or `paid`, an act `completed`.',
      cure: 'Wait until the request has one of the statuses in `context.allowed`. Renew an expired quote first.',
      of: ['Papers'],
      context: { kind: 'act', status: 'paid', allowed: ['completed'] },
    },
    act_exists: {
      kind: 'conflict',
      cause: 'The purchase request has an act that holds. There is one for each request.',
      cure: 'Use the act of `context.paper_id`, or void it first: `POST …/papers/{paper_id}/void`.',
      of: ['Papers'],
      context: { paper_id: exampleId, number: '2026-000007' },
    },
    invoice_not_due: {
      kind: 'conflict',
      cause: 'The purchase request is paid in full: an invoice would ask for nothing.',
      cure: 'No invoice is needed. After a refund or a reversed payment something is due again.',
      of: ['Papers'],
    },
    requisites_missing: {
      kind: 'conflict',
      cause:
        'An invoice in English or in a foreign currency must say how it is paid from abroad, and the company lacks the fields in `context.fields`.',
      cure: 'An owner adds them: `PATCH /v1/desk/companies/{context.company_id}`.',
      of: ['Papers'],
      context: { company_id: exampleId, fields: ['latin_name', 'bank_accounts.1.swift'] },
    },
    paper_voided: {
      kind: 'conflict',
      cause: 'The paper was voided before, with another reason.',
      cure: 'Read the paper: it has the reason. Issue a new one if one is needed.',
      of: ['Papers'],
    },
    paper_rendering: {
      kind: 'unavailable',
      cause: 'The PDF of the paper is still being made.',
      cure: retry,
      of: ['Papers'],
      context: { retry_after: 5 },
    },
  },
  duplicates: {
    desk_company_inn: 'There is already a company of the desk with this INN.',
    own_organization: 'The organization is another company of the desk already.',
  },
  faults: {
    fuel_wallet_not_own: {
      sentence: 'is no wallet of the organization that the company is',
      cure: 'Name the organization of the company first, and send the id of one of its wallets.',
    },
    fuel_wallet_repeated: {
      sentence: 'another wallet of the list is on the same network',
      cure: 'Name one wallet for each network.',
    },
    fuel_fee_too_high: {
      sentence: 'should be at most %{most}',
      cure: 'Lower the highest fee: it is in base units of the coin.',
    },
    too_many_papers: {
      sentence: 'the period has more than %{most} papers',
      cure: 'Ask for fewer days, or for one company.',
    },
    only_of_invoice: { sentence: 'only an invoice has it', cure: 'Leave it out, or issue an invoice.' },
    only_of_act: {
      sentence: 'only an act has it',
      cure: 'Leave it out, or issue an act. An invoice has the date of its issue.',
    },
    above_due: { sentence: 'more than the %{due} that is still due', cure: 'Ask for at most `ctx.due`.' },
    outside_period: {
      sentence: 'should be from %{from}, the day of the last delivery, to %{to}, which is today',
      cure: 'Send a date from `ctx.from` to `ctx.to`, or none.',
    },
    ground_with_rate: {
      sentence: 'a ground is given only without a rate',
      cure: 'Send either `rate`, or `ground` (and `ground_en`).',
    },
    account_currency: {
      sentence: 'the number of the account says that it is in %{currency}: digits 6 to 8 are its currency',
      cure: 'Correct the number or the currency, or leave the currency out.',
    },
    period_ends_before: { sentence: 'the last day is before the first one', cure: 'Send a later `to`.' },
    too_many_documents: {
      sentence: 'the period has more than %{most} documents',
      cure: 'Take an act for each part of the period: the closing balance of one is the opening balance of the next.',
    },
    company_needed: {
      sentence: 'the desk has several active companies, or none: name one',
      cure: 'List the companies of the desk, and send the id of one.',
    },
    company_unknown: {
      sentence: 'the desk has no such company',
      cure: 'List the companies of the desk, and use the id of one.',
    },
    contract_of_future: {
      sentence: 'a contract has no date in the future',
      cure: 'Send the day on which it was signed.',
    },
    company_not_found: {
      sentence: 'the desk has no such active company',
      cure: 'List the companies of the desk, and use the id of an active one.',
    },
    account_not_of_company: {
      sentence: 'the company has no such account in the currency of the request',
      cure: 'Use an account of the company in the currency of the request, or add one.',
    },
  },
} as const satisfies Feature
