import type { Db } from '../../../platform/db/database.ts'
import type { Notifications } from '../../../platform/db/notifications.ts'
import type { CurrentPolicy } from './current-policy.ts'
import type { Policy } from './policy-store.ts'
import type { Rules } from './rules.ts'

export type CurrentRules = ReturnType<typeof createCurrentRules>

/**
 * The rules that apply: those of the newest policy and those of the environment. Kept in memory for the check of
 * freshness, which every act passes; while notifications cannot arrive, they are read each time. The transaction of an
 * act always reads them itself.
 */
export function createCurrentRules({
  db: pool,
  notifications,
  policy,
  floor,
}: {
  db: Db
  policy: CurrentPolicy
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  floor: Rules
}) {
  let kept: Rules | undefined
  let changes = 0
  const forget = () => {
    changes += 1
    kept = undefined
  }
  notifications.listen('kontor_policy', forget, forget)

  const withFloor = ({ rules, version }: Policy) => ({ rules: [...rules, ...floor], version })
  const read = async (db: Db): Promise<{ rules: Rules; version: number }> => withFloor(await policy.find(db))

  return {
    floor,
    read,
    /** The same of a policy that was read with something else. */
    of: async (db: Db, found: Policy | undefined) => withFloor(await policy.demand(db, found)),
    /** The rules as this node last read them, if it has. They may have changed since. */
    lastKnown: () => kept,
    /** The rules as this node knows them. */
    current(): Rules | Promise<Rules> {
      if (kept && notifications.isLive()) return kept
      const before = changes
      return read(pool).then(({ rules }) => {
        // A change that was notified while the row was read may concern it: then it is not kept.
        if (before === changes && notifications.isLive()) kept = rules
        return rules
      })
    },
    forget,
  }
}
