import type { Client, Reply, TestServer } from '../service/harness.ts'

/** Sends a request; if the policy asks for approvals, a second owner gives them and it is sent again. */
export async function withApproval(server: TestServer, send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send()
  if (reply.body.code !== 'approval_required') return reply
  const second = await server.signIn('owner')
  const path = `/v1/approvals/${reply.body.context.approval_id}/votes`
  const voted = await second.post(path, { decision: 'approve' })
  if (voted.status !== 200) throw new Error(`vote: ${voted.status} ${JSON.stringify(voted.body)}`)
  return send()
}

/** An API key of this owner under a policy that asks for a second person. */
export async function givenApprovedKey(server: TestServer, owner: Client, scopes: string[]): Promise<string> {
  const made = await withApproval(server, () => owner.post('/v1/api-keys', { name: 'CRM', scopes }))
  if (made.status !== 201) throw new Error(`creating a key: ${made.status}`)
  return made.body.key
}
