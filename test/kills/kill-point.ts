// Loaded before a command or the service (`node --import`): it counts the statements that the process sends and what it does
// with files, and kills the process at one of them. The product knows nothing of it.
import { appendFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import type { KillCase } from './killed.ts'

const root = join(import.meta.dirname, '../..')
const { KONTOR_TEST_STEPS: stepsFile, KONTOR_TEST_KILL: given } = process.env
const wanted: KillCase | undefined = given === undefined ? undefined : JSON.parse(given)
const counts = new Map<string, number>()
Error.stackTraceLimit = 60

/** Does one step, unless the process is to be killed before it or right after it. */
async function step<T>(what: string, work: () => T): Promise<Awaited<T>> {
  const name = `${what} in ${placeOf(new Error().stack ?? '')}`
  const occurrence = (counts.get(name) ?? 0) + 1
  counts.set(name, occurrence)
  if (stepsFile) appendFileSync(stepsFile, `${name}\n`)
  const isHere = wanted?.step === name && wanted.occurrence === occurrence
  if (isHere && wanted.moment === 'before') process.kill(process.pid, 'SIGKILL')
  const result = await work()
  if (isHere) process.kill(process.pid, 'SIGKILL')
  return result
}

/** The two innermost functions of the product, below what sends statements for all others. */
function placeOf(stack: string): string {
  const frames = [...stack.matchAll(/file:\/\/([^\s)]+):(\d+):\d+/g)]
    .map(([, path = '', line]) => ({ path: path.slice(root.length + 1), line }))
    .filter(({ path }) => /^(server|cli)\//.test(path) && !path.startsWith('server/platform/db/primary/'))
  return frames
    .slice(0, 2)
    .map(({ path, line }) => `${path}:${line}`)
    .join(' < ')
}

/** A migration is known by how it begins; of other statements, tables may vary from one to the next. */
function statementName(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string })?.text ?? '')
  const isLong = text.length > 400
  return `${(text.match(/[a-z0-9_]+/gi) ?? []).slice(0, isLong ? 6 : 2).join(' ')}${text.includes('commit') && !isLong ? ' commit' : ''}`
}

const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const isStream = typeof first === 'object' && first !== null && 'submit' in first
    // A stream is used as it is returned; callbacks are used by the pool alone.
    if (isStream || typeof args.at(-1) === 'function') {
      void step(statementName(first), () => {})
      return query.apply(this, args)
    }
    return step(statementName(first), () => query.apply(this, args))
  },
})

const changing = ['open', 'mkdir', 'rename', 'link', 'unlink', 'rm'] as const
const originals = { ...fs } as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
const handle = await originals.open?.('/dev/null', 'r')
const methods = Object.getPrototypeOf(handle)
await (handle as fs.FileHandle).close()
for (const name of changing) {
  Object.assign(fs, {
    [name]: (...args: unknown[]) =>
      step(name, () => (originals[name] as (...args: unknown[]) => unknown)(...args)),
  })
}
for (const name of ['writev', 'write', 'sync', 'truncate']) {
  const original = methods[name]
  methods[name] = function (this: unknown, ...args: unknown[]) {
    return step(name, () => original.apply(this, args))
  }
}
syncBuiltinESMExports()
