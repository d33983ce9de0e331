import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { createAsk } from './approvals/ask.ts'
import { createAuthorization } from './authorize.ts'
import type { People } from './people/people.ts'
import { createCurrentRules } from './policy/current-rules.ts'

/** The same policy for commands on the machine. Commands are no node: nothing is kept in memory. */
export function createCommandAuthorization({
  db,
  now,
  people,
}: {
  db: Db
  now: () => Date
  people: People
}): Authorization {
  const notifications = { listen: () => {}, isLive: () => false }
  const rules = createCurrentRules({ db, notifications, floor: [] })
  // Nobody votes on a command, so that no half of a link is looked for.
  const linkHalves = { of: async () => [] }
  return createAuthorization({
    now,
    people,
    rules,
    ask: createAsk({ db, now }),
    linkHalves,
    canFound: async () => false,
  })
}
