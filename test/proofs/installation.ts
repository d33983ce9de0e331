import { expect } from 'vitest'
import type { Role } from '../../contract/api/roles.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { replayParts } from '../../server/audit-replay.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { replayAudit } from '../../server/platform/audit-proofs/replay.ts'
import { createProofs } from '../../server/platform/proofs/proofs.ts'
import { type Founder, freshSession, givenFounder } from '../support/given/founders.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { firstOwner, honestService, twoPeople, voteOn } from '../support/given/honest-service.ts'
import type { IdentityProvider } from '../support/outside/identity-provider.ts'
import { bearer, login, password } from '../support/service/auth-helpers.ts'
import type { Client, Reply, TestServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'

import { inventedRows } from './invented-rows.ts'

export type Installation = ReturnType<typeof createInstallation>

/** What `kontor audit verify` finds in the rows, without its process: in all of them, or by the part of this name. */
export async function problemsIn(server: TestServer, name?: string): Promise<string[]> {
  await server.service.deferredAudit.flush()
  const { vault } = server.service
  const all = replayParts(createProofs({ vault }))
  const parts = name === undefined ? all : all.filter((part) => part.name === name)
  const { problems } = await replayAudit(server.db, parts, createAuditProofs({ vault }))
  return problems.map(({ message }) => message)
}

/** An installation whose people, rules and rows are made by the service: nothing is put into its database. */
export function createInstallation(server: TestServer, provider: IdentityProvider) {
  const honest = honestService(server)
  const database = inventedRows(() => server.databaseUrl)
  const people = {} as { owner: Founder; custodian: Founder }

  const propose = () => people.owner.client.post('/v1/founding', { rules: twoPeople })
  const confirm = ({ client }: Founder, founding_id: string) =>
    client.post('/v1/founding/confirmations', { founding_id })

  /** Does what the policy may ask the custodian for. */
  async function approved(act: () => Promise<Reply>): Promise<Reply> {
    const reply = await act()
    if (reply.body.code !== 'approval_required') return reply
    expect((await vote(reply.body.context.approval_id)).status).toBe(200)
    return act()
  }

  const vote = (approvalId: string) => voteOn(people.custodian.client, approvalId, people.custodian.passkey)

  /** Once, whoever is first. */
  async function founded(): Promise<void> {
    const { body } = await people.owner.client.get('/v1/founding')
    if (body.state === 'declared') return
    const { id } = body.state === 'proposed' ? body : (await propose()).body
    for (const founder of [people.owner, people.custodian])
      expect((await confirm(founder, id)).status).toBe(200)
  }

  return {
    server,
    database,
    provider,
    people,
    honest,
    propose,
    confirm,
    approved,
    vote,

    /** Two people who are not yet known to be two. */
    async start(): Promise<void> {
      const first = await honest.start()
      const { authenticator } = await addPasskey(first)
      const id = first.id as string
      const client = await freshSession(server, authenticator, id)
      people.owner = { id, email: firstOwner.KONTOR_ADMIN_EMAIL, name: '', passkey: authenticator, client }
      people.custodian = await givenFounder(server, client, {
        email: 'custodian@example.com',
        name: 'Custodian',
        role: 'custodian',
      })
    },

    async setRules(rules: readonly PolicyRule[]): Promise<void> {
      await founded()
      const { body } = await people.owner.client.get('/v1/policy')
      if (JSON.stringify(body.rules) === JSON.stringify(rules)) return
      const reply = await approved(() => people.owner.client.put('/v1/policy', { rules }))
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    },

    /** Somebody whom the owner has created, and who has set a password. */
    async person(email: string, role: Role = 'auditor'): Promise<{ id: string; email: string; me: Client }> {
      const made = await people.owner.client.post('/v1/administrators', { email, name: email, role })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(made.body.link), password })
      const { body } = await login(server, email)
      return { id: made.body.administrator.id, email, me: bearer(server, body.access_token) }
    },
  }
}
