import type { Db } from '../../../platform/db/database.ts'
import { findPolicy } from './policy-store.ts'

/** Whether somebody has given the policy a rule. Only to say so: what decides reads the proven policy. */
export async function hasOwnRules(db: Db): Promise<boolean> {
  const policy = await findPolicy(db)
  return policy !== undefined && policy.rules.length > 0
}
