import type { PolicyRule } from '../../../contract/control/policy.ts'
import type { Actor } from '../../platform/actor.ts'
import { findMatchingRows } from '../../platform/audit/audit-reader.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { recountActs } from './acts/recount-acts.ts'
import { policyState } from './policy/policy-service.ts'
import { deletePolicies, listPolicies, type Policy, policyTable, writePolicy } from './policy/policy-store.ts'

type Version = Pick<Policy, 'version' | 'rules' | 'changed_at' | 'changed_by' | 'changed_by_name'>

/** Every database begins with the first one. */
const first: Version = { version: 1, rules: [], changed_at: null, changed_by: null, changed_by_name: null }

/**
 * Brings back the policy as the proven events of the audit log say, and counts again what limits have counted, where rows are
 * missing or not as the service wrote them. For somebody with a shell on the machine, who has looked what happened.
 */
export function recoverPolicy(
  pool: Db,
  {
    now,
    auditProofs,
    provenTables,
    actor,
  }: {
    now: () => Date
    auditProofs: Pick<AuditProofs, 'check'>
    provenTables: Pick<ProvenTables, 'check' | 'prove'>
    actor: Actor
  },
): Promise<{ version: number; versions: number[]; counters: string[] }> {
  return pool.transaction().execute(async (db) => {
    await changeAuthority(db)
    const logged = await loggedVersions(db, auditProofs)
    const inTable = new Map((await listPolicies(db)).map((policy) => [policy.version, policy]))
    const versions: number[] = []
    for (const version of logged) {
      const before = inTable.get(version.version)
      inTable.delete(version.version)
      if (before && (await provenTables.check(db, policyTable, before)) === 'proven') continue
      const proven = await provenTables.prove(db, policyTable, version, { before })
      await writePolicy(db, { ...version, ...proven })
      versions.push(version.version)
    }
    await deletePolicies(db, [...inTable.keys()])
    versions.push(...inTable.keys())
    const counters = await recountActs(db, provenTables, now())
    const { version } = logged.at(-1) as Version
    if (versions.length > 0 || counters.length > 0)
      recordChange(db, actor, {
        action: 'policy.recovered',
        object: { type: 'policy', id: 'policy' },
        details: { version, versions, counters },
        at: now(),
      })
    return { version, versions, counters }
  })
}

/** The versions that the service has recorded with a proof, oldest first. */
async function loggedVersions(db: Db, auditProofs: Pick<AuditProofs, 'check'>): Promise<Version[]> {
  const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 100_000 }
  const versions = new Map([[1, first]])
  for (const { event } of await findMatchingRows(db, { action: 'policy.changed' }, all)) {
    if ((await auditProofs.check(db, event)) !== 'proven') continue
    const { at, actor_id, actor_name, details, state } = JSON.parse(event) as {
      at: string
      actor_id: string
      actor_name: string
      details: { version: number; rules: PolicyRule[] }
      state: ReturnType<typeof policyState>
    }
    const { version, rules } = details
    if (policyState({ version, rules }).rules !== state.rules) continue
    versions.set(version, {
      version,
      rules,
      changed_at: new Date(at),
      changed_by: actor_id,
      changed_by_name: actor_name,
    })
  }
  return [...versions.values()].sort((a, b) => a.version - b.version)
}
