import { base32nopad } from '@scure/base'
import type { Role } from '../../../contract/api/roles.ts'
import type { AuditAction } from '../../../contract/events/audit.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { recordProven } from '../administrators/accounts/proven-audit.ts'
import { administratorTable } from '../administrators/accounts/proven-people.ts'
import { passwordState } from '../administrators/accounts/proven-states.ts'
import {
  type Credentials,
  findCredentials,
  otpSeedPlace,
  removeOtp,
  replaceRecoveryCodes,
  setPassword,
  updateCredentials,
} from '../administrators/credentials.ts'
import type { PasswordHasher } from '../administrators/passwords/password-hasher.ts'
import { refuseWeakPassword } from '../administrators/passwords/password-rules.ts'
import { lastSecondFactor } from './passkeys/passkey-failures.ts'
import type { SessionCheck } from './sessions/session-check.ts'
import { revokeSessionsOf } from './sessions/session-service.ts'
import type { Proof } from './sign-in/proof.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './sign-in/recovery-codes.ts'
import { enrolmentUri, generateSeed } from './sign-in/totp.ts'

export type AccountService = ReturnType<typeof createAccountService>

/** What administrators can change about their own account: password and one-time codes. */
export function createAccountService({
  now,
  proof,
  passwords,
  check,
  vault,
  auditProofs,
  provenTables,
  secondFactorRoles,
}: {
  now: () => Date
  proof: Proof
  passwords: PasswordHasher
  check: SessionCheck
  vault: Pick<Vault, 'seal'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
  /** Roles whose last second factor cannot be removed. */
  secondFactorRoles: ReadonlySet<Role>
}) {
  function prove<T>(
    action: AuditAction,
    actor: Actor,
    { password, otp = null }: { password: string | null; otp?: string | null },
    effect: (db: Db, credentials: Credentials) => Promise<T>,
  ): Promise<T> {
    const { id } = signedIn(actor)
    const find = (db: Db) => findCredentials(db, provenTables, id)
    return proof.prove({ find, account: actor.name, password, otp, action, actor }, effect)
  }

  function changed(db: Db, id: string, work: () => Promise<void>): Promise<void> {
    return provenTables.change(db, administratorTable, id, work)
  }

  /** The audit row of a change of what the person signs in with. */
  function proven(
    db: Db,
    actor: Actor,
    action: AuditAction,
    { version }: Pick<Credentials, 'version'>,
    details = {},
  ): Promise<void> {
    const { id } = signedIn(actor)
    const object = { type: 'administrator', id }
    return recordProven(db, auditProofs, id, actor, { action, object, version, details, at: now() })
  }

  return {
    /** Ends the other sessions, because somebody who knew the old password may be using one of them. */
    async changePassword(
      body: { current_password: string; new_password: string; otp?: string | null },
      actor: Actor,
    ): Promise<{ status: string; sessions_revoked: number }> {
      const { id, sessionId } = signedIn(actor)
      refuseWeakPassword(['body', 'new_password'], body.new_password, [actor.name])
      const hash = await passwords.hash(body.new_password)
      const proved = { password: body.current_password, otp: body.otp ?? null }
      const revoked = await prove(
        'administrator.password_changed',
        actor,
        proved,
        async (db, credentials) => {
          await changed(db, id, () => setPassword(db, id, hash, now()))
          const revoked = await revokeSessionsOf(db, id, 'password_changed', now(), sessionId)
          await proven(db, actor, 'administrator.password_changed', credentials, {
            sessions_revoked: revoked,
            previous_password: passwordState(credentials.password_hash),
          })
          return revoked
        },
      )
      check.forgetAdministrator(id)
      return { status: 'ok', sessions_revoked: revoked }
    },

    /** Creates a seed. It is not used for sign-in until it is confirmed with a first code. */
    async enrolOtp(
      { password }: { password: string },
      actor: Actor,
    ): Promise<{ uri: string; secret: string }> {
      return prove('administrator.otp_enrolled', actor, { password }, async (db, credentials) => {
        if (credentials.otp_confirmed_at) throw alreadyEnabled()
        const seed = generateSeed()
        const otp_secret = await vault.seal(db, otpSeedPlace(credentials.id), seed)
        const response = { uri: enrolmentUri(seed, credentials.email), secret: base32nopad.encode(seed) }
        seed.fill(0)
        await changed(db, credentials.id, () =>
          updateCredentials(db, credentials.id, { otp_secret, otp_last_step: null }),
        )
        recordChange(db, actor, {
          action: 'administrator.otp_enrolled',
          object: { type: 'administrator', id: credentials.id },
          version: credentials.version,
          at: now(),
        })
        return response
      })
    },

    async confirmOtp({ otp }: { otp: string }, actor: Actor): Promise<{ recovery_codes: string[] }> {
      const response = await prove(
        'administrator.otp_enabled',
        actor,
        { password: null },
        async (db, credentials) => {
          if (credentials.otp_confirmed_at) throw alreadyEnabled()
          if (!credentials.otp_secret) {
            throw new Failure('conflict', 'otp_not_enrolled', 'Enrol first, then confirm with a code.')
          }
          const confirmed = { ...credentials, otp_confirmed_at: now() }
          await proof.useSecondFactor(db, confirmed, { otp, actor })
          await changed(db, credentials.id, () =>
            updateCredentials(db, credentials.id, { otp_confirmed_at: confirmed.otp_confirmed_at }),
          )
          const recovery_codes = generateRecoveryCodes()
          await replaceRecoveryCodes(
            db,
            provenTables,
            credentials.id,
            recovery_codes.map((code) => hashRecoveryCode(code) as Buffer),
          )
          await proven(db, actor, 'administrator.otp_enabled', credentials)
          return { recovery_codes }
        },
      )
      check.forgetAdministrator(signedIn(actor).id)
      return response
    },

    async disableOtp(body: { password: string; otp: string }, actor: Actor): Promise<{ status: string }> {
      await prove('administrator.otp_disabled', actor, body, async (db, credentials) => {
        if (!credentials.otp_confirmed_at) {
          throw new Failure('conflict', 'otp_not_enabled', 'One-time codes are not enabled.')
        }
        const isLast = credentials.passkeys === 0
        if (isLast && secondFactorRoles.has(credentials.role)) throw lastSecondFactor()
        await changed(db, credentials.id, () => removeOtp(db, provenTables, credentials.id))
        await proven(db, actor, 'administrator.otp_disabled', credentials)
      })
      check.forgetAdministrator(signedIn(actor).id)
      return { status: 'ok' }
    },
  }
}

function alreadyEnabled(): Failure {
  return new Failure('conflict', 'otp_already_enabled', 'One-time codes are already enabled.')
}
