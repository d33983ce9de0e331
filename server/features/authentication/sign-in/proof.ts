import type { Actor } from '../../../platform/actor.ts'
import type { LateAudit } from '../../../platform/audit/late-audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import * as store from '../../administrators/credentials.ts'
import type { PasswordHasher } from '../../administrators/passwords/password-hasher.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { acceptedStep } from './totp.ts'

export type Claimed = {
  /** Finds the account that is claimed; undefined when there is none. */
  find(db: Db): Promise<store.Credentials | undefined>
  /** The account as it was typed, normalized: what the throttle counts. */
  account: string
  /** Null when the session vouches for the person and only the code is to be proved. */
  password: string | null
  otp: string | null
  /** What the failure is written down as. */
  action: string
  actor: Actor
}
export type Proof = ReturnType<typeof createProof>

export function otpSeedPlace(administratorId: string) {
  return { organizationId: null, table: 'administrators', record: administratorId, field: 'otp_secret' }
}

/** Proof of who somebody is: throttled, in like time for any account, the one-time code used up under a lock. */
export function createProof({
  db: pool,
  now,
  passwords,
  throttle,
  vault,
  audit,
}: {
  db: Db
  now: () => Date
  passwords: PasswordHasher
  throttle: SignInThrottle
  vault: Pick<Vault, 'open'>
  audit: Pick<LateAudit, 'record'>
}) {
  /** Runs under the lock of the row, so that a code which arrives twice at the same moment is used once. */
  async function useSecondFactor(db: Db, credentials: store.Credentials, otp: string | null): Promise<void> {
    if (!credentials.otp_confirmed_at) return
    if (otp === null) throw new Failure('unauthorized', 'otp_required', 'A one-time code is needed.')
    const recoveryCode = hashRecoveryCode(otp)
    if (recoveryCode && (await store.useRecoveryCode(db, credentials.id, recoveryCode, now()))) return
    const seed = await vault.open(db, otpSeedPlace(credentials.id), credentials.otp_secret as Buffer)
    const step = acceptedStep(seed, otp, now(), credentials.otp_last_step)
    seed.fill(0)
    if (step === undefined)
      throw new Failure('unauthorized', 'otp_invalid', 'The one-time code is not valid.')
    await store.updateCredentials(db, credentials.id, { otp_last_step: step })
  }

  async function passwordMatches(credentials: store.Credentials | undefined, password: string | null) {
    return password === null || passwords.verify(credentials?.password_hash, password)
  }

  async function renewedHash(credentials: store.Credentials, password: string | null) {
    return password !== null && passwords.isStale(credentials.password_hash) && passwords.hash(password)
  }

  return {
    useSecondFactor,

    /**
     * Runs `effect` in one transaction once password and code are proved. The password is checked before it, because
     * that takes long; should it change meanwhile, the proof does not hold.
     */
    async prove<T>(
      claimed: Claimed,
      effect: (db: Db, credentials: store.Credentials) => Promise<T>,
    ): Promise<T> {
      let known: store.Credentials | undefined
      try {
        return await throttle.attempt(claimed.account, claimed.actor.address, async (attempt) => {
          known = await claimed.find(pool)
          const usable = known?.disabled_at === null ? known : undefined
          const matches = await passwordMatches(usable, claimed.password)
          if (!usable || !matches) throw wrong()
          const renewed = await renewedHash(usable, claimed.password)

          return pool.transaction().execute(async (db) => {
            const credentials = await store.lockCredentials(db, usable.id)
            const same =
              credentials?.password_hash === usable.password_hash && credentials.disabled_at === null
            if (!credentials || !same) throw wrong()
            await useSecondFactor(db, credentials, claimed.otp)
            if (renewed) await store.updateCredentials(db, credentials.id, { password_hash: renewed })
            await attempt.succeeded(db, credentials.id)
            return effect(db, renewed ? { ...credentials, password_hash: renewed } : credentials)
          })
        })
      } catch (error) {
        if (error instanceof Failure && error.kind === 'unauthorized') {
          audit.record({
            actor: claimed.actor,
            action: claimed.action,
            // Of an unknown account nothing is written: people type passwords into that field.
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
function wrong(): Failure {
  return new Failure('unauthorized', 'invalid_credentials', 'The e-mail address or the password is wrong.')
}
