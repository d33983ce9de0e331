import type {
  PasswordLinkResponse,
  ReadLinkRequest,
  SetPasswordRequest,
} from '../../../../contract/administrators/auth.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { DeferredAudit } from '../../../platform/audit/deferred-audit.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../../platform/authorization/authority-lock.ts'
import { countedAddress } from '../../../platform/client-address.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { confirmLineage } from '../../administrators/accounts/lineage.ts'
import { recordProven } from '../../administrators/accounts/proven-audit.ts'
import { administratorTable } from '../../administrators/accounts/proven-people.ts'
import { findCredentials, lockCredentials, setPassword } from '../../administrators/credentials.ts'
import { linkInvalid, type PasswordLinks, takePasswordLink } from '../../administrators/password-links.ts'
import type { PasswordHasher } from '../../administrators/passwords/password-hasher.ts'
import { refuseWeakPassword } from '../../administrators/passwords/password-rules.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { createThrottleStore } from './throttle-store.ts'

export type SetPasswordService = ReturnType<typeof createSetPasswordService>

/** Sets a password with a one-time link. It signs nobody in: the person then signs in as always. */
export function createSetPasswordService({
  db: pool,
  now,
  passwords,
  links,
  throttle,
  audit,
  auditProofs,
  provenTables,
}: {
  db: Db
  now: () => Date
  passwords: Pick<PasswordHasher, 'hash'>
  links: Pick<PasswordLinks, 'find' | 'read'>
  throttle: SignInThrottle
  audit: Pick<DeferredAudit, 'record'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
}) {
  async function use(
    { token, password, second_half = null }: SetPasswordRequest,
    actor: Actor,
    succeeded: Succeeded,
  ) {
    const link = await links.find(pool, token, second_half, now())
    const id = link.administrator_id
    const known = await findCredentials(pool, provenTables, id)
    if (known?.disabled_at !== null) throw linkInvalid()
    refuseWeakPassword(['body', 'password'], password, [known.email, known.name])
    // Before the transaction: hashing is slow, and no row may be locked during it.
    const hash = await passwords.hash(password)
    await pool.transaction().execute(async (db) => {
      // From now on the account may count as another person.
      if (link.halfOf !== null) await changeAuthority(db)
      // The lock that a reset takes too: either it comes first, and the link is void, or this password is.
      const credentials = await lockCredentials(db, provenTables, id)
      if (credentials?.disabled_at !== null) throw linkInvalid()
      await takePasswordLink(db, provenTables, link)
      const at = now()
      const confirmed = await provenTables.change(db, administratorTable, id, async () => {
        await setPassword(db, id, hash, at)
        return link.halfOf === null || link.lineage_id === null
          ? 0
          : confirmLineage(db, id, { by: [link.halfOf], at, edgeId: link.lineage_id })
      })
      await succeeded(db, id)
      await recordProven(db, auditProofs, id, actor, {
        action: 'administrator.password_set',
        object: { type: 'administrator', id },
        version: credentials.version,
        ...(confirmed > 0 && { details: { confirmed_by: link.halfOf } }),
        at,
      })
    })
  }

  return {
    /** For whom the link is. The 256 random bits of a token cannot be guessed, so that this is not throttled. */
    async readLink({ token }: ReadLinkRequest): Promise<PasswordLinkResponse> {
      const { administratorId, expiresAt, holders } = await links.read(pool, token, now())
      const known = await findCredentials(pool, provenTables, administratorId)
      if (known?.disabled_at !== null) throw linkInvalid()
      return {
        name: known.name,
        email: known.email,
        is_invitation: known.last_login_at === null,
        expires_at: expiresAt.toISOString(),
        half_from: holders,
      }
    },

    async setPassword(body: SetPasswordRequest, actor: Actor): Promise<void> {
      // Nobody knows whose link a wrong token was meant to be, so that attempts are counted by address only.
      const counted = `set-password ${countedAddress(actor.address)}`
      try {
        await throttle.attempt(counted, actor.address, ({ succeeded }) =>
          use(body, actor, (db, id) => succeeded(createThrottleStore(db), id)),
        )
      } catch (error) {
        if (error instanceof Failure && error.kind === 'unauthorized') {
          const details = { reason: error.code }
          audit.record({
            actor,
            action: 'administrator.password_set',
            object: null,
            outcome: 'failure',
            details,
          })
        }
        throw error
      }
    },
  }
}

type Succeeded = (db: Db, administratorId: string) => Promise<void>
