import type { Db } from '../../../platform/db/database.ts'
import { newestId, proofInvalid } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { findPolicy, listPolicies, type Policy, policyTable } from './policy-store.ts'

export type CurrentPolicy = ReturnType<typeof createCurrentPolicy>

const wayOut =
  'The policy is not as the service wrote it, so that nothing is allowed that it decides about. Somebody with a shell on the machine looks at it with "kontor audit verify", and brings it back with "kontor policy recover".'

/**
 * The newest policy, as the service wrote it. A policy forbids: without one, or with one that somebody else wrote, changed
 * or brought back, acts fail with 503 `proof_invalid`. While the vault is sealed, nobody can tell, and no act is done.
 */
export function createCurrentPolicy(provenTables: Pick<ProvenTables, 'check' | 'isNewest' | 'refusal'>) {
  /** The policy, if it is proven. */
  async function demand(db: Db, policy: Policy | undefined): Promise<Policy> {
    // It may have been read before a change whose commit this node knows of by now.
    const read = policy && provenTables.isNewest(policyTable, policy) ? policy : await findPolicy(db)
    if (!read) throw provenTables.refusal(policyTable, newestId, 'missing', wayOut)
    const standing = await provenTables.check(db, policyTable, read)
    if (standing === 'unproven') throw proofInvalid({ kind: 'policy' }, String(read.version), wayOut)
    if (!provenTables.isNewest(policyTable, read))
      throw provenTables.refusal(policyTable, newestId, 'older', wayOut)
    return read
  }

  const find = async (db: Db): Promise<Policy> => demand(db, await findPolicy(db))

  return {
    demand,
    find,

    /** Every version, oldest first: what was in force before matters, too, and none of it may be missing. */
    async list(db: Db): Promise<Policy[]> {
      const { version } = await find(db)
      const versions = await listPolicies(db)
      if (versions.length !== version) throw provenTables.refusal(policyTable, newestId, 'missing', wayOut)
      for (const one of versions)
        if ((await provenTables.check(db, policyTable, one)) === 'unproven')
          throw proofInvalid({ kind: 'policy' }, String(one.version), wayOut)
      return versions
    },
  }
}
