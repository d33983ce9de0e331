import type { ReauthenticateRequest } from '../../../../contract/administrators/account.ts'
import type {
  AdminLoginRequest,
  AdminLoginResponse,
  AdminMeResponse,
} from '../../../../contract/administrators/auth.ts'
import type { PasskeyAssertion } from '../../../../contract/administrators/passkeys.ts'
import { permissionsOf, type Role } from '../../../../contract/api/roles.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { normalizeEmail } from '../../administrators/accounts/accounts.ts'
import { recordProven } from '../../administrators/accounts/proven-audit.ts'
import { passwordState } from '../../administrators/accounts/proven-states.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByEmail,
  updateCredentials,
} from '../../administrators/credentials.ts'
import type { SessionCheck } from '../sessions/session-check.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { PasskeyProof } from './passkey-proof.ts'
import { findProfile } from './profile-store.ts'
import type { Proof } from './proof.ts'

export type SignInService = ReturnType<typeof createSignInService>
type SignInClient = { actor: Actor; userAgent: string | null }

export function createSignInService({
  db: pool,
  now,
  days,
  proof,
  passkeyProof,
  secondFactorRoles,
  sessions,
  check,
  auditProofs,
  provenTables,
  onSignIn,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'timeZone'>
  proof: Proof
  passkeyProof: PasskeyProof
  secondFactorRoles: ReadonlySet<Role>
  sessions: SessionService
  check: SessionCheck
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: RowChecks
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
      passkeys: row.passkeys ?? 0,
      second_factor_required:
        secondFactorRoles.has(row.role) && row.otp_confirmed_at === null && !row.passkeys,
      managed_by: row.managed_by,
      session: {
        id: sessionId,
        created_at: row.session_created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        auth_time: row.authenticated_at.toISOString(),
      },
      created_at: row.created_at.toISOString(),
      last_login_at: row.last_login_at?.toISOString() ?? null,
      time_zone: days.timeZone,
    }
  }

  /** Opens the session of somebody who has proved who they are. */
  async function open(
    db: Db,
    credentials: Credentials,
    client: SignInClient,
    {
      details,
      withPasskey,
      isHashRenewed = false,
    }: { details: Record<string, unknown>; withPasskey: boolean; isHashRenewed?: boolean },
  ) {
    const { address } = client.actor
    const { session, refreshTokens } = await sessions.open(
      db,
      credentials.id,
      { address, userAgent: client.userAgent },
      { withPasskey },
    )
    await updateCredentials(db, credentials.id, { last_login_at: session.created_at })
    const actor: Actor = {
      ...client.actor,
      kind: 'administrator',
      id: credentials.id,
      name: credentials.email,
      sessionId: session.id,
    }
    const told = {
      action: 'auth.login' as const,
      object: { type: 'session', id: session.id },
      details,
      at: session.created_at,
    }
    if (isHashRenewed) {
      const previous_password = passwordState(credentials.password_hash)
      const renewed = { ...told, details: { ...details, previous_password } }
      await recordProven(db, auditProofs, credentials.id, actor, renewed)
    } else recordChange(db, actor, told)
    return { session, refreshTokens, actor }
  }

  /** The refresh token of the cookie is returned apart: it must not be in the response body. */
  async function signedInResponse(
    opened: Awaited<ReturnType<typeof open>>,
  ): Promise<{ response: AdminLoginResponse; cookie: string; cookieSeconds: number }> {
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
  }

  /** Records a re-authentication of the actor's session, in the transaction of its proof. */
  async function renew(db: Db, actor: Actor, passkeyId: string | null) {
    const { sessionId } = signedIn(actor)
    const session = await sessions.reauthenticated(db, sessionId, { withPasskey: passkeyId !== null })
    recordChange(db, actor, {
      action: 'auth.reauthenticated',
      object: { type: 'session', id: sessionId },
      ...(passkeyId !== null && { details: { passkey_id: passkeyId } }),
      at: now(),
    })
    return session
  }

  function proveWithPassword(password: string, otp: string | null, actor: Actor) {
    const { id } = signedIn(actor)
    const find = (db: Db) => findCredentials(db, provenTables, id)
    return proof.prove(
      { find, account: actor.name, password, otp, action: 'auth.reauthenticated', actor },
      (db) => renew(db, actor, null),
    )
  }

  function proveWithPasskey(assertion: PasskeyAssertion, actor: Actor) {
    const { id, sessionId } = signedIn(actor)
    return passkeyProof.prove(
      {
        assertion,
        administratorId: id,
        purpose: 'reauthenticate',
        sessionId,
        action: 'auth.reauthenticated',
        actor,
      },
      (db, _credentials, { passkeyId }) => renew(db, actor, passkeyId),
    )
  }

  return {
    me,

    async login({ email, password, otp = null }: AdminLoginRequest, client: SignInClient) {
      const account = normalizeEmail(email)
      const find = (db: Db) => findCredentialsByEmail(db, provenTables, account)
      const opened = await proof.prove(
        { find, account, password, otp, renewsHash: true, action: 'auth.login', actor: client.actor },
        (db, credentials, isHashRenewed) =>
          open(db, credentials, client, {
            details: { one_time_code: credentials.otp_confirmed_at !== null },
            withPasskey: false,
            isHashRenewed,
          }),
      )
      return signedInResponse(opened)
    },

    /** With a passkey alone: it proves the device, and the device has checked the person. */
    async loginWithPasskey(assertion: PasskeyAssertion, client: SignInClient) {
      const opened = await passkeyProof.prove(
        {
          assertion,
          administratorId: null,
          purpose: 'sign_in',
          sessionId: null,
          action: 'auth.login',
          actor: client.actor,
        },
        (db, credentials, { passkeyId }) =>
          open(db, credentials, client, { details: { passkey_id: passkeyId }, withPasskey: true }),
      )
      return signedInResponse(opened)
    },

    /** Checks again who the person is, as reading a secret requires. */
    async reauthenticate({ password, otp = null, passkey }: ReauthenticateRequest, actor: Actor) {
      const session = passkey
        ? await proveWithPasskey(passkey, actor)
        : await proveWithPassword(password ?? '', otp, actor)
      check.forgetSession(session.id)
      return { ...(await sessions.accessOf(session)), auth_time: session.authenticated_at.toISOString() }
    },
  }
}
