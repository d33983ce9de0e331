import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { roles } from '../../contract/roles.ts'
import { startServer } from '../support/harness.ts'
import { fc } from '../support/properties.ts'
import { scaled } from '../support/scale.ts'
import { seed } from '../support/seed.ts'
import { strictPolicies } from './one-person/rules.ts'
import { story } from './one-person/steps.ts'
import { createWorld } from './one-person/world.ts'

/** A policy file that follows from the seed. */
function policyFile(): string {
  const path = join(mkdtempSync(join(inject('runDir'), 'policy-')), 'policy.json')
  writeFileSync(path, JSON.stringify({ rules: fc.sample(strictPolicies, { seed, numRuns: 1 })[0] }))
  return path
}

const floors: [string, number, Record<string, string>][] = [
  ['rules that are set while everybody is at work', 0, {}],
  [
    'the short forms',
    1,
    {
      KONTOR_REVEAL_APPROVAL: 'second-administrator',
      KONTOR_FOUR_EYES: 'documents',
      KONTOR_APPROVAL_THRESHOLD: 'RUB:1000',
    },
  ],
  ['a policy file', 2, { KONTOR_POLICY_FILE: policyFile() }],
]

// The walks that were found by hand are in walks.test.ts.
describe.each(floors.slice(0, scaled(1, floors.length)))(
  'one person never gets past a rule that asks for two: %s',
  (_name, number, env) => {
    const server = startServer({ env })

    test(
      'in any order, with any accounts, sessions and keys, however long they wait',
      async () => {
        const counts = { done: 0, refused: 0, votes: 0 }
        await fc.assert(
          fc.asyncProperty(
            fc.oneof({ weight: 2, arbitrary: fc.constant('owner' as const) }, fc.constantFrom(...roles)),
            // Most colleagues never vote; some do once, and exactly that act becomes possible.
            fc.constantFrom(0, 1),
            story,
            async (role, trust, steps) => {
              const world = await createWorld(server, role, trust)
              await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
              for (const key of ['done', 'refused', 'votes'] as const) counts[key] += world.counts[key]
            },
          ),
          { seed: seed + number, numRuns: scaled(1, 5), endOnFailure: true },
        )
        // A run in which nothing happens shows nothing.
        expect(counts.done + counts.refused).toBeGreaterThan(scaled(0, 10))
      },
      scaled(240_000, 1_800_000),
    )
  },
)
