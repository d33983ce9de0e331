import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

/** `kontor …` as a process of its own, with exactly this environment. */
export async function runCli(args: string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), ...args], {
    // Compiled modules are kept for the run: most of a command's time is its start.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(inject('runDir'), 'compiled'), ...env },
  })
  child.stdin.end(input)
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}
