import { afterAll, expect, test } from 'vitest'
import { firstOwner, honestService } from '../support/given/honest-service.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ connections: 4, env: { ...provider.settings, ...firstOwner } })
const { reset, signedIn, signIn } = ssoTools(server, provider)
const honest = honestService(server)
afterAll(() => provider.close())

test('accounts of the provider are in the audit log, and an identity that was inserted is found', async () => {
  const owner: Client = await honest.start()
  reset()
  const { me, subject } = await signedIn()
  provider.people.set(subject, { ...provider.people.get(subject), groups: ['kontor-auditors'] })
  await signIn()
  expect((await owner.get(`/v1/administrators/${me.id}`)).body.role).not.toBe(me.role)
  expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })

  const identities = server.db.updateTable('administrator_identities').where('administrator_id', '=', me.id)
  await identities.set({ subject: 'somebody else' }).execute()
  const found = [
    `The identity of administrator ${me.id} is not that of the audit log.`,
    `Proofs of identities: ${me.id} was changed, or is not of the service.`,
  ]
  expect(await honest.verify()).toMatchObject({ code: 1, problems: found })
  await identities.set({ subject }).execute()
  expect(await honest.verify()).toMatchObject({ code: 0 })

  const inserted = { issuer: provider.issuer, subject: 'me', created_at: new Date() }
  await server.db
    .insertInto('administrator_identities')
    .values({ ...inserted, administrator_id: owner.id as string })
    .execute()
  expect(await honest.verify()).toMatchObject({
    code: 1,
    problems: [
      `The identity of administrator ${owner.id} is not that of the audit log.`,
      `Proofs of identities: ${owner.id} was inserted: it has no proof.`,
    ],
  })
})
