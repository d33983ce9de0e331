import type { FailureCode } from './error-codes.ts'
import { accessFailures } from './error-guide/access.ts'
import { controlFailures } from './error-guide/control.ts'
import { custodyFailures } from './error-guide/custody.ts'
import { dealsFailures } from './error-guide/deals.ts'
import type { FailureGuide } from './error-guide/failure-guide.ts'
import { organizationsFailures } from './error-guide/organizations.ts'
import { serviceFailures } from './error-guide/service.ts'

export { faultCures } from './error-guide/fault-cures.ts'

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
