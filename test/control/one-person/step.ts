import { roles } from '../../../contract/api/roles.ts'
import { fc } from '../../support/cases/properties.ts'
import type { World } from './world.ts'

export type Step = fc.AsyncCommand<object, World>

/** A command whose name and values are printed when a run fails. */
export function step<T>(
  name: string,
  values: fc.Arbitrary<T>,
  run: (world: World, values: T) => Promise<unknown>,
): fc.Arbitrary<Step> {
  return values.map((drawn) => ({
    check: () => true,
    run: async (_model: object, world: World) => void (await run(world, drawn)),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(drawn)}`,
  }))
}

export const any = fc.nat(23)
export const role = fc.constantFrom(...roles)
