import { expect } from 'vitest'
import { closureActs } from '../../../contract/api/acts.ts'
import type { Role } from '../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { runCli } from '../processes/run-cli.ts'
import { login, password } from '../service/auth-helpers.ts'
import { type Client, client, type Reply, type TestServer } from '../service/harness.ts'
import type { SoftwareAuthenticator } from '../service/software-authenticator.ts'
import { tokenOf } from './given-person.ts'

/** The environment of a service whose first owner is created as in production. */
export const firstOwner = { KONTOR_ADMIN_EMAIL: 'first@example.com', KONTOR_ADMIN_PASSWORD: password }

/** Two people for everything that would let one person have a second account, and for secrets. */
export const twoPeople = ['wallet.reveal' as const, ...closureActs].map(
  (act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }),
)

export type Honest = ReturnType<typeof honestService>

/** Only what the service and its commands do themselves: nobody is put into the database by the test. */
export function honestService(server: TestServer) {
  const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

  async function signIn(email: string): Promise<Client> {
    const { status, body } = await login(server, email)
    expect(status).toBe(200)
    return client(server, body.access_token, body.admin.id)
  }

  async function kontor(args: string[], env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await runCli(args, { ...environment(), ...env })
    if (code !== 0) throw new Error(stderr)
    return stdout
  }

  return {
    environment,
    signIn,
    kontor,

    /** The first owner, whom the first start has created and stated; there is a checkpoint. */
    async start(): Promise<Client> {
      await server.service.checkpoints.cut(true)
      return signIn(firstOwner.KONTOR_ADMIN_EMAIL)
    },

    /** Somebody whom the machine confirmed as a person of their own. */
    async confirmedPerson(owner: Client, email: string, role: Role): Promise<Client> {
      const made = await owner.post('/v1/administrators', { email, name: email, role })
      expect(made.status).toBe(201)
      await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(made.body.link), password })
      await kontor(['admin', 'confirm', email])
      return signIn(email)
    },

    async verify(
      env: Record<string, string> = {},
    ): Promise<{ code: number; problems: string[]; text: string }> {
      await server.service.deferredAudit.flush()
      const { code, stdout, stderr } = await runCli(['audit', 'verify'], { ...environment(), ...env })
      const lines = stdout.split('\n')
      const problems = lines.flatMap((line) => /^NOT VALID\. (.*)/.exec(line)?.[1] ?? [])
      return { code, problems, text: stdout + stderr }
    },
  }
}

/** The vote of somebody, signed with their passkey if they have one. */
export async function voteOn(
  voter: Client,
  approvalId: string,
  authenticator?: SoftwareAuthenticator,
  decision: 'approve' | 'refuse' = 'approve',
): Promise<Reply> {
  const read = await voter.get(`/v1/approvals/${approvalId}`)
  if (read.status !== 200) return read
  const challenge = read.body.challenges[decision]
  const assertion = authenticator?.get({ challenge, rpId: 'localhost' })
  return voter.post(`/v1/approvals/${approvalId}/votes`, { decision, ...(assertion && { assertion }) })
}

/** Does an act that somebody else approves in between. */
export async function doApproved(
  act: () => Promise<Reply>,
  voter: Client,
  authenticator?: SoftwareAuthenticator,
): Promise<{ reply: Reply; approvalId: string }> {
  const asked = await act()
  expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const approvalId = asked.body.context.approval_id
  expect(await voteOn(voter, approvalId, authenticator)).toMatchObject({
    status: 200,
    body: { status: 'approved' },
  })
  return { reply: await act(), approvalId }
}
