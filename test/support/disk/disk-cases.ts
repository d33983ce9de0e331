import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Random } from '../cases/random.ts'
import { isFull } from '../cases/scale.ts'
import { createFaultyDisk, type Fault, type FaultyDisk, faults } from './faulty-disk.ts'

/** What happens at a call: it fails, or after it the power fails, or the process is killed. */
export type Event = Fault | 'power failure' | 'kill'
export interface DiskCase {
  call: number
  event: Event
}

export const events: readonly Event[] = [...faults, 'power failure', 'kill']

/** A backup has a file for each table: of very many cases, a run has a choice, and each run another one. */
const most = 250

/**
 * Every event at every call in `npm run test:full`, or `full` of them, others in every run. In `npm test` those at the last call, and a choice
 * of `quick` others.
 */
export function diskCases(
  calls: readonly string[],
  random: Random,
  { quick, full = most, only = events }: { quick: number; full?: number; only?: readonly Event[] },
): DiskCase[] {
  const all = calls.flatMap((name, at) =>
    only
      .filter((event) => (event !== 'half' && event !== 'short') || name.startsWith('write'))
      .map((event) => ({ call: at + 1, event })),
  )
  const count = isFull ? full : quick
  // The last call is where everything is done, but not yet certain.
  const last = all.filter(({ call }) => call === calls.length)
  const others = all.slice(0, -last.length)
  const chosen = Array.from({ length: Math.min(count, others.length) }, () =>
    others.splice(random.below(others.length), 1),
  )
  return [...last, ...chosen.flat()]
}

export function emptyDisk(): FaultyDisk {
  return createFaultyDisk(newDirectory())
}

/** Makes the event happen at its call. */
export function arm(disk: FaultyDisk, { call, event }: DiskCase): void {
  if (event === 'power failure' || event === 'kill') disk.stopAfter(call)
  else disk.failAt(call, event)
}

/** The disk with which the service starts again after the event. */
export function diskAfter(disk: FaultyDisk, { event }: DiskCase, random?: Random): FaultyDisk {
  disk.goOn()
  return event === 'power failure' ? afterPowerFailure(disk, random) : disk
}

export function afterPowerFailure(disk: FaultyDisk, random?: Random): FaultyDisk {
  const target = newDirectory()
  disk.powerFailure(target, random)
  return createFaultyDisk(target)
}

const directories: string[] = []

function newDirectory(): string {
  const directory = mkdtempSync(join(inject('runDir'), 'disk-'))
  directories.push(directory)
  return directory
}

/** At the end of each case, because there are many. */
export function removeDisks(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
}
