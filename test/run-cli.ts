import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** `kontor …` as a process of its own, with exactly this environment. */
export async function runCli(args: string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  })
  child.stdin.end(input)
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}
