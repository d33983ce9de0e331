import type { Changes, Maker, Requests } from '../fuzz/makers.ts'
import type { Session, World } from '../fuzz/world.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

/** The page from which a browser would ask: that of the public address. */
function pageOf(rpId: string) {
  return { origin: `https://${rpId}` }
}

/** A new passkey of the session, not added yet. */
async function newPasskey(world: World, session: Session) {
  const authenticator = new SoftwareAuthenticator()
  const options = await world.ask('POST', '/v1/account/passkeys/options', session)
  return { authenticator, credential: authenticator.create(options, pageOf(options.rp.id)) }
}

async function addedPasskey(world: World, session: Session) {
  const { authenticator, credential } = await newPasskey(world, session)
  const body = { name: 'Телефон', credential }
  const { id } = await world.ask('POST', '/v1/account/passkeys', session, body)
  return { authenticator, id }
}

const inNewSession = (
  path: string,
  body: (world: World, session: Session) => Promise<unknown> = async () => undefined,
): Maker => {
  return async (world, role = 'owner') => {
    const session = await world.signIn(role)
    return { path, body: await body(world, session), session }
  }
}

const ofOwn = (body?: unknown): Maker => {
  return async (world, role = 'owner') => {
    const session = await world.signIn(role)
    return { path: `/v1/account/passkeys/${(await addedPasskey(world, session)).id}`, body, session }
  }
}

export const requests: Requests = {
  passkeySignIn: async (world, role = 'owner') => {
    const session = await world.signIn(role)
    const { authenticator } = await addedPasskey(world, session)
    const options = await world.ask('POST', '/v1/auth/passkey/options', session)
    return {
      path: '/v1/auth/passkey/verify',
      body: { credential: authenticator.get(options, pageOf(options.rpId)) },
    }
  },
  passkeyOptions: inNewSession('/v1/account/passkeys/options'),
  passkeySignatureOptions: inNewSession('/v1/account/passkeys/signature-options', async (world, session) => {
    const { credential } = await newPasskey(world, session)
    return { credential }
  }),
  addPasskey: inNewSession('/v1/account/passkeys', async (world, session) => {
    const { credential } = await newPasskey(world, session)
    return { name: 'Телефон', credential }
  }),
  readPasskey: ofOwn(),
  renamePasskey: ofOwn({ name: 'Ноутбук' }),
  removePasskey: async (world, role = 'owner') => {
    const session = await world.signIn(role)
    const { id, authenticator } = await addedPasskey(world, session)
    const options = await world.ask('POST', '/v1/auth/reauthenticate/options', session)
    await world.ask('POST', '/v1/auth/reauthenticate', session, {
      passkey: authenticator.get(options, pageOf(options.rpId)),
    })
    return { path: `/v1/account/passkeys/${id}`, session }
  },
}

export const changes: Changes = {
  addPasskey: ['administrator.passkey_added'],
  removePasskey: ['administrator.passkey_removed'],
  passkeySignInOptions: 'a challenge is no object',
  passkeySignIn: 'only the caller reads their sessions, and last_login_at is no change of an administrator',
  reauthenticationOptions: 'a challenge is no object',
  passkeyOptions: 'a challenge is no object',
  passkeySignatureOptions: 'stores nothing',
  renamePasskey: 'only the caller reads their passkeys',
}
