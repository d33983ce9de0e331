import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredAssertion } from '../../server/features/authentication/passkeys/stored-assertion.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { addPasskey, reauthenticateWithPasskey, signInWithPasskey } from '../support/service/passkeys.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

/**
 * Signatures of votes and of enrolments lie in the database, whole and readable. Whoever writes to it declares what one of them
 * has signed a challenge, and posts the signature once more.
 */
const server = startServer({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

/** As of a passkey that several devices share: its counter is always 0, so that nothing else notices a signature of before. */
function synced(): SoftwareAuthenticator {
  const authenticator = new SoftwareAuthenticator()
  authenticator.counter = -1
  return authenticator
}

let signer: Client
let authenticator: SoftwareAuthenticator

beforeAll(async () => {
  signer = await server.signIn('owner')
  ;({ authenticator } = await addPasskey(signer, synced()))
})

/** What the browser would send of a signature that is in the database. */
function asSent({ credential_id, authenticator_data, client_data_json, signature }: StoredAssertion) {
  return {
    id: credential_id,
    rawId: credential_id,
    type: 'public-key',
    response: {
      authenticatorData: authenticator_data,
      clientDataJSON: client_data_json,
      signature,
      userHandle: null,
    },
  }
}

function hashOf({ client_data_json }: StoredAssertion): Buffer {
  const { challenge } = JSON.parse(Buffer.from(client_data_json, 'base64url').toString())
  return createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest()
}

async function ofVote(): Promise<StoredAssertion> {
  const { id } = await givenOrganization(server)
  const asker = await server.signIn('custodian')
  expect((await asker.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  const asked = await asker.get(`/v1/organizations/${id}/wallets/mnemonic`)
  expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const path = `/v1/approvals/${asked.body.context.approval_id}`
  const { challenges } = (await signer.get(path)).body
  const assertion = authenticator.get({ challenge: challenges.approve, rpId: 'localhost' })
  expect((await signer.post(`${path}/votes`, { decision: 'approve', assertion })).status).toBe(200)
  const { rows } = await sql<{ assertion: StoredAssertion }>`
    select assertion from approval_votes where administrator_id = ${signer.id} and assertion is not null`.execute(
    server.db,
  )
  return rows.at(-1)?.assertion as StoredAssertion
}

async function ofEnrolment(): Promise<StoredAssertion> {
  return (await enrolled()).stored
}

/** A further passkey, with what lies in the database of its enrolment. */
async function enrolled() {
  const { reply, authenticator: added } = await addPasskey(signer, synced(), { signer: authenticator })
  expect(reply.status).toBe(201)
  const id = reply.body.id as string
  const { rows } = await sql<{ enrolment_signature: StoredAssertion }>`
    select enrolment_signature from passkeys where id = ${id}`.execute(server.db)
  return { id, added, stored: rows[0]?.enrolment_signature as StoredAssertion }
}

/** The row of a challenge as the service would write it, but for the proof that nobody else can make. */
async function declareChallenge(hash: Buffer, sessionId: string | null, proof: Buffer | null): Promise<void> {
  await server.db.deleteFrom('passkey_challenges').where('hash', '=', hash).execute()
  await server.db
    .insertInto('passkey_challenges')
    .values({
      hash,
      purpose: sessionId === null ? 'sign_in' : 'reauthenticate',
      session_id: sessionId,
      expires_at: new Date((server.clock.at ?? new Date()).getTime() + 60_000),
      proof,
    })
    .execute()
}

/** The proof of a challenge that the service has just made. */
async function proofOfAnother(): Promise<Buffer | null> {
  const { body } = await server.anonymous.post('/v1/auth/passkey/options')
  const hash = createHash('sha256').update(Buffer.from(body.challenge, 'base64url')).digest()
  const { proof } = await server.db
    .selectFrom('passkey_challenges')
    .select('proof')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  expect(proof).not.toBeNull()
  return proof
}

const refused = { status: 401, body: { code: 'passkey_invalid' } }

describe.each([
  ['a vote', ofVote],
  ['an enrolment', ofEnrolment],
])('the signature of %s', (_of, made) => {
  let stored: StoredAssertion
  beforeAll(async () => {
    stored = await made()
  })

  test.each([
    ['without a proof', async () => null],
    ['with the proof of another challenge', proofOfAnother],
  ])('opens no session, when its challenge was inserted %s', async (_how, proof) => {
    await declareChallenge(hashOf(stored), null, await proof())
    const reply = await server.anonymous.post('/v1/auth/passkey/verify', { credential: asSent(stored) })
    expect(reply).toMatchObject(refused)
  })

  test('does not make an older session a fresh one', async () => {
    const { sessionId } = signer
    await declareChallenge(hashOf(stored), sessionId as string, await proofOfAnother())
    const reply = await signer.post('/v1/auth/reauthenticate', { passkey: asSent(stored) })
    expect(reply).toMatchObject(refused)
  })
})

test.each([
  ['purpose', { purpose: 'reauthenticate' as const }],
  ['end', { expires_at: sql<Date>`expires_at + interval '1 minute'` }],
])('a challenge of which the %s was changed is none', async (what, change) => {
  const { body: options } = await server.anonymous.post('/v1/auth/passkey/options')
  const hash = createHash('sha256').update(Buffer.from(options.challenge, 'base64url')).digest()
  const session = what === 'purpose' ? { session_id: signer.sessionId as string } : {}
  // So that the end is not too far away to be one of the service.
  if (what === 'end') server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + 90_000)
  await server.db
    .updateTable('passkey_challenges')
    .set({ ...change, ...session })
    .where('hash', '=', hash)
    .execute()
  const assertion = authenticator.get(options)
  const reply =
    what === 'purpose'
      ? await signer.post('/v1/auth/reauthenticate', { passkey: assertion })
      : await server.anonymous.post('/v1/auth/passkey/verify', { credential: assertion })
  expect(reply).toMatchObject(refused)
})

describe('the signature of an enrolment does not enrol its passkey once more', () => {
  async function expectRemoved({ added, stored }: Awaited<ReturnType<typeof enrolled>>): Promise<void> {
    const { body: options } = await signer.post('/v1/account/passkeys/options')
    const credential = added.create(options)
    const again = { name: 'Once more', credential, signature: asSent(stored) }
    const gone = { status: 409, body: { code: 'passkey_removed' } }
    expect(await signer.post('/v1/account/passkeys/signature-options', { credential })).toMatchObject(gone)
    expect(await signer.post('/v1/account/passkeys', again)).toMatchObject(gone)
  }

  test('after the passkey was removed, also when the log does not tell of it any more', async () => {
    const removed = await enrolled()
    expect((await reauthenticateWithPasskey(signer, authenticator)).status).toBe(200)
    expect((await signer.delete(`/v1/account/passkeys/${removed.id}`)).status).toBe(200)
    await server.db.transaction().execute(async (db) => {
      await sql`alter table audit_events disable trigger user`.execute(db)
      await sql`delete from audit_events
        where action = 'administrator.passkey_added' and event like ${`%${removed.added.id}%`}`.execute(db)
      await sql`alter table audit_events enable trigger user`.execute(db)
    })
    await expectRemoved(removed)
  })

  test('after its row was deleted, or an earlier release has removed it', async () => {
    const removed = await enrolled()
    await sql`delete from passkeys where id = ${removed.id}`.execute(server.db)
    await expectRemoved(removed)
  })

  test('but another passkey of the same device is enrolled', async () => {
    const { reply } = await addPasskey(signer, synced(), { signer: authenticator })
    expect(reply.status).toBe(201)
  })
})

test('a signature over a challenge of the service opens a session, and makes one fresh', async () => {
  expect((await signInWithPasskey(server, authenticator)).status).toBe(200)
  expect((await reauthenticateWithPasskey(signer, authenticator)).status).toBe(200)
})
