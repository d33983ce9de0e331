import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '../../contract/api/roles.ts'
import type { Random } from '../support/cases/random.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { doApproved, firstOwner, honestService, twoPeople, voteOn } from '../support/given/honest-service.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { login, password, startNode } from '../support/service/auth-helpers.ts'
import { type Client, client, emptyDatabase, startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { addPasskey, reauthenticateWithPasskey } from '../support/service/passkeys.ts'
import type { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer({ connections: 4, env: firstOwner })
const honest = honestService(server)

type Somebody = {
  id: string
  email: string
  client: Client
  password: string
  passkeys: { id: string; authenticator: SoftwareAuthenticator }[]
  recoveryCodes: string[]
}

let organizationId: string
const people: Somebody[] = []
const keys: string[] = []
let made = 0

beforeAll(async () => {
  const owner = await honest.start()
  people.push(somebody(owner, firstOwner.KONTOR_ADMIN_EMAIL))
  for (const [name, role] of [
    ['second', 'owner'],
    ['third', 'custodian'],
  ] as const) {
    const email = `${name}@example.com`
    people.push(somebody(await honest.confirmedPerson(owner, email, role), email))
  }
  organizationId = (await givenOrganization(server)).id
  await owner.post(`/v1/organizations/${organizationId}/wallets/create`)
  // Whatever the random steps are, there are votes that were signed, and acts that were done with them.
  const third = people[2] as Somebody
  const { reply, authenticator } = await addPasskey(third.client)
  third.passkeys.push({ id: reply.body.id, authenticator })
  await owner.put('/v1/policy', { rules: twoPeople })
  const acts = [
    () => owner.get(`/v1/organizations/${organizationId}/wallets/mnemonic`),
    () => owner.put('/v1/policy', { rules: [] }, { 'kontor-reason': 'test' }),
  ]
  for (const act of acts) expect((await doApproved(act, third.client, authenticator)).reply.status).toBe(200)
})

function somebody(client: Client, email: string): Somebody {
  return { id: client.id as string, email, client, password, passkeys: [], recoveryCodes: [] }
}

/** Each step does what it can at that moment: a refusal by the service is as good as a success. */
function steps(random: Random): Record<string, () => Promise<unknown>> {
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)]
  const anybody = () => pick(people) as Somebody
  /** Mostly not the first three: without them, nothing could be approved any more. */
  const target = () => (random.chance(0.9) && pick(people.slice(3))) || anybody()
  const path = () => `/v1/administrators/${target().id}`
  const client = () => (random.chance(0.5) ? (pick(people.slice(0, 3)) as Somebody) : anybody()).client
  const role = () => pick(['owner', 'custodian', 'officer', 'operator', 'auditor'] as const) as Role
  return {
    async create() {
      const email = `person-${++made}@example.com`
      const { status, body } = await client().post('/v1/administrators', { email, name: 'Имя', role: role() })
      if (status !== 201) return
      const set = { token: tokenOf(body.link), password }
      if (random.below(3) > 0) await server.anonymous.post('/v1/auth/set-password', set)
      if (random.below(2) > 0) await honest.kontor(['admin', 'confirm', email])
      const { status: signedIn, body: opened } = await login(server, email)
      if (signedIn === 200) people.push(somebody(asClient(opened), email))
    },
    rename: () => client().patch(path(), { name: `Имя ${random.below(100)}` }),
    changeRole: () => client().patch(path(), { role: role() }),
    disable: () => client().post(`${path()}/disable`),
    enable: () => client().post(`${path()}/enable`),
    async reset() {
      const one = target()
      const { status, body } = await client().post(`/v1/administrators/${one.id}/reset`)
      if (status !== 200) return
      Object.assign(one, { passkeys: [], recoveryCodes: [], password })
      if (random.below(3) > 0)
        await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(body.link), password })
    },
    async changePassword() {
      const one = anybody()
      const chosen = `${password} ${random.below(1e6)}`
      const body = {
        current_password: one.password,
        new_password: chosen,
        otp: one.recoveryCodes.pop() ?? null,
      }
      if ((await one.client.post('/v1/auth/password', body)).status === 200) one.password = chosen
    },
    async enableOtp() {
      const one = anybody()
      const { status, body } = await one.client.post('/v1/auth/otp/enrol', { password: one.password })
      if (status !== 200) return
      const confirmed = await one.client.post('/v1/auth/otp/confirm', { otp: codeOf(body.uri, new Date()) })
      if (confirmed.status === 200) one.recoveryCodes = confirmed.body.recovery_codes
    },
    async disableOtp() {
      const one = anybody()
      const otp = one.recoveryCodes.pop()
      if (otp) await one.client.post('/v1/auth/otp/disable', { password: one.password, otp })
    },
    async addPasskey() {
      const one = anybody()
      const signer = one.passkeys[0]?.authenticator
      if ((await one.client.post('/v1/account/passkeys/options')).status !== 200) return
      const { reply, authenticator } = await addPasskey(one.client, undefined, signer ? { signer } : {})
      if (reply.status === 201) one.passkeys.push({ id: reply.body.id, authenticator })
    },
    async removePasskey() {
      const one = anybody()
      const passkey = one.passkeys[0]
      if (!passkey) return
      if ((await one.client.post('/v1/auth/reauthenticate/options')).status !== 200) return
      await reauthenticateWithPasskey(one.client, passkey.authenticator)
      const { status } = await one.client.delete(`/v1/account/passkeys/${passkey.id}`)
      if (status === 200) one.passkeys.shift()
    },
    async createKey() {
      const body = { name: 'Ключ', scopes: ['requests:read'], networks: ['10.0.0.0/8'] }
      const reply = await client().post('/v1/api-keys', body, reason())
      if (reply.status === 201) keys.push(reply.body.api_key.id)
    },
    async revokeKey() {
      const id = pick(keys)
      if (id) await client().delete(`/v1/api-keys/${id}`)
    },
    policy: () =>
      client().put(
        '/v1/policy',
        { rules: pick([[], twoPeople, twoPeople.toReversed(), twoPeople]) },
        reason(),
      ),
    reveal: () => client().get(`/v1/organizations/${organizationId}/wallets/mnemonic`, reason()),
    vote,
    voteAgain: vote,
    /** Everybody may vote; then the asker sends the same request again. */
    async askAndVoteAndDo() {
      const asker = client()
      const name = `Ключ ${random.below(1e6)}`
      const act = () => asker.post('/v1/api-keys', { name, scopes: ['organizations:read'] }, reason())
      const asked = await act()
      if (asked.status !== 403 || asked.body.code !== 'approval_required') return
      for (const one of people)
        await voteOn(one.client, asked.body.context.approval_id, one.passkeys[0]?.authenticator)
      await act()
    },
    async withdraw() {
      const { status, body } = await client().get('/v1/approvals?status=waiting')
      const id = status === 200 && (pick(body.items) as { id: string } | undefined)?.id
      if (id) await client().post(`/v1/approvals/${id}/withdraw`)
    },
    signIn: async () => {
      const one = anybody()
      const otp = one.recoveryCodes.pop() ?? null
      const { status, body } = await login(server, one.email, { password: one.password, otp })
      if (status === 200) one.client = asClient(body)
    },
    anotherNode: async () => (await startNode(server)).stop(),
  }

  function reason(): Record<string, string> {
    return random.below(2) > 0 ? { 'kontor-reason': encodeURIComponent('Потому что «надо»') } : {}
  }

  async function vote(): Promise<void> {
    const one = anybody()
    const { status, body } = await one.client.get('/v1/approvals?status=waiting')
    const id = status === 200 && (pick(body.items) as { id: string } | undefined)?.id
    if (!id) return
    const decision = random.below(5) > 0 ? 'approve' : 'refuse'
    await voteOn(one.client, id, one.passkeys[0]?.authenticator, decision)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a sign-in
function asClient(body: any): Client {
  return client(server, body.access_token, body.admin.id)
}

test.runIf(isFull)(
  'an approval may be used with fewer votes than it was given, when the policy asks for less by then',
  async () => {
    const [owner, second, third] = people.map(({ client }) => client) as [Client, Client, Client]
    const signer = people[2]?.passkeys[0]?.authenticator
    const strict = twoPeople.map((rule) => (rule.act === 'api_key.create' ? { ...rule, approvals: 2 } : rule))
    expect((await owner.put('/v1/policy', { rules: strict })).status).toBe(200)
    const act = () => owner.post('/v1/api-keys', { name: 'Ключ', scopes: ['organizations:read'] })
    const id = (await act()).body.context.approval_id
    await voteOn(second, id)
    expect((await voteOn(third, id, signer)).body.status).toBe('approved')
    const less = () => owner.put('/v1/policy', { rules: twoPeople })
    expect((await doApproved(less, third, signer)).reply.status).toBe(200)
    expect((await owner.post(`/v1/administrators/${second.id}/disable`)).status).toBe(200)
    expect((await act()).status).toBe(201)
    const approval = await owner.get(`/v1/approvals/${id}`)
    expect(approval.body).toMatchObject({ status: 'used', needed: 2 })
    expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })
    // As before, for what follows.
    const enable = () => owner.post(`/v1/administrators/${second.id}/enable`)
    expect((await doApproved(enable, third, signer)).reply.status).toBe(200)
    const none = () => owner.put('/v1/policy', { rules: [] })
    expect((await doApproved(none, third, signer)).reply.status).toBe(200)
    ;(people[1] as Somebody).client = await honest.signIn('second@example.com')
  },
)

