import { type Act, definitionOf } from '../../../../contract/api/acts.ts'

const hour = 3_600_000

/** How long an approval waits for votes. */
export const waitMs = 72 * hour

/** How long an act may be done after the last vote. */
export function goodForMs(act: Act): number {
  return definitionOf(act).isRepeatable ? hour / 6 : 24 * hour
}
