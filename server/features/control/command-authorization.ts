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
  return createAuthorization({ now, people, rules, ask: createAsk({ db, now }) })
}
