import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChallengeRow } from './address-book-tables.ts'

const hour = 3_600_000
/** How long a signature over a challenge is accepted. */
export const challengeMs = hour
/** How long an approval can wait for votes, and then for its use. */
export const heldMs = (72 + 24) * hour

/** The account that a challenge is about, and whose address book it is. */
export interface ChallengedAccount {
  organizationId: string
  network: Network
  account: string
}

export async function insertChallenge(db: Db, challenge: ChallengeRow): Promise<void> {
  await db.insertInto('address_challenges').values(challenge).execute()
}

/** The challenge with this message, if it is one for this account that can still be used. Locked, so that it is used once. */
export function lockLivingChallenge(
  db: Db,
  { organizationId, network, account }: ChallengedAccount,
  message: string,
  at: Date,
): Promise<ChallengeRow | undefined> {
  return (
    db
      .selectFrom('address_challenges')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('network', '=', network)
      .where('account', '=', account)
      .where('message', '=', message)
      .where('used_at', 'is', null)
      // After the clock was set back, a challenge must not be valid for longer.
      .where('created_at', '<=', new Date(at.getTime() + challengeMs))
      .where(({ or, eb }) => or([eb('expires_at', '>', at), eb('held_until', '>', at)]))
      .forUpdate()
      .executeTakeFirst()
  )
}

/** Keeps a challenge while other people decide. Only the first time counts, so that asking again does not prolong it. */
export async function holdChallenge(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('address_challenges')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('held_until', 'is', null)
    .execute()
}

export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('address_challenges').set({ used_at: at }).where('id', '=', id).execute()
}

/** Deletes challenges that cannot be used any more; at most so many at once. Returns how many. */
export async function deleteOldChallenges(db: Db, at: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('address_challenges')
    .where('id', 'in', (query) =>
      query
        .selectFrom('address_challenges')
        .select('id')
        .where('expires_at', '<', at)
        .where(({ or, eb }) =>
          or([eb('used_at', 'is not', null), eb('held_until', 'is', null), eb('held_until', '<', at)]),
        )
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
