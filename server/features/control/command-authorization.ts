import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { createProofs } from '../../platform/proofs/proofs.ts'
import { createProvenTables } from '../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import { createAsk } from './approvals/ask.ts'
import { createProvenApprovals } from './approvals/proven-approvals.ts'
import { createAuthorization } from './authorize.ts'
import type { People } from './people/people.ts'
import { createCurrentPolicy } from './policy/current-policy.ts'
import { createCurrentRules } from './policy/current-rules.ts'

const closedVault = {
  state: () => 'sealed' as const,
  dataKey: async () => {
    throw vaultSealed()
  },
}

/**
 * The same policy for commands on the machine. Whoever runs them is above it, so that no proof is made or checked, and they
 * are no node: nothing is kept in memory.
 */
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
  const provenTables = createProvenTables({
    proofs: createProofs({ vault: closedVault }),
    register: { last: () => undefined },
  })
  const policy = createCurrentPolicy(provenTables)
  const rules = createCurrentRules({ db, notifications, policy, floor: [] })
  // Nobody votes on a command, so that neither a signature nor the half of a link is looked for.
  const provenApprovals = createProvenApprovals({ provenTables, areSigned: async () => [] })
  const linkHalves = { of: async () => [] }
  return createAuthorization({
    now,
    people,
    rules,
    ask: createAsk({ db, now, provenApprovals }),
    provenApprovals,
    provenTables,
    linkHalves,
    canFound: async () => false,
  })
}
