import type { FailureCode } from '../error-codes.ts'
import { accessFailures } from './access.ts'
import { controlFailures } from './control.ts'
import { custodyFailures } from './custody.ts'
import { dealsFailures } from './deals.ts'
import type { FailureGuide } from './failure-guide.ts'
import { organizationsFailures } from './organizations.ts'
import { serviceFailures } from './service.ts'

export { faultCures } from './fault-cures.ts'

/**
 * Why a request fails with each code, and what to do. `docs/errors.md` and `/openapi.json` are made from this table. A code
 * without its entry does not compile.
 */
export const failureGuide: Readonly<Record<FailureCode, FailureGuide>> = {
  ...accessFailures,
  ...controlFailures,
  ...organizationsFailures,
  ...dealsFailures,
  ...custodyFailures,
  ...serviceFailures,
}
