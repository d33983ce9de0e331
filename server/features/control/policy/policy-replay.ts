import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { policyState } from './policy-service.ts'
import { listPolicies } from './policy-store.ts'

type Version = { state: ReturnType<typeof policyState>; by: string | null; at: string | null }

/** Replays the versions of the policy. Every database begins with the first one, which has no rules. */
export function createPolicyReplay(): ReplayPart {
  const first: Version = { state: policyState({ version: 1, rules: [] }), by: null, at: null }
  const versions = new Map<number, Version>([[1, first]])
  return {
    name: 'Versions of the policy',
    actions: { 'policy.changed': 'always' },

    visit({ seq, state, actor_id, at }) {
      const after = state as Version['state']
      const last = versions.size
      if (after.version !== last + 1)
        return `Row ${seq} has version ${after.version} of the policy, but version ${last} was before it.`
      versions.set(after.version, { state: after, by: actor_id, at })
      return undefined
    },

    async compare(db) {
      const rows = await listPolicies(db)
      const problems = rows.flatMap((row) => {
        const known = versions.get(row.version)
        versions.delete(row.version)
        if (!known)
          return [`Version ${row.version} of the policy is in the database, but not in the audit log.`]
        const actual = {
          state: policyState(row),
          by: row.changed_by,
          at: row.changed_at?.toISOString() ?? null,
        }
        return canonicalJson(actual) === canonicalJson(known)
          ? []
          : [`Version ${row.version} of the policy is not as the audit log says.`]
      })
      for (const version of versions.keys())
        problems.push(`Version ${version} of the policy was deleted from the database.`)
      return { count: rows.length, problems }
    },
  }
}
