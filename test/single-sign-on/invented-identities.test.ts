import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { givenAdministrator } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ connections: 4, env: provider.settings })
const { reset, newPerson, signedIn, signIn } = ssoTools(server, provider)
afterAll(() => provider.close())

test('an identity that was changed or inserted signs nobody in', async () => {
  reset()
  const { me, subject } = await signedIn()
  const refused = '/#/login?error=proof_invalid'
  // Somebody of the provider takes the account of another person.
  const thief = newPerson()
  await sql`update administrator_identities set subject = ${thief} where administrator_id = ${me.id}`.execute(
    server.db,
  )
  expect((await signIn()).place.location).toBe(refused)
  await sql`update administrator_identities set subject = ${subject} where administrator_id = ${me.id}`.execute(
    server.db,
  )
  // Or that of an owner with a password.
  const owner = await givenAdministrator(server, { role: 'owner' })
  await sql`insert into administrator_identities (administrator_id, issuer, subject, created_at, proof, proof_revision)
    select ${owner.id}, issuer, ${thief}, created_at, proof, proof_revision from administrator_identities`.execute(
    server.db,
  )
  expect((await signIn()).place.location).toBe(refused)
  provider.state.signsIn = subject
  expect((await signIn()).place.location).toBe('/#/single-sign-on')
})

test('an account of the provider that was changed signs nobody in', async () => {
  reset()
  const { me } = await signedIn()
  await sql`update administrators set role = 'owner' where id = ${me.id}`.execute(server.db)
  expect((await signIn()).place.location).toBe('/#/login?error=proof_invalid')
})
