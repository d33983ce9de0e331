import { randomBytes } from 'node:crypto'
import { fault } from '../../../contract/api/faults.ts'
import type {
  AddressChallengeBody,
  AddressChallengeResponse,
} from '../../../contract/wallets/address-book.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { usualSpelling } from './book-failures.ts'
import { challengeMessage } from './challenge-message.ts'
import { challengeMs, insertChallenge } from './challenge-store.ts'

export type ChallengeService = ReturnType<typeof createChallengeService>

/** `installation` is the address of the console, which tells whoever signs who has asked. */
export function createChallengeService({
  db: pool,
  now,
  organizations,
  installation,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'require'>
  installation: string
}) {
  return {
    make(
      organizationId: string,
      { network, address: text }: AddressChallengeBody,
      key: IdempotencyKey | null,
    ): Promise<AddressChallengeResponse> {
      return withIdempotency(pool, key, async (db) => {
        const organization = await organizations.require(db, organizationId)
        const address = usualSpelling(network, text)
        if (network === 'tron') throw new Invalid([fault(['body', 'network'], 'tron_only_declared')])
        const at = now()
        const expiresAt = new Date(at.getTime() + challengeMs)
        const nonce = randomBytes(16).toString('hex')
        const message = challengeMessage({ installation, organization, network, address, nonce, expiresAt })
        await insertChallenge(db, {
          id: newId(),
          nonce,
          organization_id: organization.id,
          network,
          account: accountOf(network, address),
          message,
          created_at: at,
          expires_at: expiresAt,
          held_until: null,
          used_at: null,
        })
        return { message, expires_at: expiresAt.toISOString() }
      })
    },
  }
}
