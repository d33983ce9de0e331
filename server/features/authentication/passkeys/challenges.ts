import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { passkeyInvalid } from './passkey-failures.ts'
import type { ChallengePurpose } from './passkey-tables.ts'
import { fromBase64url } from './stored-assertion.ts'

export const challengeMs = 5 * 60_000

export type Challenged = { purpose: ChallengePurpose; sessionId: string | null }

/** Makes a challenge that can be used once, on any node, for this purpose and in this session. */
export async function makeChallenge(db: Db, { purpose, sessionId }: Challenged, at: Date): Promise<Buffer> {
  const challenge = randomBytes(32)
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: hashOf(challenge),
      purpose,
      session_id: sessionId,
      expires_at: new Date(at.getTime() + challengeMs),
    })
    .execute()
  return challenge
}

/** The challenge inside the client data, which nobody can use again once the transaction commits. */
export async function useChallenge(
  db: Db,
  clientDataJson: string,
  { purpose, sessionId }: Challenged,
  at: Date,
): Promise<Buffer> {
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
    .returning('hash')
    .executeTakeFirst()
  if (!row) throw passkeyInvalid('challenge')
  return challenge
}

export async function deleteExpiredChallenges(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', at).execute()
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
