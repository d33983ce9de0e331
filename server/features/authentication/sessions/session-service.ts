import { accessTokenSeconds } from '../../../../contract/administrators/auth.ts'
import { isId } from '../../../../contract/api/common.ts'
import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Failure } from '../../../platform/errors.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { type ProvenAccount, standingOf } from '../../administrators/accounts/proven-people.ts'
import type { AccessTokens } from './access-tokens.ts'
import {
  checkRefreshToken,
  generateRefreshToken,
  hashRefreshToken,
  openSuccessor,
  sealSuccessor,
} from './refresh-tokens.ts'
import { administrator, type SessionCheck } from './session-check.ts'
import type { SessionProofs } from './session-proofs.ts'
import * as store from './session-store.ts'
import type { Channel } from './session-tables.ts'

const absoluteLifetime = 30 * 24 * 3_600_000

export type SessionService = ReturnType<typeof createSessionService>
export type Access = { access_token: string; token_type: 'bearer'; expires_in: number }

/** Sessions and their refresh tokens. */
export function createSessionService({
  db: pool,
  now,
  tokens,
  proofs,
  provenTables,
  check,
  rules,
}: {
  db: Db
  now: () => Date
  tokens: AccessTokens
  proofs: SessionProofs
  provenTables: RowChecks
  check: SessionCheck
  rules: store.SessionRules
}) {
  const { idleSeconds } = rules

  async function accessOf(session: store.Session): Promise<Access> {
    // Not longer than the session lasts without a refresh.
    const left = Math.floor((store.endOf(session, idleSeconds) - now().getTime()) / 1000)
    const seconds = Math.max(1, Math.min(accessTokenSeconds, left))
    const access_token = await tokens.sign(
      {
        id: session.id,
        administratorId: session.administrator_id,
        authenticatedAt: session.authenticated_at,
      },
      seconds,
    )
    return { access_token, token_type: 'bearer', expires_in: seconds }
  }

  function secondsLeft(session: store.Session): number {
    return Math.max(0, Math.floor((session.expires_at.getTime() - now().getTime()) / 1000))
  }

  /** A token, session or account that was put into the database, or changed there, is not there. */
  async function isTrusted(
    db: Db,
    {
      session,
      token,
      account,
    }: { session: store.Session; token: store.RefreshToken; account: ProvenAccount },
  ) {
    const standings = [
      await proofs.checkSession(db, session),
      await proofs.checkToken(db, token),
      await standingOf(db, provenTables, account),
    ]
    return !standings.includes('unproven')
  }

  async function insertToken(
    db: Db,
    token: Pick<store.RefreshToken, 'hash' | 'session_id' | 'channel' | 'created_at'>,
  ): Promise<void> {
    await store.insertRefreshToken(db, { ...token, proof: await proofs.proveToken(db, token) })
  }

  function isOver(session: store.Session): boolean {
    return session.revoked_at !== null || store.endOf(session, idleSeconds) <= now().getTime()
  }

  return {
    accessOf,
    secondsLeft,

    /** Opens a session with one refresh token for each channel, in the transaction of the sign-in. */
    async open(
      db: Db,
      administratorId: string,
      client: { address: string | null; userAgent: string | null },
      {
        lifetime = absoluteLifetime,
        authenticatedAt,
        withPasskey = false,
      }: { lifetime?: number; authenticatedAt?: Date; withPasskey?: boolean } = {},
    ) {
      const at = now()
      const session: store.Session = {
        id: newId(),
        administrator_id: administratorId,
        created_at: at,
        authenticated_at: authenticatedAt ?? at,
        passkey_at: withPasskey ? at : null,
        last_used_at: at,
        expires_at: new Date(at.getTime() + lifetime),
        address: client.address,
        user_agent: client.userAgent?.slice(0, 255).toWellFormed() ?? null,
        revoked_at: null,
        revoked_because: null,
        revision: 1,
        proof: null,
      }
      session.proof = await proofs.proveSession(db, session)
      await proofs.noteSignIn(db, session)
      const refreshTokens = { body: generateRefreshToken(), cookie: generateRefreshToken() }
      await store.insertSession(db, session)
      for (const channel of ['body', 'cookie'] as const) {
        const hash = hashRefreshToken(refreshTokens[channel]) as Buffer
        await insertToken(db, { hash, session_id: session.id, channel, created_at: at })
      }
      return { session, refreshTokens }
    },

    /** Exchanges a refresh token for its successor and a new access token. */
    async refresh(
      token: string,
      channel: Channel,
      actor: Actor,
    ): Promise<{ access: Access; refresh_token: string; secondsLeft: number }> {
      const hash = hashRefreshToken(token)
      const outcome = hash && (await pool.transaction().execute((db) => exchange(db, hash)))
      if (outcome === undefined) throw refused()
      if ('revoked' in outcome) {
        check.forgetSession(outcome.revoked)
        throw refused()
      }
      return {
        access: await accessOf(outcome.session),
        refresh_token: outcome.successor,
        secondsLeft: secondsLeft(outcome.session),
      }

      async function exchange(db: Db, hash: Buffer) {
        const found = await store.lockSessionOfToken(db, hash)
        if (!found || found.disabled || isOver(found.session)) return undefined
        if (!(await isTrusted(db, found))) return undefined
        const at = now()
        const verdict = checkRefreshToken(found.token, channel, at)
        if (verdict === 'refuse') return undefined
        if (verdict === 'repeat') {
          return {
            session: found.session,
            successor: openSuccessor(token, found.token.successor_sealed as Buffer),
          }
        }
        if (verdict === 'revoke') {
          await store.revokeSession(db, found.session.id, 'reuse', at)
          recordChange(
            db,
            { ...actor, sessionId: found.session.id },
            {
              action: 'session.token_reused',
              object: { type: 'session', id: found.session.id },
              outcome: 'denied',
              details: { administrator_id: found.session.administrator_id, channel },
              at,
            },
          )
          return { revoked: found.session.id }
        }
        const successor = generateRefreshToken()
        const sealed = sealSuccessor(token, successor)
        await store.spendToken(db, found.token, sealed, at)
        await insertToken(db, {
          hash: hashRefreshToken(successor) as Buffer,
          session_id: found.session.id,
          channel,
          created_at: at,
        })
        return { session: { ...found.session, last_used_at: at }, successor }
      }
    },

    /** Ends the session of the actor, who signed it out. */
    async logout(sessionId: string, actor: Actor): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const at = now()
        if (!(await store.revokeSession(db, sessionId, 'logout', at))) return
        recordChange(db, actor, {
          action: 'auth.logout',
          object: { type: 'session', id: sessionId },
          at,
        })
      })
      check.forgetSession(sessionId)
    },

    /** The active session of a cookie, for a browser whose access token has expired. */
    async findByCookie(token: string): Promise<{ sessionId: string; actor: Actor } | undefined> {
      const hash = hashRefreshToken(token)
      if (!hash) return undefined
      return pool.transaction().execute(async (db) => {
        const found = await store.lockSessionOfToken(db, hash)
        if (found?.token.channel !== 'cookie' || !(await isTrusted(db, found))) return undefined
        const living = await store.findActiveSession(
          db,
          { proofs, provenTables },
          found.session.id,
          now(),
          rules,
        )
        return (
          living && { sessionId: living.id, actor: administrator(living, { address: null, requestId: null }) }
        )
      })
    },

    /** An active session, for a proof that was started in it; undefined if it has ended. */
    findActive(db: Db, id: string): Promise<store.ActiveSession | undefined> {
      return store.findActiveSession(db, { proofs, provenTables }, id, now(), rules)
    },

    /** Ends these sessions in the caller's transaction. Returns those that had not ended yet: pass each to `forget`. */
    async end(db: Db, ids: readonly string[], because: 'logout' | 'revoked'): Promise<string[]> {
      const ended: string[] = []
      // In one order, so that two callers cannot deadlock.
      for (const id of ids.toSorted()) {
        if (await store.revokeSession(db, id, because, now())) ended.push(id)
      }
      return ended
    },

    /** Called after the commit, so that this node drops a session that it has cached. */
    forget: check.forgetSession,

    /** Records a re-authentication of the session, in the same transaction. */
    async reauthenticated(
      db: Db,
      id: string,
      { at = now(), withPasskey = false }: { at?: Date; withPasskey?: boolean } = {},
    ): Promise<store.Session> {
      const session = await store.lockSession(db, id)
      // What is proven anew must have been proven before.
      if (!session || (await proofs.checkSession(db, session)) === 'unproven') throw sessionEnded()
      const next: store.Session = {
        ...session,
        authenticated_at: at,
        passkey_at: withPasskey ? at : session.passkey_at,
        revision: (session.revision ?? 0) + 1,
      }
      next.proof = session.proof && (await proofs.proveSession(db, next))
      const { authenticated_at, passkey_at, revision, proof } = next
      await store.updateSession(db, { id, authenticated_at, passkey_at, revision, proof })
      return next
    },

    /** The caller's own sessions; with permission to manage administrators, those of anybody. */
    async list(
      { administrator_id, limit, offset }: { administrator_id?: string; limit: number; offset: number },
      actor: Actor,
    ) {
      const all = actor.permissions.has('administrators:manage')
      const whose = all ? (administrator_id ?? null) : (actor.id as string)
      // For another administrator without permission the list is empty.
      const none = administrator_id !== undefined && !all && administrator_id !== actor.id
      const at = now()
      const { rows, total } = none
        ? { rows: [], total: 0 }
        : await store.listActiveSessions(pool, {
            administratorId: whose,
            at,
            usedAfter: new Date(at.getTime() - idleSeconds * 1000),
            limit,
            offset,
          })
      const items = rows.map((row) => ({
        id: row.id,
        administrator: { id: row.administrator_id, email: row.email },
        current: row.id === actor.sessionId,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        auth_time: row.authenticated_at.toISOString(),
        address: row.address,
        user_agent: row.user_agent,
      }))
      return { items, total, total_is_exact: true, limit, offset }
    },

    async revoke(id: string, actor: Actor): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const session = isId(id) ? await store.findSession(db, id) : undefined
        const allowed =
          session?.administrator_id === actor.id || actor.permissions.has('administrators:manage')
        if (!session || !allowed)
          throw new Failure('not_found', 'session_not_found', 'There is no such session.')
        const at = now()
        if (!(await store.revokeSession(db, id, 'revoked', at))) return
        recordChange(db, actor, {
          action: 'session.revoked',
          object: { type: 'session', id },
          details: { administrator_id: session.administrator_id },
          at,
        })
      })
      check.forgetSession(id)
    },
  }
}

/** Ends all sessions of an administrator, or all but one, in the caller's transaction. */
export function revokeSessionsOf(
  db: Db,
  administratorId: string,
  because: 'password_changed' | 'disabled' | 'reset',
  at: Date,
  except: string | null = null,
): Promise<number> {
  return store.revokeSessionsOf(db, { administratorId, because, at, except })
}

/** Ends the sessions of one administrator or of all. Returns their number. */
export async function endSessions(
  pool: Db,
  administratorId: string | null,
  actor: Actor,
  at: Date,
): Promise<number> {
  return pool.transaction().execute(async (db) => {
    const ended = await store.revokeSessionsOf(db, { administratorId, because: 'revoked', at, except: null })
    recordChange(db, actor, {
      action: 'session.revoked',
      object: administratorId === null ? null : { type: 'administrator', id: administratorId },
      details: { sessions_revoked: ended },
      at,
    })
    return ended
  })
}

export function sessionEnded(): Failure {
  return new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')
}

function refused(): Failure {
  return new Failure(
    'unauthorized',
    'refresh_token_invalid',
    'The refresh token is not valid. Sign in again.',
  )
}
