import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isEnrolmentSigned, passkeyState } from '../../server/features/authentication/passkeys/enrolment.ts'
import { relyingParty } from '../../server/features/authentication/passkeys/relying-party.ts'
import { isFull } from '../support/cases/scale.ts'
import { until } from '../support/processes/until.ts'
import {
  auditRows,
  bearer,
  cookieToken,
  givenAdministrator,
  login,
  startNode,
} from '../support/service/auth-helpers.ts'
import { client as clientOf, startServer } from '../support/service/harness.ts'
import {
  addPasskey,
  reauthenticateWithPasskey,
  signatureOf,
  signInWithPasskey,
} from '../support/service/passkeys.ts'
import { changeSessions } from '../support/service/signed-in.ts'
import { type Oddities, SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer()
const minutes = (count: number) => count * 60_000

describe('enrolment', () => {
  test.each(['ES256', 'RS256'] as const)('adds a passkey of %s and signs in with it', async (algorithm) => {
    const client = await server.signIn('operator')
    const { reply, authenticator } = await addPasskey(client, new SoftwareAuthenticator(algorithm))
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ name: 'A key', credential_id: authenticator.id, last_used_at: null })
    expect(reply.headers.get('location')).toBe(`/v1/account/passkeys/${reply.body.id}`)
    const signedIn = await signInWithPasskey(server, authenticator)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.admin).toMatchObject({ id: client.id, passkeys: 1 })
    expect(cookieToken(signedIn)).not.toBe('')
    expect((await bearer(server, signedIn.body.access_token).get('/v1/auth/me')).status).toBe(200)
  })

  test('offers only ES256 and RS256, asks for user verification and excludes what is there', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    const { body } = await client.post('/v1/account/passkeys/options')
    expect(body.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -257])
    expect(body.rp).toEqual({ id: 'localhost', name: 'Kontor' })
    expect(body.authenticatorSelection.userVerification).toBe('required')
    expect(body.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id])
  })

  test.each<[string, Oddities & { format?: string; attestation?: Map<string, unknown> }]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { flags: 0x01 }],
    ['with another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['that is an assertion', { type: 'webauthn.get' }],
    // Certificates would make the library look for revocation lists wherever they say.
    ['with certificates', { format: 'packed', attestation: new Map([['x5c', [Buffer.alloc(64)]]]) }],
  ])('refuses a registration %s', async (_name, oddities) => {
    const client = await server.signIn('operator')
    const { body: options } = await client.post('/v1/account/passkeys/options')
    const credential = new SoftwareAuthenticator().create(options, oddities)
    const reply = await client.post('/v1/account/passkeys', { name: 'x', credential })
    expect([reply.status, reply.body.code]).toEqual([401, 'passkey_invalid'])
    expect((await client.get('/v1/account/passkeys')).body.items).toEqual([])
  })

  test('a further passkey needs the signature of an existing one, over itself', async () => {
    const client = await server.signIn('operator')
    const { authenticator: first } = await addPasskey(client)
    const { reply: unsigned } = await addPasskey(client)
    expect([unsigned.status, unsigned.body.code]).toEqual([409, 'passkey_signature_required'])

    const { body: options } = await client.post('/v1/account/passkeys/options')
    const second = new SoftwareAuthenticator('RS256')
    const credential = second.create(options)
    const other = new SoftwareAuthenticator().create(options)
    const forOther = await signatureOf(client, first, other)
    const forged = await client.post('/v1/account/passkeys', { name: 'x', credential, signature: forOther })
    expect([forged.status, forged.body.code]).toEqual([401, 'passkey_invalid'])
    const signedByItself = await signatureOf(client, second, credential)
    const self = await client.post('/v1/account/passkeys', {
      name: 'x',
      credential,
      signature: signedByItself,
    })
    expect([self.status, self.body.context]).toEqual([401, { reason: 'unknown' }])

    const signature = await signatureOf(client, first, credential)
    const added = await client.post('/v1/account/passkeys', { name: 'x', credential, signature })
    expect(added.status).toBe(201)
    expect((await signInWithPasskey(server, second)).status).toBe(200)

    const events = (await auditRows(server)).filter(
      ({ action, object_id }) => action === 'administrator.passkey_added' && object_id === client.id,
    )
    const [before, after] = events as never as [
      { state: never },
      { state: never; details: never; proof: unknown },
    ]
    expect(after.proof).toBeDefined()
    expect(after.state).toMatchObject(await passkeyState(server.db, client.id as string))
    const isSigned = isEnrolmentSigned(client.id as string, before.state, after, relyingParty(null))
    expect(isSigned).toBe(true)
  })

  test('needs a recent sign-in', async () => {
    const client = await server.signIn('owner', { authenticatedAt: new Date(Date.now() - minutes(16)) })
    const reply = await client.post('/v1/account/passkeys/options')
    expect([reply.status, reply.body.code]).toEqual([401, 'reauthentication_required'])
    const credential = new SoftwareAuthenticator().create({
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Kontor' },
      user: { id: 'AAAA', name: 'x', displayName: 'x' },
    })
    const added = await client.post('/v1/account/passkeys', { name: 'x', credential })
    expect([added.status, added.body.code]).toEqual([401, 'reauthentication_required'])
  })

  test('with an Idempotency-Key adds once and responds the same again', async () => {
    const client = await server.signIn('operator')
    const { body: options } = await client.post('/v1/account/passkeys/options')
    const body = { name: 'Ключ', credential: new SoftwareAuthenticator().create(options) }
    const key = { 'idempotency-key': 'add-1' }
    const first = await client.post('/v1/account/passkeys', body, key)
    const again = await client.post('/v1/account/passkeys', body, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect((await client.get('/v1/account/passkeys')).body.items).toHaveLength(1)
  })

  test('a passkey of somebody else cannot be added', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    const { reply } = await addPasskey(await server.signIn('operator'), authenticator)
    expect([reply.status, reply.body.code]).toEqual([409, 'passkey_exists'])
  })

  test('the challenge of one session is worth nothing in another', async () => {
    const [one, other] = [await server.signIn('operator'), await server.signIn('operator')]
    const { body: options } = await one.post('/v1/account/passkeys/options')
    const credential = new SoftwareAuthenticator().create(options)
    const reply = await other.post('/v1/account/passkeys', { name: 'x', credential })
    expect([reply.status, reply.body.context]).toEqual([401, { reason: 'challenge' }])
  })

  test.runIf(isFull)('at most 20 passkeys', async () => {
    const client = await server.signIn('operator')
    const { authenticator: signer } = await addPasskey(client)
    for (let n = 1; n < 20; n += 1) {
      const { reply } = await addPasskey(client, new SoftwareAuthenticator(), { signer })
      expect(reply.status).toBe(201)
    }
    const { reply } = await addPasskey(client, new SoftwareAuthenticator(), { signer })
    expect([reply.status, reply.body.code]).toEqual([409, 'too_many_passkeys'])
  })
})

