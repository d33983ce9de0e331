import { closureActs } from '../../../contract/api/acts.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { fc } from '../../support/cases/properties.ts'

const voters: PolicyRule['from'] = ['owner', 'custodian', 'officer']

/** Without these one person could make a second one. */
export const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: voters }))

const askForTwo: PolicyRule[] = [
  { act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] },
  { act: 'document.review', separate: 'uploaded' },
  { act: 'request.approve', separate: 'took_into_review', when: { amount_above: { RUB: '1000' } } },
  { act: 'request.approve', separate: 'created' },
  {
    act: 'request.approve',
    approvals: 1,
    from: voters,
    when: { amount_at_least: { RUB: '500', USD: '10' } },
  },
  { act: 'webhook.save', approvals: 1, from: ['owner'] },
  { act: 'payment.record', approvals: 1, from: voters, when: { amount_at_least: { RUB: '500' } } },
  { act: 'statement.import', approvals: 1, from: voters, when: { amount_above: { RUB: '500' } } },
  { act: 'credit.allocate', approvals: 1, from: voters },
  { act: 'request.complete', approvals: 1, from: voters, when: { amount_at_least: { RUB: '5' } } },
  { act: 'payment.reverse', approvals: 1, from: voters },
  { act: 'delivery.reverse', approvals: 1, from: voters },
  { act: 'screening.import', approvals: 1, from: voters },
  { act: 'wallet.reveal', approvals: 2, from: ['owner', 'custodian'] },
]

const limits: PolicyRule[] = [
  { act: 'request.approve', limit: { per: 'person', sums: { RUB: '1500', USD: '100' } } },
  { act: 'request.approve', limit: { per: 'organization', times: 2 } },
  { act: 'wallet.reveal', limit: { per: 'person', times: 1 } },
  { act: 'webhook.save', limit: { per: 'person', times: 2 } },
  { act: 'payment.record', limit: { per: 'organization', sums: { RUB: '1500', USD: '100' } } },
  { act: 'payment.record', limit: { per: 'person', times: 4 } },
  { act: 'statement.import', limit: { per: 'person', times: 2 } },
]

/** Policies that ask for two people. */
export const strictPolicies: fc.Arbitrary<PolicyRule[]> = fc
  .tuple(fc.subarray(askForTwo, { minLength: 1 }), fc.subarray(limits))
  .map(([two, more]) => [...two, ...more, ...closure])

/** Policies that the service accepts. */
export const policies: fc.Arbitrary<PolicyRule[]> = fc.oneof(
  { weight: 3, arbitrary: strictPolicies },
  fc.subarray(limits),
)