test('whatever people do through the service, the audit log says the same as the tables', async () => {
  const random = testRandom()
  const all = Object.entries(steps(random))
  const done: string[] = []
  for (let round = 0; round < scaled(1, 40); round++) {
    // One view of log and tables, whatever is done meanwhile.
    const meanwhile = honest.verify()
    for (let step = 0; step < 40; step++) {
      const [name, run] = all[random.below(all.length)] as (typeof all)[number]
      done.push(name)
      await run()
    }
    expect((await meanwhile).problems).toEqual([])
    const { code, problems } = await honest.verify()
    expect({ code, problems, done }).toEqual({ code: 0, problems: [], done })
  }
})

test.runIf(isFull)('and so does a restored backup', async () => {
  const env = {
    DATABASE_URL: await emptyDatabase(),
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'new-')),
  }
  const archive = join(mkdtempSync(join(inject('runDir'), 'archive-')), 'backup')
  await honest.kontor(['backup', archive])
  const key = { KONTOR_KEY_FILE: server.config.keyFile }
  expect(await runCli(['restore', archive], { ...env, ...key })).toMatchObject({ code: 0 })
  const { code, stdout } = await runCli(['audit', 'verify', '--empty'], { ...env, ...key })
  expect([code, /^Valid\.$/m.test(stdout)]).toEqual([0, true])
})
