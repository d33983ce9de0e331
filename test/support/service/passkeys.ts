import type { Client, Reply, TestServer } from './harness.ts'
import { type Oddities, SoftwareAuthenticator } from './software-authenticator.ts'

/** Adds the authenticator as a passkey of the client; `signer` is one that the client has already. */
export async function addPasskey(
  client: Client,
  authenticator = new SoftwareAuthenticator(),
  { signer, name = 'A key' }: { signer?: SoftwareAuthenticator; name?: string } = {},
): Promise<{ reply: Reply; authenticator: SoftwareAuthenticator }> {
  const { body: options } = await client.post('/v1/account/passkeys/options')
  const credential = authenticator.create(options)
  const signature = signer && (await signatureOf(client, signer, credential))
  const reply = await client.post('/v1/account/passkeys', {
    name,
    credential,
    ...(signature && { signature }),
  })
  return { reply, authenticator }
}

/** The signature of an existing passkey over a new one. */
export async function signatureOf(client: Client, signer: SoftwareAuthenticator, credential: unknown) {
  const { body } = await client.post('/v1/account/passkeys/signature-options', { credential })
  return signer.get(body.options)
}

export async function signInWithPasskey(
  server: TestServer,
  authenticator: SoftwareAuthenticator,
  oddities: Oddities = {},
): Promise<Reply> {
  const { body: options } = await server.anonymous.post('/v1/auth/passkey/options')
  const credential = authenticator.get(options, oddities)
  return server.anonymous.post('/v1/auth/passkey/verify', { credential })
}

export async function reauthenticateWithPasskey(
  client: Client,
  authenticator: SoftwareAuthenticator,
): Promise<Reply> {
  const { body: options } = await client.post('/v1/auth/reauthenticate/options')
  return client.post('/v1/auth/reauthenticate', { passkey: authenticator.get(options) })
}
