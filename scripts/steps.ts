import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'

export interface Step {
  /** As it would be typed: `npm test`, `npm run fuzz -- --requests 20000`. */
  command: string
  env?: Record<string, string>
}

interface Result extends Counts {
  command: string
  seconds: number
  /** The last line a step prints, unless it is the line of its counts. */
  note: string
  /** The lines that name what failed. */
  failures: string[]
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const root = dirname(import.meta.dirname)
const countsLine = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

/** A step that fails does not keep the next one from running. Ends the process: with 1 if anything failed or was left out. */
export async function runSteps(steps: readonly Step[]): Promise<never> {
  const results: Result[] = []
  let interrupted = false
  process.on('SIGINT', () => {
    interrupted = true
  })
  for (const step of steps) if (!interrupted) results.push(await run(step))
  const total = {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    skipped: sum(results, 'skipped'),
  }
  const failures = results.flatMap((result) => result.failures)
  console.log(`\n${[table(results), ...failures].join('\n')}\n\n${countsText(total)}`)
  process.exit(total.failed > 0 || interrupted ? 1 : 0)
}

/** One plain line, the same after every kind of run: `1570 passed, 0 failed, 8 skipped`. */
export function countsText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** One line for a failure, which `runSteps` repeats at the end of all steps. */
export function failedLine(name: string, message: string): string {
  return `Failed: ${name}: ${message.split('\n', 1)[0]?.slice(0, 300)}`
}

async function run({ command, env = {} }: Step): Promise<Result> {
  console.log(`\n== ${command}`)
  const since = performance.now()
  const [file = '', ...args] = command.split(' ')
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines: string[] = []
  let rest = ''
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.filter((line) => line.trim() !== ''))
  })
  const [code] = await once(child, 'close')
  const seconds = (performance.now() - since) / 1000
  const note = lines.findLast((line) => !countsLine.test(line)) ?? ''
  const failures = lines.filter((line) => line.startsWith('Failed: '))
  return { command, seconds, note, failures, ...counts(lines, code === 0) }
}

/** A step that prints no counts is one check, passed or failed by its exit code. */
function counts(lines: readonly string[], succeeded: boolean): Counts {
  const printed = lines.findLast((line) => countsLine.test(line))
  if (printed === undefined) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
  const [, passed = 0, failed = 0, skipped = 0] = (countsLine.exec(printed) ?? []).map(Number)
  return { passed, failed: succeeded ? failed : Math.max(failed, 1), skipped: skipped || 0 }
}

function sum(results: readonly Result[], key: keyof Counts): number {
  return results.reduce((total, result) => total + result[key], 0)
}

function table(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ command }) => command.length))
  return results
    .map(
      ({ command, seconds, note, ...counts }) =>
        `${command.padEnd(width)}  ${`${Math.round(seconds)} s`.padStart(7)}  ${countsText(counts)}  ${note.slice(0, 120)}`,
    )
    .join('\n')
}
