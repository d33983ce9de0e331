import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** The desk's own coins. */
export const treasury = {
  objects: {
    acquisition: '/v1/treasury/acquisitions/{id}',
  },
  permissions: {
    'treasury:acquire': ['officer', 'operator'],
  },
  acts: {
    'treasury.acquire': {
      meaning: 'record or reverse an acquisition of coins',
      permission: 'treasury:acquire',
      maxAge: null,
      hasAmount: true,
    },
  },
  events: {
    'acquisition.recorded': {
      permission: 'requests:read',
      meaning: 'Coins that a company of the desk has bought were recorded',
    },
    'acquisition.reversed': {
      permission: 'requests:read',
      meaning: 'An acquisition of coins was reversed',
    },
  },
  failures: {
    acquisition_not_found: {
      kind: 'not_found',
      cause: 'There is no acquisition with this id.',
      cure: checkId,
      of: ['Treasury'],
    },
    acquisition_reversed: {
      kind: 'conflict',
      cause: 'The acquisition was reversed before.',
      cure: 'Nothing. It counts no more.',
      of: ['Treasury', 'Statements'],
      context: { reversed_at: '2026-01-31T12:00:00Z' },
    },
    acquisition_paid: {
      kind: 'conflict',
      cause: 'The lines `context.line_ids` of bank statements are posted as payments for the acquisition.',
      cure: 'Reverse these postings first (`POST /v1/statement-lines/{line_id}/unpost`), and then the acquisition.',
      of: ['Treasury'],
      context: { line_ids: [exampleId] },
    },
  },
  duplicates: {
    acquisition_reference: 'The company has an acquisition with this reference.',
  },
  faults: {
    acquirer_not_found: { sentence: 'the desk has no such company', cure: checkId },
    company_without_organization: {
      sentence: 'is a company that has no own organization, and so no wallets',
      cure: 'Name the organization that is this company: `PATCH /v1/desk/companies/{company_id}` with `organization_id`.',
    },
    wallet_not_of_company: {
      sentence: 'is no wallet of the own organization of the company',
      cure: 'Send the id of a wallet of this organization: `GET /v1/organizations/{organization_id}/wallets`.',
    },
    wallet_of_other_network: {
      sentence: 'is a wallet of %{network}',
      cure: 'Send the wallet of the network on which the coins came.',
    },
    one_counterparty: {
      sentence: 'should have either a name or organization_id',
      cure: 'Send one of the two.',
    },
    counterparty_not_found: { sentence: 'there is no such organization', cure: checkId },
    cost_without_rate: {
      sentence: 'no rate of %{currency} counts on %{day}, so that the cost has no value in roubles',
      cure: 'Import the rates of this day (`POST /v1/rates/import`, `kontor rates import`) or type the rate (`PUT /v1/rates`).',
    },
  },
} as const satisfies Feature
