import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { startServer } from '../support/service/harness.ts'
import { strictPolicies } from './one-person/rules.ts'
import { storyFrom } from './one-person/steps.ts'
import { type Beginning, type Counts, counted, createWorld } from './one-person/world.ts'

/** A policy file that follows from the seed. */
function policyFile(): string {
  const path = join(mkdtempSync(join(inject('runDir'), 'policy-')), 'policy.json')
  writeFileSync(path, JSON.stringify({ rules: fc.sample(strictPolicies, { seed, numRuns: 1 })[0] }))
  return path
}

const owner = fc.constant('owner' as const)
const anybody = scaled(owner, fc.oneof({ weight: 2, arbitrary: owner }, fc.constantFrom(...roles)))

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

const beginnings: [string, Beginning][] = [
  // Founders are declared once in the life of a service: this comes first, and runs once.
  ['whoever was invited becomes a founder', 'founders'],
  ['accounts were made and reset before', 'accounts'],
]

// The walks that were found by hand are in walks.test.ts.
describe.each(floors.slice(0, scaled(1, floors.length)))(
  'one person never gets past a rule that asks for two: %s',
  (_name, floor, env) => {
    const server = startServer({ env })

    // Where the rules come from the environment, there are no founders.
    describe.each(floor === 0 ? beginnings : beginnings.slice(1))('%s', (_name, beginning) => {
      test(
        'in any order, with any accounts, sessions and keys, however long they wait',
        async () => {
          const counts = Object.fromEntries(counted.map((key) => [key, 0])) as Counts
          await fc.assert(
            fc.asyncProperty(
              // One story alone must be one of somebody who may make accounts.
              beginning === 'founders' ? owner : anybody,
              // Some colleagues never vote; others do now and then, and exactly that act becomes possible.
              fc.constantFrom(0, 1, 3),
              storyFrom(beginning),
              async (role, votesForEvery, steps) => {
                const world = await createWorld(server, { role, votesForEvery, beginning })
                await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
                for (const key of counted) counts[key] += world.counts[key]
              },
            ),
            { seed: seed + floor, numRuns: beginning === 'founders' ? 1 : scaled(1, 5), endOnFailure: true },
          )
          // A run in which nothing happens shows nothing: others have voted, also for accounts.
          expect(counts.done + counts.refused).toBeGreaterThan(5)
          expect(counts.links).toBeGreaterThan(0)
        },
        scaled(240_000, 1_800_000),
      )
    })
  },
)
