import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { chosen } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { type ServiceProcess, startProcess } from '../support/processes/service-process.ts'

/** Where a process is killed: at the n-th time that it does this, before it or as soon as it is done. */
export interface KillCase {
  step: string
  occurrence: number
  moment: 'before' | 'after'
}

type Env = Record<string, string>

const killPoint = join(import.meta.dirname, 'kill-point.ts')
const cli = join(import.meta.dirname, '../../cli/main.ts')

/** The service, killed there if a place is given. */
export async function startKillable(
  env: Env,
  { place, file }: { place?: KillCase; file?: string },
): Promise<ServiceProcess> {
  return startProcess(
    {
      ...env,
      ...(place && { KONTOR_TEST_KILL: JSON.stringify(place) }),
      ...(file && { KONTOR_TEST_STEPS: file }),
    },
    ['--import', killPoint],
  )
}

async function run(args: readonly string[], env: Env) {
  const child = spawn(process.execPath, ['--import', killPoint, cli, ...args], { env: childEnvironment(env) })
  child.stdin.end()
  const [[code, signal], output] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, string | null]>,
    Promise.all([text(child.stdout), text(child.stderr)]),
  ])
  return { code, signal, output: output.join('') }
}

/** Runs a command to its end. Returns where it could be killed: the first and the last time at each place of the code. */
export async function rehearse(args: readonly string[], env: Env): Promise<KillCase[]> {
  const file = newStepsFile()
  const { code, output } = await run(args, { ...env, KONTOR_TEST_STEPS: file })
  expect([code, output]).toEqual([0, expect.anything()])
  return casesOf(file, changesSomething)
}

function newStepsFile(): string {
  return join(mkdtempSync(join(inject('runDir'), 'steps-')), 'steps')
}

/** What a process has done so far. */
export function stepsIn(file: string): string[] {
  // A step of no file of ours ends with a space.
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '').split('\n') : []
}

export function casesOf(file: string, isKilledAt: (step: string) => boolean = () => true): KillCase[] {
  const counts = new Map<string, number>()
  for (const step of stepsIn(file).filter(isKilledAt)) counts.set(step, (counts.get(step) ?? 0) + 1)
  return fewOfEachPlace([...counts]).flatMap(([step, count]): KillCase[] => [
    { step, occurrence: 1, moment: 'before' },
    ...(count > 1 ? [{ step, occurrence: count, moment: 'before' as const }] : []),
    // What makes a result visible to others: the process dies before it knows that it did.
    ...(/^(commit|rename|link)\b|commit /.test(step)
      ? [{ step, occurrence: count, moment: 'after' as const }]
      : []),
  ])
}

/** Before a command reads, everything is as after the step before. */
function changesSomething(step: string): boolean {
  return !/^(select|set|show|begin|start) /.test(step) || /^select \w+_append /.test(step)
}

/**
 * One place sends a statement for each table, and one for each migration: there, the first, the last and one between them
 * stand for all. A statement of a place is known by its first word, a migration (which begins with a sentence) by none.
 */
function fewOfEachPlace(steps: readonly [step: string, count: number][]): [string, number][] {
  const byPlace = Map.groupBy(steps, ([step]) => {
    const end = step.lastIndexOf(' in ')
    const words = step.slice(0, end).split(' ')
    return `${words.length > 2 ? '' : words[0]}${step.slice(end)}`
  })
  return [...byPlace.values()].flatMap((all) =>
    all.filter((_step, index) => [0, Math.floor(all.length / 2), all.length - 1].includes(index)),
  )
}

/** Two cases in `npm test`; all in `npm run test:full`. */
export const fewOf = (cases: readonly KillCase[]) => chosen(2, cases)

/**
 * At most twenty in `npm run test:full`, spread over what the command does: each takes ten seconds, and a command has
 * hundreds. The seed of the run says where they begin, so that other runs reach the others.
 */
export function someOf(cases: readonly KillCase[]): KillCase[] {
  const distance = Math.ceil(cases.length / 20)
  return cases.filter((_case, index) => index % distance === seed % distance)
}

/**
 * Runs a command until it is killed there. What a rehearsal did for the first time, such as making a key, is not done again:
 * then the command ends by itself, and must not have been there.
 */
export async function killAt(args: readonly string[], env: Env, place: KillCase): Promise<void> {
  const file = newStepsFile()
  const { signal, code, output } = await run(args, {
    ...env,
    KONTOR_TEST_KILL: JSON.stringify(place),
    KONTOR_TEST_STEPS: file,
  })
  const times = stepsIn(file).filter((step) => step === place.step).length
  const expected = times < place.occurrence ? [null, 0] : ['SIGKILL', null]
  expect([place, signal, code, output]).toEqual([place, ...expected, expect.anything()])
}

/** PostgreSQL rolls back what the killed process had begun as soon as it finds the connection closed. */
export async function untilForgotten(db: Db): Promise<void> {
  const left = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name in ('kontor cli', 'kontor backup', 'kontor restore')
    `.execute(db)
    return rows.length
  }
  await expect.poll(left, { interval: 20 }).toBe(0)
}
