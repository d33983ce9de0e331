import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Proofs, Standing } from '../../../platform/proofs/proofs.ts'
import type { ComparedColumn } from '../../../platform/proofs/proven-column.ts'
import { passkeyInvalid } from './passkey-failures.ts'
import type { ChallengePurpose, PasskeyTables } from './passkey-tables.ts'
import { fromBase64url } from './stored-assertion.ts'

export const challengeMs = 5 * 60_000

export type Challenged = { purpose: ChallengePurpose; sessionId: string | null }

type ChallengeRow = Selectable<PasskeyTables['passkey_challenges']>

export type Challenges = ReturnType<typeof createChallenges>

/**
 * Challenges that the service has chosen at random, each for one purpose. Signatures of votes and of enrolments lie in the
 * database, over other challenges: the proof of the row keeps everybody else from declaring one of those a challenge.
 */
export function createChallenges(proofs: Pick<Proofs, 'prove' | 'check'>) {
  return {
    /** Makes a challenge that can be used once, on any node, for this purpose and in this session. */
    async make(db: Db, { purpose, sessionId }: Challenged, at: Date): Promise<Buffer> {
      const challenge = randomBytes(32)
      const row = {
        hash: hashOf(challenge),
        purpose,
        session_id: sessionId,
        expires_at: new Date(at.getTime() + challengeMs),
      }
      const proof = await proofs.prove(db, 'passkey_challenge', challengeFields(row))
      await db
        .insertInto('passkey_challenges')
        .values({ ...row, proof })
        .execute()
      return challenge
    },

    /**
     * The challenge inside the client data, which nobody can use again once the transaction commits, and whether the service
     * made it: unknown while the vault is sealed.
     */
    async use(
      db: Db,
      clientDataJson: string,
      { purpose, sessionId }: Challenged,
      at: Date,
    ): Promise<{ challenge: Buffer; standing: Exclude<Standing, 'unproven'> }> {
      const challenge = challengeIn(clientDataJson)
      if (challenge === undefined) throw passkeyInvalid('challenge')
      const row = await db
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hashOf(challenge))
        .where('purpose', '=', purpose)
        .where('session_id', 'is not distinct from', sessionId)
        .where('expires_at', '>', at)
        // After the clock was set back, a challenge must not be valid for longer.
        .where('expires_at', '<=', new Date(at.getTime() + challengeMs))
        .returningAll()
        .executeTakeFirst()
      if (!row) throw passkeyInvalid('challenge')
      const id = row.hash.toString('hex')
      const standing = await proofs.check(db, 'passkey_challenge', id, challengeFields(row), row.proof)
      if (standing === 'unproven') throw passkeyInvalid('challenge')
      return { challenge, standing }
    },
  }
}

/** Where these proofs are. */
export const challengeColumn: ComparedColumn = {
  kind: 'passkey_challenge',
  table: 'passkey_challenges',
  key: ['hash'],
  column: 'proof',
  fieldsOf: challengeFields,
  name: 'Challenges of passkeys',
  unproven: 'without a proof, so that nothing is signed over them once the vault is open',
  nameOf: ({ hash }) => `The challenge ${(hash as Buffer).toString('hex')} of passkeys`,
}

export async function deleteExpiredChallenges(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', at).execute()
}

function challengeFields({ hash, purpose, session_id, expires_at }: Omit<ChallengeRow, 'proof'>) {
  return { hash: hash.toString('hex'), purpose, session_id, expires_at: expires_at.toISOString() }
}

function challengeIn(clientDataJson: string): Buffer | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? fromBase64url(challenge) : undefined
  } catch {
    return undefined
  }
}

function hashOf(challenge: Buffer): Buffer {
  return createHash('sha256').update(challenge).digest()
}
