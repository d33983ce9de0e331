import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sweep } from '../../server/features/authentication/housekeeping.ts'
import { createPasskeyProofs } from '../../server/features/authentication/passkeys/passkey-proofs.ts'
import { relyingParty } from '../../server/features/authentication/passkeys/relying-party.ts'
import { verifyStoredAssertion } from '../../server/features/authentication/passkeys/stored-assertion.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { startServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer()
const party = relyingParty(null)
const proofs = createPasskeyProofs({
  now: () => new Date(),
  party,
  proofs: {
    prove: (...asked) => server.service.proofs.prove(...asked),
    check: (...asked) => server.service.proofs.check(...asked),
    isKnown: () => server.service.proofs.isKnown(),
  },
  provenTables: {
    check: (...asked) => server.service.provenTables.check(...asked),
    checkText: (...asked) => server.service.provenTables.checkText(...asked),
  },
})

/** A vote: the challenge is the hash of what is decided. */
const challenge = createHash('sha256').update('approval 1, content, approve').digest()
const options = { challenge: challenge.toString('base64url'), rpId: party.rpId }

test.each(['ES256', 'RS256'] as const)(
  '%s: a signature of a decision is verified now and later',
  async (algorithm) => {
    const client = await server.signIn('owner')
    const { authenticator, reply } = await addPasskey(client, new SoftwareAuthenticator(algorithm))
    const proven = await inTransaction((db) =>
      proofs.verifyAssertion(db, {
        administratorId: client.id as string,
        challenge,
        assertion: authenticator.get(options),
      }),
    )
    expect(proven).toMatchObject({ passkeyId: reply.body.id, credentialId: authenticator.id })
    expect(proven.createdAt.toISOString()).toBe(reply.body.created_at)
    expect(verifyStoredAssertion(proven.stored, challenge, party)).toBe(true)
    expect(verifyStoredAssertion(proven.stored, randomBytes(32), party)).toBe(false)
    expect((await client.get(`/v1/account/passkeys/${reply.body.id}`)).body.last_used_at).not.toBeNull()
  },
)

test('of one signature used four times at once, one is accepted', async () => {
  const client = await server.signIn('owner')
  const { authenticator } = await addPasskey(client)
  const assertion = authenticator.get(options)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      inTransaction((db) =>
        proofs.verifyAssertion(db, { administratorId: client.id as string, challenge, assertion }),
      ),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.context).toEqual({ reason: 'counter' })
  }
})

test('a passkey of somebody else, or for another decision, is refused', async () => {
  const [client, other] = [await server.signIn('owner'), await server.signIn('owner')]
  const { authenticator } = await addPasskey(client)
  const verify = (administratorId: string | null, of: Buffer) =>
    inTransaction((db) =>
      proofs.verifyAssertion(db, {
        administratorId: administratorId as string,
        challenge: of,
        assertion: authenticator.get(options),
      }),
    )
  await expect(verify(other.id, challenge)).rejects.toMatchObject({ context: { reason: 'unknown' } })
  await expect(verify(client.id, randomBytes(32))).rejects.toMatchObject({ context: { reason: 'signature' } })
})

test('challenges that nobody used are deleted when they are over', async () => {
  await server.anonymous.post('/v1/auth/passkey/options')
  const count = async () => (await server.db.selectFrom('passkey_challenges').select('hash').execute()).length
  const before = await count()
  await sweep(server.db, new Date())
  expect(await count()).toBe(before)
  await sweep(server.db, new Date(Date.now() + 5 * 60_000 + 1_000))
  expect(await count()).toBe(0)
})

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return server.db.transaction().execute(work)
}
