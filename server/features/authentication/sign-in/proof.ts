import type { AuditAction } from '../../../../contract/events/audit.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { DeferredAudit } from '../../../platform/audit/deferred-audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { hasFreshPasskey } from '../../../platform/fresh-authentication.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { administratorTable } from '../../administrators/accounts/proven-people.ts'
import {
  type Credentials,
  lockCredentials,
  otpSeedPlace,
  updateCredentials,
  useRecoveryCode,
} from '../../administrators/credentials.ts'
import { refuseManaged } from '../../administrators/managed-accounts.ts'
import type { PasswordHasher } from '../../administrators/passwords/password-hasher.ts'
import { withRestoreReason } from '../../administrators/restored-access.ts'
import { passkeyRequired } from '../passkeys/passkey-failures.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { createThrottleStore } from './throttle-store.ts'
import { acceptedStep } from './totp.ts'

export type Claimed = {
  /** Finds the claimed account; undefined when there is none. */
  find(db: Db): Promise<Credentials | undefined>
  /** The account as typed, normalized; used for throttling. */
  account: string
  /** Null when a session already proves the password and only the code is checked. */
  password: string | null
  otp: string | null
  /** Whether a hash with old settings is renewed. The effect then writes a proven event, because the state has changed. */
  renewsHash?: boolean
  /** Action under which a failure is audited. */
  action: AuditAction
  actor: Actor
}
export type Proof = ReturnType<typeof createProof>

/**
 * Checks password and second factor: throttled, in the same time whether or not the account exists, the code used up
 * under a lock.
 */
export function createProof({
  db: pool,
  now,
  passwords,
  throttle,
  vault,
  audit,
  provenTables,
}: {
  db: Db
  now: () => Date
  passwords: PasswordHasher
  throttle: SignInThrottle
  vault: Pick<Vault, 'open' | 'state'>
  audit: Pick<DeferredAudit, 'record'>
  provenTables: ProvenTables
}) {
  /** Runs under the lock of the row, so that a code sent twice at the same time works once. */
  async function useSecondFactor(
    db: Db,
    credentials: Credentials,
    { otp, actor }: Pick<Claimed, 'otp' | 'actor'>,
  ): Promise<void> {
    if (otp === null && hasFreshPasskey(actor, now())) return
    if (!credentials.otp_confirmed_at) return demandPasskey(credentials)
    if (otp === null) throw new Failure('unauthorized', 'otp_required', 'A one-time code is required.')
    const recoveryCode = hashRecoveryCode(otp)
    if (recoveryCode && (await useRecoveryCode(db, provenTables, credentials.id, recoveryCode, now()))) return
    const seed = await vault.open(db, otpSeedPlace(credentials.id), credentials.otp_secret as Buffer)
    const step = acceptedStep(seed, otp, now(), credentials.otp_last_step)
    seed.fill(0)
    if (step === undefined)
      throw new Failure('unauthorized', 'otp_invalid', 'The one-time code is not valid.')
    await change(db, credentials, { otp_last_step: step })
  }

  /** An account with passkeys and without one-time codes: the password alone is not enough. */
  function demandPasskey({ passkeys }: Credentials): void {
    if (passkeys > 0) throw passkeyRequired()
  }

  function change(
    db: Db,
    { id }: Credentials,
    changes: { otp_last_step?: number; password_hash?: string },
  ): Promise<void> {
    return provenTables.change(db, administratorTable, id, () => updateCredentials(db, id, changes))
  }

  async function passwordMatches(credentials: Credentials | undefined, password: string | null) {
    return password === null || passwords.verify(credentials?.password_hash, password)
  }

  /** Not while the vault is sealed: the change could not be proven. */
  async function renewedHash({ password_hash }: Credentials, { password, renewsHash }: Claimed) {
    if (!renewsHash || password === null || vault.state() === 'sealed') return undefined
    return password_hash !== null && passwords.isStale(password_hash) ? passwords.hash(password) : undefined
  }

  return {
    useSecondFactor,

    /**
     * Runs `effect` in one transaction after password and code were checked. The password is checked before the
     * transaction, because hashing is slow; if it changed in between, the proof fails.
     */
    async prove<T>(
      claimed: Claimed,
      effect: (db: Db, credentials: Credentials, isHashRenewed: boolean) => Promise<T>,
    ): Promise<T> {
      let known: Credentials | undefined
      try {
        return await throttle.attempt(claimed.account, claimed.actor.address, async (attempt) => {
          known = await claimed.find(pool)
          // At sign-in such an account is like one that does not exist.
          if (known && claimed.actor.id === known.id) refuseManaged(known)
          const usable = known?.disabled_at === null ? known : undefined
          const matches = await passwordMatches(usable, claimed.password)
          if (!usable || !matches) throw await wrong(pool)
          const renewed = await renewedHash(usable, claimed)

          return pool.transaction().execute(async (db) => {
            const credentials = await lockCredentials(db, provenTables, usable.id)
            const same =
              credentials?.password_hash === usable.password_hash && credentials.disabled_at === null
            if (!credentials || !same) throw await wrong(db)
            await useSecondFactor(db, credentials, claimed)
            if (renewed) await change(db, credentials, { password_hash: renewed })
            await attempt.succeeded(createThrottleStore(db), credentials.id)
            return effect(db, credentials, renewed !== undefined)
          })
        })
      } catch (error) {
        if (error instanceof Failure && error.kind === 'unauthorized') {
          audit.record({
            actor: claimed.actor,
            action: claimed.action,
            // The name of an unknown account is not recorded: people type passwords into that field.
            object: known ? { type: 'administrator', id: known.id } : null,
            outcome: 'failure',
            details: { reason: error.code },
          })
        }
        throw error
      }
    },
  }
}

/** One response for an unknown account, a wrong password and a disabled administrator. */
function wrong(db: Db): Promise<Failure> {
  const code = 'invalid_credentials'
  const refused = new Failure('unauthorized', code, 'The e-mail address or the password is wrong.')
  return withRestoreReason(db, code, refused)
}