describe('sign-in', () => {
  test('a challenge works once, for five minutes, and only for a sign-in', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    const { body: options } = await server.anonymous.post('/v1/auth/passkey/options')
    const credential = authenticator.get(options)
    const verify = (credential: unknown) => server.anonymous.post('/v1/auth/passkey/verify', { credential })
    expect((await verify(credential)).status).toBe(200)
    expect((await verify(credential)).body.context).toEqual({ reason: 'challenge' })
    const again = authenticator.get(options)
    expect((await verify(again)).body.context).toEqual({ reason: 'challenge' })

    const { body: reauthentication } = await client.post('/v1/auth/reauthenticate/options')
    expect((await verify(authenticator.get(reauthentication))).body.context).toEqual({ reason: 'challenge' })

    const { body: old } = await server.anonymous.post('/v1/auth/passkey/options')
    server.clock.at = new Date(Date.now() + minutes(5) + 1)
    const late = await verify(authenticator.get(old))
    server.clock.at = null
    expect([late.status, late.body.context]).toEqual([401, { reason: 'challenge' }])
  })

  test.each<[string, Oddities]>([
    ['another site', { origin: 'http://localhost.evil.example:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an authenticator that did not check the person', { flags: 0x01 }],
    ['a page inside another site', { crossOrigin: true }],
  ])('refuses an assertion of %s', async (_name, oddities) => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    const reply = await signInWithPasskey(server, authenticator, oddities)
    expect([reply.status, reply.body.code, reply.body.context]).toEqual([
      401,
      'passkey_invalid',
      { reason: 'signature' },
    ])
  })

  test('a copied authenticator, whose counter goes back, is refused and recorded', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    authenticator.counter = 50
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
    authenticator.counter = 10
    const reply = await signInWithPasskey(server, authenticator)
    expect([reply.status, reply.body.context]).toEqual([401, { reason: 'counter' }])
    const rows = (await auditRows(server)).filter(({ object_id }) => object_id === client.id)
    expect(rows.at(-1)).toMatchObject({ action: 'auth.login', outcome: 'failure' })
    expect(rows.at(-1)?.details).toEqual({ reason: 'passkey_invalid', fault: 'counter' })
    authenticator.counter = 51
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  })

  test('an authenticator that names another account is refused', async () => {
    const { authenticator } = await addPasskey(await server.signIn('operator'))
    authenticator.userHandle = Buffer.from('somebody else').toString('base64url')
    const reply = await signInWithPasskey(server, authenticator)
    expect([reply.status, reply.body.context]).toEqual([401, { reason: 'unknown' }])
    authenticator.userHandle = null
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  })

  test('an authenticator without a counter signs in again and again', async () => {
    const authenticator = new SoftwareAuthenticator()
    authenticator.counter = -1
    await addPasskey(await server.signIn('operator'), authenticator)
    for (let n = 0; n < 3; n += 1) expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  })

  test('a passkey of nobody, of a disabled administrator and a removed one are refused alike', async () => {
    const owner = await server.signIn('owner')
    const client = await server.signIn('operator')
    const { authenticator, reply } = await addPasskey(client)
    const gone = await addPasskey(client, new SoftwareAuthenticator(), { signer: authenticator })
    await reauthenticateWithPasskey(client, authenticator)
    await client.delete(`/v1/account/passkeys/${gone.reply.body.id}`)
    expect(reply.status).toBe(201)
    await owner.post(`/v1/administrators/${client.id}/disable`)
    for (const one of [new SoftwareAuthenticator(), authenticator, gone.authenticator]) {
      const refused = await signInWithPasskey(server, one)
      expect([refused.status, refused.body.code, refused.body.context]).toEqual([
        401,
        'passkey_invalid',
        { reason: 'unknown' },
      ])
    }
  })

  test('after the password, an account with passkeys and no codes asks for the passkey', async () => {
    const { email } = await givenAdministrator(server)
    const first = await login(server, email)
    const client = bearer(server, first.body.access_token)
    const { authenticator } = await addPasskey({ ...client, id: first.body.admin.id })
    const second = await login(server, email)
    expect([second.status, second.body.code]).toEqual([401, 'passkey_required'])
    expect((await login(server, email, { password: 'wrong password here' })).body.code).toBe(
      'invalid_credentials',
    )
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  })

  test('signing in with a passkey ends the delay that wrong passwords have caused', async () => {
    const { email } = await givenAdministrator(server)
    const first = await login(server, email)
    const { authenticator } = await addPasskey(bearer(server, first.body.access_token))
    // However long the passwords take to check, the delay does not end by itself.
    server.clock.at = new Date()
    for (let n = 0; n < 6; n += 1) await login(server, email, { password: 'wrong password here' })
    expect((await login(server, email)).status).toBe(429)
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
    expect((await login(server, email)).body.code).toBe('passkey_required')
    server.clock.at = null
  })

  test('another node accepts a challenge, once', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    const node = await startNode(server)
    const there = clientOf({ ...server, url: node.url }, null)
    const { body: options } = await server.anonymous.post('/v1/auth/passkey/options')
    const credential = authenticator.get(options)
    const replies = await Promise.all(
      [server.anonymous, there].map((at) => at.post('/v1/auth/passkey/verify', { credential })),
    )
    await node.stop()
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

test('while the vault is sealed, passkeys sign in but none is added or removed', async () => {
  const client = await server.signIn('operator')
  const { authenticator, reply } = await addPasskey(client)
  await reauthenticateWithPasskey(client, authenticator)
  const { body: options } = await client.post('/v1/account/passkeys/options')
  const credential = new SoftwareAuthenticator().create(options)
  const { vault } = server.service
  await vault.stop()
  try {
    for (const refused of [
      await client.post('/v1/account/passkeys', { name: 'x', credential }),
      await client.delete(`/v1/account/passkeys/${reply.body.id}`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([503, 'vault_sealed'])
    }
    expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  } finally {
    await vault.unlock()
  }
})

describe('proof in a session', () => {
  test('re-authentication with a passkey makes the session fresh, and says that it was a passkey', async () => {
    const client = await server.signIn('owner')
    const { authenticator } = await addPasskey(client)
    const session = () =>
      server.db
        .selectFrom('sessions')
        .select(['authenticated_at', 'passkey_at'])
        .where('id', '=', client.sessionId as string)
        .executeTakeFirstOrThrow()
    expect((await session()).passkey_at).toBeNull()
    await changeSessions(
      server,
      { authenticated_at: new Date(Date.now() - minutes(16)) },
      { sessionId: client.sessionId as string },
    )
    const options = () => client.post('/v1/account/passkeys/options')
    await until(
      'the session is no longer fresh',
      async () => (await options()).body.code === 'reauthentication_required',
    )
    server.clock.at = new Date()
    const reply = await reauthenticateWithPasskey(client, authenticator)
    expect([reply.status, reply.body.auth_time]).toEqual([200, server.clock.at.toISOString()])
    expect((await options()).status).toBe(200)
    expect(await session()).toEqual({ authenticated_at: server.clock.at, passkey_at: server.clock.at })
    server.clock.at = null
  })

  test('the passkey of somebody else proves nothing', async () => {
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(await server.signIn('operator'))
    const reply = await reauthenticateWithPasskey(client, authenticator)
    expect([reply.status, reply.body.context]).toEqual([401, { reason: 'unknown' }])
  })

  test('either the password or a passkey must be sent', async () => {
    const client = await server.signIn('operator')
    const none = await client.post('/v1/auth/reauthenticate', {})
    expect([none.status, none.body.detail[0].loc]).toEqual([422, ['body', 'password']])
    const { authenticator } = await addPasskey(client)
    const { body: options } = await client.post('/v1/auth/reauthenticate/options')
    const both = await client.post('/v1/auth/reauthenticate', {
      password: 'x',
      passkey: authenticator.get(options),
    })
    expect([both.status, both.body.detail[0].ctx.code]).toEqual([422, 'password_or_passkey'])
  })

  test('where there is a passkey, the password is changed only after its use', async () => {
    const { email } = await givenAdministrator(server)
    const client = bearer(server, (await login(server, email)).body.access_token)
    const { authenticator } = await addPasskey(client)
    const change = {
      current_password: 'синий чайник едет домой',
      new_password: 'семь зелёных ламп тихо поют',
    }
    const refused = await client.post('/v1/auth/password', change)
    expect([refused.status, refused.body.code]).toEqual([401, 'passkey_required'])
    expect((await reauthenticateWithPasskey(client, authenticator)).status).toBe(200)
    expect((await client.post('/v1/auth/password', change)).status).toBe(200)
  })
})

describe('the list', () => {
  test('shows, renames and removes only one’s own', async () => {
    const [client, other] = [await server.signIn('operator'), await server.signIn('owner')]
    const { reply, authenticator } = await addPasskey(client)
    const { authenticator: ofOther } = await addPasskey(other)
    await reauthenticateWithPasskey(other, ofOther)
    const path = `/v1/account/passkeys/${reply.body.id}`
    for (const refused of [
      await other.get(path),
      await other.patch(path, { name: 'x' }),
      await other.delete(path),
      await client.get('/v1/account/passkeys/нет'),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, 'passkey_not_found'])
    }
    expect((await client.patch(path, { name: 'Телефон' })).body.name).toBe('Телефон')
    expect((await client.get(path)).body.name).toBe('Телефон')
    await reauthenticateWithPasskey(client, authenticator)
    expect((await client.delete(path)).status).toBe(200)
    expect((await client.delete(path)).status).toBe(404)
    expect((await client.get('/v1/account/passkeys')).body.items).toEqual([])
    const removed = (await auditRows(server)).findLast(
      ({ action }) => action === 'administrator.passkey_removed',
    )
    expect(removed).toMatchObject({ object_id: client.id, state: { passkeys: [] } })
    expect(removed?.proof).toBeDefined()
  })

  test('only a passkey removes a passkey: password and code are not enough to replace it', async () => {
    const client = await server.signIn('operator')
    const { reply, authenticator } = await addPasskey(client)
    const path = `/v1/account/passkeys/${reply.body.id}`
    const refused = await client.delete(path)
    expect([refused.status, refused.body.code]).toEqual([401, 'passkey_required'])
    await reauthenticateWithPasskey(client, authenticator)
    expect((await client.delete(path)).status).toBe(200)
  })

  test('of two removals at once, one finds nothing left', async () => {
    const client = await server.signIn('operator')
    const { reply, authenticator } = await addPasskey(client)
    await reauthenticateWithPasskey(client, authenticator)
    const path = `/v1/account/passkeys/${reply.body.id}`
    const replies = await Promise.all([client.delete(path), client.delete(path)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('a reset removes all passkeys', async () => {
    const owner = await server.signIn('owner')
    const client = await server.signIn('operator')
    const { authenticator } = await addPasskey(client)
    await owner.post(`/v1/administrators/${client.id}/reset`)
    expect(await passkeyState(server.db, client.id as string)).toEqual({ passkeys: [] })
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401)
  })

  test('challenges are stored only as hashes', async () => {
    const { body } = await server.anonymous.post('/v1/auth/passkey/options')
    const challenge = Buffer.from(body.challenge, 'base64url')
    expect(challenge).toHaveLength(32)
    const rows = await server.db.selectFrom('passkey_challenges').selectAll().execute()
    const hashes = rows.map(({ hash }) => hash.toString('hex'))
    expect(hashes).toContain(createHash('sha256').update(challenge).digest('hex'))
    expect(hashes).not.toContain(challenge.toString('hex'))
  })
})
