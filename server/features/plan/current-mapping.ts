import type { Db } from '../../platform/db/database.ts'
import { defaultPlan } from './default-plan.ts'
import { type Mapping, mappingOf } from './mapping.ts'
import { findPlan } from './plan-store.ts'

/** By the plan that counts now. */
export async function currentMapping(db: Db): Promise<Mapping> {
  return mappingOf((await findPlan(db))?.rules ?? defaultPlan)
}
