import { randomUUID } from 'node:crypto'
import { approved, type Changes, type Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

/** An open request of somebody else to read the secrets of an organization. */
async function openApproval(world: World): Promise<string> {
  const organizationId = await world.organizationWithWallets()
  const asking = await world.signIn('custodian')
  const refused = await world.ask('GET', `/v1/organizations/${organizationId}/wallets/mnemonic`, asking)
  return refused.context.approval_id
}

export const requests: Requests = {
  readApproval: async (world) => ({ path: `/v1/approvals/${await openApproval(world)}` }),
  voteOnApproval: async (world, role = 'owner') => ({
    path: `/v1/approvals/${await openApproval(world)}/votes`,
    body: { decision: 'approve', reason: 'Согласовано' },
    session: await world.signIn(role),
  }),
  withdrawApproval: async (world, role = 'owner') => {
    const session = await world.signIn(role)
    const organizationId = await world.organizationWithWallets()
    const asked = await world.ask('GET', `/v1/organizations/${organizationId}/wallets/mnemonic`, session)
    return { path: `/v1/approvals/${asked.context?.approval_id ?? 'none'}/withdraw`, session }
  },
  updatePolicy: approved('PUT', async (world) => ({ path: '/v1/policy', body: otherPolicy(world) })),
  // Rules of the environment close the founding here.
  proposeFounding: async (world) => ({ path: '/v1/founding', body: otherPolicy(world) }),
  confirmFounding: async () => ({ path: '/v1/founding/confirmations', body: { founding_id: randomUUID() } }),
  previewPolicy: async (world) => ({ path: '/v1/policy/preview', body: otherPolicy(world) }),
}

export const changes: Changes = {
  voteOnApproval: ['approval.approved'],
  withdrawApproval: ['approval.withdrawn'],
  updatePolicy: ['approval.used', 'policy.changed'],
  proposeFounding: ['founding.proposed'],
  confirmFounding: ['founding.confirmed'],
  withdrawFounding: ['founding.withdrawn'],
  previewPolicy: 'stores nothing',
}

/** Another policy each time, which asks for nothing more. */
function otherPolicy(world: World) {
  const times = 1_000_000 + world.next()
  return { rules: [{ act: 'request.approve', limit: { per: 'person', times } }] }
}
