import type { Role } from '../../../contract/api/roles.ts'
import { login, password } from '../service/auth-helpers.ts'
import { type Client, client, type TestServer } from '../service/harness.ts'
import { addPasskey, signInWithPasskey } from '../service/passkeys.ts'
import type { SoftwareAuthenticator } from '../service/software-authenticator.ts'
import { givenPerson } from './given-person.ts'

/** Somebody with a passkey, signed in with it. */
export interface Founder {
  id: string
  email: string
  name: string
  client: Client
  passkey: SoftwareAuthenticator
}

/** Signs in with the passkey, as a founder who confirms does. */
export async function freshSession(server: TestServer, passkey: SoftwareAuthenticator, id: string) {
  const { body } = await signInWithPasskey(server, passkey)
  return client(server, body.access_token, id, body.admin.session.id)
}

/** Somebody whom this owner creates, who sets a password with the whole link, and adds a passkey. */
export async function givenFounder(
  server: TestServer,
  owner: Client,
  person: { email: string; name: string; role: Role },
): Promise<Founder> {
  const id = await givenPerson(owner, person, password)
  return withPasskey(server, { id, ...person })
}

/** Adds a passkey to an account with the password of the tests. */
export async function withPasskey(
  server: TestServer,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<Founder> {
  const { body } = await login(server, email)
  const { authenticator: passkey } = await addPasskey(
    client(server, body.access_token, id, body.admin.session.id),
  )
  return { id, email, name, passkey, client: await freshSession(server, passkey, id) }
}
