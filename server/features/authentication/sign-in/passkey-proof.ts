import type { PasskeyAssertion } from '../../../../contract/administrators/passkeys.ts'
import type { AuditAction } from '../../../../contract/events/audit.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { DeferredAudit } from '../../../platform/audit/deferred-audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { type Credentials, lockCredentials } from '../../administrators/credentials.ts'
import { withRestoreReason } from '../../administrators/restored-access.ts'
import type { Challenged } from '../passkeys/challenges.ts'
import { isUnknownPasskey, passkeyInvalid } from '../passkeys/passkey-failures.ts'
import type { PasskeyProofs, ProvenAssertion } from '../passkeys/passkey-proofs.ts'
import { ownerOfPasskey } from '../passkeys/passkey-service.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { createThrottleStore } from './throttle-store.ts'

export type PasskeyProof = ReturnType<typeof createPasskeyProof>

/**
 * Checks that a person holds a passkey. It is not throttled: a signature cannot be guessed, and whoever tries the
 * password of somebody must not lock their passkey out.
 */
export function createPasskeyProof({
  db: pool,
  now,
  proofs,
  throttle,
  audit,
  provenTables,
}: {
  db: Db
  now: () => Date
  proofs: PasskeyProofs
  throttle: SignInThrottle
  audit: Pick<DeferredAudit, 'record'>
  provenTables: RowChecks
}) {
  return {
    /** Runs `effect` in the transaction in which the challenge is used up. */
    async prove<T>(
      claimed: Challenged & {
        assertion: PasskeyAssertion
        /** Whose passkey it must be; null at a sign-in, where the passkey says who it is. */
        administratorId: string | null
        /** Action under which a failure is audited. */
        action: AuditAction
        actor: Actor
      },
      effect: (db: Db, credentials: Credentials, proven: ProvenAssertion) => Promise<T>,
    ): Promise<T> {
      const { assertion, action, actor } = claimed
      let administratorId = claimed.administratorId
      try {
        administratorId ??= await ownerOfPasskey(pool, assertion.id)
        const id = administratorId
        return await pool.transaction().execute(async (db) => {
          const credentials = await lockCredentials(db, provenTables, id)
          if (!credentials || credentials.disabled_at !== null) throw passkeyInvalid('unknown')
          const { clientDataJSON } = assertion.response
          const { challenge, standing } = await proofs.challenges.use(db, clientDataJSON, claimed, now())
          const proven = await proofs.verifyAssertion(db, { administratorId: id, challenge, assertion })
          await throttle.succeeded(createThrottleStore(db), {
            account: credentials.email,
            address: actor.address,
            administratorId: id,
          })
          const result = await effect(db, credentials, proven)
          // The vault has opened meanwhile: what was believed while it was sealed must not become a proven session.
          if (standing === 'unknown' && proofs.isKnown()) throw passkeyInvalid('challenge')
          return result
        })
      } catch (error) {
        if (error instanceof Failure && error.kind === 'unauthorized') {
          audit.record({
            actor,
            action,
            object: administratorId === null ? null : { type: 'administrator', id: administratorId },
            outcome: 'failure',
            details: { reason: error.code, fault: error.context?.reason },
          })
        }
        const isUnknownAtSignIn = claimed.administratorId === null && isUnknownPasskey(error)
        throw isUnknownAtSignIn ? await withRestoreReason(pool, 'passkey_invalid', error) : error
      }
    },
  }
}
