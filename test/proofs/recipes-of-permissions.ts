import type { PolicyRule } from '../../contract/control/policy.ts'
import { countedTable } from '../../server/features/control/acts/counted-acts.ts'
import { approvalTable, voteTable } from '../../server/features/control/approvals/proven-approvals.ts'
import { foundingTable } from '../../server/features/control/founding/founding-store.ts'
import { policyTable } from '../../server/features/control/policy/policy-store.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { twoPeople } from '../support/given/honest-service.ts'
import type { Client, Reply } from '../support/service/harness.ts'
import type { Installation } from './installation.ts'
import type { Row } from './invented-rows.ts'
import { outcomeOf, type Recipe } from './recipe.ts'

const newKey = (client: Client, name = 'A key') =>
  client.post('/v1/api-keys', { name, scopes: ['requests:read'] })

/** An act that the custodian has approved. */
async function givenApproved(at: Installation, name: string): Promise<string> {
  const { approval_id } = (await newKey(at.people.owner.client, name)).body.context
  await at.vote(approval_id)
  return approval_id
}

/** Does the act. If it has asked for another approval than this one, nobody wants that any more. */
async function actUnder(at: Installation, name: string, approvalId: string): Promise<string> {
  const reply: Reply = await newKey(at.people.owner.client, name)
  const asked = reply.body.context?.approval_id
  if (asked && asked !== approvalId) await at.people.owner.client.post(`/v1/approvals/${asked}/withdraw`)
  return outcomeOf(reply)
}

const otherRules: PolicyRule[] = [{ act: 'webhook.save', reason: 'required' }]

export const recipesOfPermissions: readonly ((at: Installation) => Recipe)[] = [
  /** First: as soon as there are other people, all of them are founders. */
  function foundings(at) {
    let [proposal, inserted] = ['', '']
    return {
      table: foundingTable,
      async given() {
        const { id: withdrawn } = (await at.propose()).body
        await at.people.owner.client.delete('/v1/founding')
        proposal = (await at.propose()).body.id
        await at.confirm(at.people.owner, proposal)
        return { one: proposal, other: withdrawn }
      },
      use: async () => outcomeOf(await at.confirm(at.people.custodian, proposal)),
      does: 'founding.confirmed',
      refusals: ['404 founding_not_found', '409 founding_closed'],
      isUsedOnce: true,
      later: 'use',
      copy: {
        changes() {
          inserted = newId()
          return { id: inserted, status: 'declared', closed_at: new Date().toISOString() }
        },
        async use() {
          const { body } = await at.people.owner.client.get('/v1/founding')
          return body.state === 'proposed' && body.id !== inserted ? '404 founding_not_found' : 'done'
        },
      },
      values: { status: 'declared', rules: [{ act: 'wallet.reveal', approvals: 1, from: ['owner'] }] },
      parts: {
        confirmations: {
          table: 'founding_confirmations',
          of: 'founding_id',
          shown: ['key_version', 'proof'],
        },
      },
      shown: ['key_version'],
    }
  },

  function policies(at) {
    const versions = async () => {
      const { version } = (await at.people.owner.client.get('/v1/policy')).body
      return { one: String(version), other: String(version - 1) }
    }
    return {
      table: policyTable,
      async given() {
        await at.setRules([])
        await at.setRules(otherRules)
        return versions()
      },
      use: async () => outcomeOf(await newKey(at.people.owner.client)),
      does: 'api_key.created',
      refusals: ['503 proof_invalid'],
      later: () => at.people.owner.client.put('/v1/policy', { rules: [] }),
      copy: { changes: ({ version }) => ({ version: Number(version) + 1, rules: [] }) },
      values: { rules: [] },
      shown: [],
    }
  },

  function approvals(at) {
    let approval = ''
    let unwanted: Row
    const invented = newId()
    return {
      table: approvalTable,
      async given() {
        await at.setRules(twoPeople)
        approval = await givenApproved(at, 'Approved')
        const asked = (await newKey(at.people.owner.client, 'Unwanted')).body.context.approval_id
        await at.people.owner.client.post(`/v1/approvals/${asked}/withdraw`)
        unwanted = (await at.database.read(approvalTable, asked)).row
        return { one: approval, other: await givenApproved(at, 'Approved, too') }
      },
      use: () => actUnder(at, 'Approved', approval),
      does: 'api_key.created',
      refusals: ['403 approval_required', '409 approval_stale'],
      isUsedOnce: true,
      later: 'use',
      copy: {
        // As if another act had been approved.
        changes: () => ({ id: invented, content: unwanted.content, content_hash: unwanted.content_hash }),
        use: () => actUnder(at, 'Unwanted', invented),
      },
      values: { status: 'waiting' },
      // The next one to ask did not find it, nor could write another one, and tried for ever.
      everyRun: ['subject_id'],
      shown: [],
    }
  },

  function votes(at) {
    let [approval, waiting] = ['', '']
    return {
      table: voteTable,
      async given() {
        await at.setRules(twoPeople)
        approval = await givenApproved(at, 'Voted')
        const other = await givenApproved(at, 'Voted, too')
        waiting = (await newKey(at.people.owner.client, 'Waiting')).body.context.approval_id
        const voter = at.people.custodian.id
        return { one: `${approval}/${voter}`, other: `${other}/${voter}` }
      },
      use: () => actUnder(at, 'Voted', approval),
      does: 'api_key.created',
      refusals: ['403 approval_required'],
      isUsedOnce: true,
      copy: {
        changes: () => ({ approval_id: waiting }),
        use: () => actUnder(at, 'Waiting', waiting),
      },
      values: { decision: 'refuse' },
      shown: ['link_half', 'link_half_proof', 'link_half_key_version'],
    }
  },

  function countedActs(at) {
    const counter = (whose: string) => `api_key.create/person/${whose}`
    let second: Client
    let third: { id: string; me: Client }
    return {
      table: countedTable,
      async given() {
        await at.setRules([])
        const { id, me } = await at.person('second-owner@example.com', 'owner')
        second = me
        third = await at.person('third-owner@example.com', 'owner')
        await at.setRules([{ act: 'api_key.create', limit: { per: 'person', times: 100_000 } }])
        for (const client of [at.people.owner.client, second]) await newKey(client)
        return { one: counter(at.people.owner.id), other: counter(id) }
      },
      use: async () => outcomeOf(await newKey(at.people.owner.client)),
      does: 'api_key.created',
      refusals: ['503 proof_invalid'],
      later: () => newKey(at.people.owner.client),
      copy: {
        changes: () => ({ whose: third.id }),
        use: async () => outcomeOf(await newKey(third.me)),
      },
      values: { entries: [] },
      shown: [],
    }
  },
]
