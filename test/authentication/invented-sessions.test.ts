import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { problemsIn } from '../proofs/installation.ts'
import { until } from '../support/processes/until.ts'
import { auditRows, bearer, bodyRefresh, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'

/** What somebody can try who writes to the database as the service does, and has no key of the vault. */
const server = startServer()

async function signedIn() {
  const { id, email } = await givenAdministrator(server, { role: 'custodian' })
  const { body } = await login(server, email)
  return { id, sessionId: body.admin.session.id as string, tokens: body }
}

/** Asks until the node has read the session from the database again. */
async function untilEnded(sessionId: string, accessToken: string): Promise<void> {
  await sql`select pg_notify('kontor_sessions', ${`session:${sessionId}`})`.execute(server.db)
  await until('the session has ended', async () => {
    const { status, body } = await bearer(server, accessToken).get('/v1/auth/me')
    return status === 401 && body.code === 'session_ended'
  })
}

async function expectReported(kind: string, id: string, because: string): Promise<void> {
  const rows = (await auditRows(server)).filter(({ action }) => action === 'proof.failed')
  expect(rows.map(({ details, outcome }) => ({ ...(details as object), outcome }))).toContainEqual({
    kind,
    id,
    because,
    outcome: 'denied',
  })
  expect(await metric(server, 'kontor_proof_failures_total', { kind, because })).toBeGreaterThan(0)
}

test('a session and a refresh token that were inserted open nothing', async () => {
  const { id } = await givenAdministrator(server, { role: 'custodian' })
  const [sessionId, token] = [newId(), randomBytes(32).toString('base64url')]
  const hash = createHash('sha256').update(token).digest()
  await sql`insert into sessions (id, administrator_id, created_at, authenticated_at, passkey_at, last_used_at, expires_at)
    values (${sessionId}, ${id}, now(), now(), now(), now(), now() + interval '30 days')`.execute(server.db)
  await sql`insert into refresh_tokens (hash, session_id, channel, created_at)
    values (${hash}, ${sessionId}, 'body', now())`.execute(server.db)
  const reply = await bodyRefresh(server, token)
  expect(reply).toMatchObject({ status: 401, body: { code: 'refresh_token_invalid' } })
  await expectReported('session', sessionId, 'missing')
})

test('a refresh token that was inserted for a genuine session opens nothing', async () => {
  const { sessionId } = await signedIn()
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await sql`insert into refresh_tokens (hash, session_id, channel, created_at, proof)
    select ${hash}, session_id, channel, created_at, proof from refresh_tokens
    where session_id = ${sessionId} and channel = 'body'`.execute(server.db)
  expect((await bodyRefresh(server, token)).status).toBe(401)
  await expectReported('refresh_token', sessionId, 'invalid')
})

describe('a session that was changed in the database has ended', () => {
  test.each([
    ['administrator_id', sql`(select id from administrators where role = 'owner' limit 1)`],
    ['created_at', sql`created_at - interval '1 second'`],
    ['authenticated_at', sql`authenticated_at + interval '1 second'`],
    ['passkey_at', sql`now()`],
    ['expires_at', sql`expires_at + interval '1 day'`],
    ['revision', sql`revision + 1`],
    ['proof', sql`'\\x00000001'::bytea || sha256('guessed')`],
  ])('%s', async (column, value) => {
    await givenAdministrator(server, { role: 'owner' })
    const { sessionId, tokens } = await signedIn()
    expect((await bearer(server, tokens.access_token).get('/v1/auth/me')).status).toBe(200)
    await sql`update sessions set ${sql.ref(column)} = ${value} where id = ${sessionId}`.execute(server.db)
    await untilEnded(sessionId, tokens.access_token)
    expect((await bodyRefresh(server, tokens.refresh_token)).status).toBe(401)
    await expectReported('session', sessionId, 'invalid')
  })

  test('the proof of another session', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await sql`update sessions set proof = (select proof from sessions where id = ${other.sessionId})
      where id = ${one.sessionId}`.execute(server.db)
    await untilEnded(one.sessionId, one.tokens.access_token)
    expect((await bearer(server, other.tokens.access_token).get('/v1/auth/me')).status).toBe(200)
  })
})

test('a session that was ended and lives again in the database stays ended', async () => {
  const { sessionId, tokens } = await signedIn()
  expect((await bearer(server, tokens.access_token).post('/v1/auth/logout')).status).toBe(200)
  await sql`update sessions set revoked_at = null, revoked_because = null where id = ${sessionId}`.execute(
    server.db,
  )
  await untilEnded(sessionId, tokens.access_token)
  expect((await bodyRefresh(server, tokens.refresh_token)).status).toBe(401)
  await expectReported('session', sessionId, 'older')
  expect(await problemsIn(server, 'Sessions')).toContain(
    `Session ${sessionId} has ended, and was brought back.`,
  )
})

test('a refresh token that was moved to the session of somebody else opens nothing', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  await sql`update refresh_tokens set session_id = ${other.sessionId}
    where session_id = ${one.sessionId} and channel = 'body'`.execute(server.db)
  expect((await bodyRefresh(server, one.tokens.refresh_token)).status).toBe(401)
  expect((await bodyRefresh(server, other.tokens.refresh_token)).status).toBe(200)
})

test('a published key that no node made signs nothing', async () => {
  const { id, sessionId } = await signedIn()
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x } = privateKey.export({ format: 'jwk' })
  const kid = 'k'.repeat(43)
  await sql`insert into signing_keys (kid, public_key, created_at, heartbeat_at, proof)
    select ${kid}, ${JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x })}::jsonb, created_at, now(), proof
    from signing_keys limit 1`.execute(server.db)
  const seconds = Math.floor(Date.now() / 1000)
  const forged = await new SignJWT({ sid: sessionId, auth_time: seconds })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .setIssuer('kontor')
    .setAudience('kontor-api')
    .setSubject(id)
    .setJti('1')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 600)
    .sign(privateKey)
  expect((await bearer(server, forged).get('/v1/auth/me')).status).toBe(401)
  const { body } = await server.anonymous.get('/.well-known/jwks.json')
  expect(body.keys.map((key: { kid: string }) => key.kid)).not.toContain(kid)
  await expectReported('access_token_key', kid, 'invalid')
})

test('a fresh proof in a session that was changed does not make it genuine', async () => {
  const { email, id } = await givenAdministrator(server, { role: 'custodian' })
  const { body } = await login(server, email)
  const client = bearer(server, body.access_token)
  expect((await client.get('/v1/auth/me')).status).toBe(200)
  await sql`update sessions set passkey_at = now() where administrator_id = ${id}`.execute(server.db)
  const reply = await client.post('/v1/auth/reauthenticate', { password: 'синий чайник едет домой' })
  expect(reply).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})
