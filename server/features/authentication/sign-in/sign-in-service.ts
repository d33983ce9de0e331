import type { AdminLoginRequest, AdminLoginResponse, AdminMeResponse } from '../../../../contract/auth.ts'
import { permissionsOf } from '../../../../contract/roles.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { appendAudit } from '../../../platform/audit/audit-log.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { normalizeEmail } from '../../administrators/accounts.ts'
import {
  findCredentials,
  findCredentialsByEmail,
  updateCredentials,
} from '../../administrators/credentials.ts'
import { appendProven } from '../../administrators/proven-audit.ts'
import type { SessionCheck } from '../sessions/session-check.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { findProfile } from './profile-store.ts'
import type { Proof } from './proof.ts'

export type SignInService = ReturnType<typeof createSignInService>

export function createSignInService({
  db: pool,
  now,
  proof,
  sessions,
  check,
  auditProofs,
  onSignIn,
}: {
  db: Db
  now: () => Date
  proof: Proof
  sessions: SessionService
  check: SessionCheck
  auditProofs: Pick<AuditProofs, 'prove'>
  /** Called after a successful sign-in. */
  onSignIn: () => void
}) {
  async function me(actor: Actor): Promise<AdminMeResponse> {
    const { id, sessionId } = signedIn(actor)
    const row = await findProfile(pool, id, sessionId)
    if (!row) throw new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      role: row.role,
      permissions: [...permissionsOf(row.role)],
      otp_enabled: row.otp_confirmed_at !== null,
      session: {
        id: sessionId,
        created_at: row.session_created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        auth_time: row.authenticated_at.toISOString(),
      },
      created_at: row.created_at.toISOString(),
      last_login_at: row.last_login_at?.toISOString() ?? null,
    }
  }

  return {
    me,

    /** Signs in. The refresh token of the cookie is returned apart: it must not be in the response body. */
    async login(
      { email, password, otp = null }: AdminLoginRequest,
      client: { actor: Actor; userAgent: string | null },
    ): Promise<{ response: AdminLoginResponse; cookie: string; cookieSeconds: number }> {
      const account = normalizeEmail(email)
      const opened = await proof.prove(
        {
          find: (db) => findCredentialsByEmail(db, account),
          account,
          password,
          otp,
          renewsHash: true,
          action: 'auth.login',
          actor: client.actor,
        },
        async (db, credentials, isHashRenewed) => {
          const { address } = client.actor
          const { session, refreshTokens } = await sessions.open(db, credentials.id, {
            address,
            userAgent: client.userAgent,
          })
          await updateCredentials(db, credentials.id, { last_login_at: session.created_at })
          const actor: Actor = {
            ...client.actor,
            kind: 'administrator',
            id: credentials.id,
            name: credentials.email,
            sessionId: session.id,
          }
          const entry = {
            actor,
            action: 'auth.login' as const,
            object: { type: 'session', id: session.id },
            details: { one_time_code: credentials.otp_confirmed_at !== null },
            at: session.created_at,
          }
          if (isHashRenewed) await appendProven(db, auditProofs, credentials.id, entry)
          else await appendAudit(db, entry)
          return { session, refreshTokens, actor }
        },
      )
      onSignIn()
      const response = {
        ...(await sessions.accessOf(opened.session)),
        refresh_token: opened.refreshTokens.body,
        admin: await me(opened.actor),
      }
      return {
        response,
        cookie: opened.refreshTokens.cookie,
        cookieSeconds: sessions.secondsLeft(opened.session),
      }
    },

    /** Checks the password again, as reading a secret requires. */
    async reauthenticate({ password, otp = null }: { password: string; otp?: string | null }, actor: Actor) {
      const { id, sessionId } = signedIn(actor)
      const session = await proof.prove(
        {
          find: (db) => findCredentials(db, id),
          account: actor.name,
          password,
          otp,
          action: 'auth.reauthenticated',
          actor,
        },
        async (db) => {
          const session = await sessions.reauthenticated(db, sessionId)
          await appendAudit(db, {
            actor,
            action: 'auth.reauthenticated',
            object: { type: 'session', id: sessionId },
            at: now(),
          })
          return session
        },
      )
      check.forgetSession(sessionId)
      return { ...(await sessions.accessOf(session)), auth_time: session.authenticated_at.toISOString() }
    },
  }
}
