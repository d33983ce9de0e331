import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { createSessionProofs } from '../../server/features/authentication/sessions/session-proofs.ts'
import { publishSigningKey } from '../../server/features/authentication/sessions/signing-key-store.ts'
import { bearer, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

describe('invalid access tokens are refused', () => {
  const { privateKey } = generateKeyPairSync('ed25519')

  async function parts() {
    const { id, email } = await givenAdministrator(server)
    const { body } = await login(server, email)
    const [header, claims] = body.access_token
      .split('.', 2)
      .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    return { header, claims, id, token: body.access_token as string }
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  async function refused(token: string) {
    const reply = await bearer(server, token).get('/v1/auth/me')
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
  }

  test('alg none', async () => {
    const { header, claims } = await parts()
    await refused(`${encode({ ...header, alg: 'none' })}.${encode(claims)}.`)
  })

  test('HS256 with the public key as the secret', async () => {
    const { header, claims } = await parts()
    const { body } = await server.anonymous.get('/.well-known/jwks.json')
    const key = body.keys.find(({ kid }: { kid: string }) => kid === header.kid)
    const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
    for (const secret of [
      Buffer.from(key.x, 'base64url'),
      Buffer.from(key.x),
      Buffer.from(JSON.stringify(key)),
    ]) {
      await refused(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`)
    }
  })

  test.each(['unknown', 'ours'])('signed with another key, kid %s', async (kid) => {
    const { header, claims } = await parts()
    const forged: JWTHeaderParameters = { ...header, kid: kid === 'ours' ? header.kid : 'k'.repeat(43) }
    await refused(await new SignJWT(claims).setProtectedHeader(forged).sign(privateKey))
  })

  test('a changed claim', async () => {
    const { header, claims, token } = await parts()
    const owner = await server.signIn('owner')
    const signature = token.split('.')[2]
    await refused(
      `${encode(header)}.${encode({ ...claims, sub: owner.id, sid: owner.sessionId })}.${signature}`,
    )
  })

  test.each(['iss', 'aud', 'typ'])('a foreign %s, signed by a published key', async (what) => {
    // A second node of another installation that shares the table by mistake would look like this.
    const { header, claims } = await parts()
    const { x } = privateKey.export({ format: 'jwk' })
    const kid = randomUUID().replaceAll('-', '').padEnd(43, '0')
    const key = { kid, public_key: { kty: 'OKP', crv: 'Ed25519', x: x as string }, created_at: new Date() }
    const proof = await createSessionProofs(server.service.proofs).proveKey(server.db, key)
    await publishSigningKey(server.db, { ...key, proof }, new Date())
    const sign = (changes: object, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(privateKey)
    expect((await bearer(server, await sign({})).get('/v1/auth/me')).status).toBe(200)
    await refused(what === 'typ' ? await sign({}, 'JWT') : await sign({ [what]: 'somebody-else' }))
    expect(header.kid).not.toBe(kid)
  })

  test('expired', async () => {
    const { token } = await parts()
    expect((await bearer(server, token).get('/v1/auth/me')).status).toBe(200)
    server.clock.at = new Date(Date.now() + 900 * 1000)
    await refused(token)
  })

  test.each(['', 'x', 'a.b', 'a.b.c', 'é.é.é', '.'.repeat(5000)])('malformed token %#', async (token) => {
    const reply = await server.anonymous.get('/v1/auth/me', { authorization: `Bearer ${encodeURI(token)}` })
    expect(reply.status).toBe(401)
  })
})
