import { sql } from 'kysely'
import { noteRevision } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Proofs, Standing } from '../../../platform/proofs/proofs.ts'
import type { ComparedColumn } from '../../../platform/proofs/proven-column.ts'
import type { KnownRevisions } from '../../../platform/proofs/row-proofs.ts'
import type { Channel, PublicKey } from './session-tables.ts'

/** What is relied on in a session. Its last use is not: that only lengthens a session whose token somebody has. */
export interface SessionFacts {
  id: string
  administrator_id: string
  created_at: Date
  authenticated_at: Date
  passkey_at: Date | null
  expires_at: Date
  revision: number | null
}

export interface TokenFacts {
  hash: Buffer
  session_id: string
  channel: Channel
  created_at: Date
}

export interface KeyFacts {
  kid: string
  public_key: PublicKey
  created_at: Date
}

type WithProof = { proof: Buffer | null }

export type SessionProofs = ReturnType<typeof createSessionProofs>

/** That the service has opened a session, given out a refresh token, or made the key that signs access tokens. */
export function createSessionProofs(
  proofs: Pick<Proofs, 'prove' | 'tagged' | 'check' | 'isKnown' | 'report'>,
  register: KnownRevisions = { last: () => undefined },
) {
  /** The row may have been read before the session ended. If it lives again, somebody has brought it back. */
  async function wasEnded(db: Db, id: string): Promise<boolean> {
    if (register.last('session', id) === undefined) return false
    const again = await db.selectFrom('sessions').select('revoked_at').where('id', '=', id).executeTakeFirst()
    if (again && again.revoked_at === null) proofs.report('session', id, 'older')
    return true
  }

  return {
    isKnown: proofs.isKnown,
    proveSession: (db: Db, session: SessionFacts) => proofs.prove(db, 'session', sessionFields(session)),
    /** The audit row of the sign-in names the session and the person, so that decisions of the session can be followed to it. */
    async noteSignIn(db: Db, { id, administrator_id, expires_at }: SessionFacts): Promise<void> {
      if (!proofs.isKnown()) return
      const until = expires_at.toISOString()
      const signIn = { kind: 'sign_in' as const, id, revision: 1, value: administrator_id, until }
      noteRevision(db, await proofs.tagged(db, signIn))
    },
    proveToken: (db: Db, token: TokenFacts) => proofs.prove(db, 'refresh_token', tokenFields(token)),
    proveKey: (db: Db, key: KeyFacts) => proofs.prove(db, 'access_token_key', keyFields(key)),

    async checkSession(db: Db, session: SessionFacts & WithProof): Promise<Standing> {
      const standing = await proofs.check(db, 'session', session.id, sessionFields(session), session.proof)
      return standing === 'proven' && (await wasEnded(db, session.id)) ? 'unproven' : standing
    },
    /** Reported by the session: the hash of a token belongs neither in a log nor in the audit log. */
    checkToken(db: Db, token: TokenFacts & WithProof): Promise<Standing> {
      return proofs.check(db, 'refresh_token', token.session_id, tokenFields(token), token.proof)
    },
    checkKey(db: Db, key: KeyFacts & WithProof): Promise<Standing> {
      return proofs.check(db, 'access_token_key', key.kid, keyFields(key), key.proof)
    },
  }
}

/** Where these proofs are. */
export const sessionColumn: ComparedColumn = {
  kind: 'session',
  table: 'sessions',
  key: ['id'],
  column: 'proof',
  fieldsOf: sessionFields,
  name: 'Sessions',
  unproven: 'without a proof, so that they open nothing',
  // One that has ended opens nothing either.
  where: sql`revoked_at is null`,
  nameOf: ({ id }) => `Session ${id}`,
}

export const refreshTokenColumn: ComparedColumn = {
  kind: 'refresh_token',
  table: 'refresh_tokens',
  key: ['hash'],
  column: 'proof',
  fieldsOf: tokenFields,
  name: 'Refresh tokens',
  unproven: 'without a proof, so that they open nothing',
  nameOf: ({ session_id }) => `A refresh token of session ${session_id}`,
}

export const accessTokenKeyColumn: ComparedColumn = {
  kind: 'access_token_key',
  table: 'signing_keys',
  key: ['kid'],
  column: 'proof',
  fieldsOf: keyFields,
  name: 'Keys of access tokens',
  unproven: 'without a proof, so that they prove nothing once the vault is open',
  nameOf: ({ kid }) => `The key ${kid} of access tokens`,
}

function sessionFields(session: SessionFacts) {
  return {
    id: session.id,
    administrator_id: session.administrator_id,
    created_at: session.created_at.toISOString(),
    authenticated_at: session.authenticated_at.toISOString(),
    passkey_at: session.passkey_at?.toISOString() ?? null,
    expires_at: session.expires_at.toISOString(),
    revision: session.revision,
  }
}

function tokenFields({ hash, session_id, channel, created_at }: TokenFacts) {
  return { hash: hash.toString('hex'), session_id, channel, created_at: created_at.toISOString() }
}

function keyFields({ kid, public_key: { kty, crv, x }, created_at }: KeyFacts) {
  return { kid, kty, crv, x, created_at: created_at.toISOString() }
}
