import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isFull } from '../cases/scale.ts'
import { childEnvironment } from './child-environment.ts'

export interface Call {
  args: string[]
  env: Record<string, string>
  input: string
}

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/**
 * `kontor …` with exactly this environment and input. `npm test` runs the commands of a worker in one process, because
 * to start one takes longer than most commands do; `npm run test:full` starts one for each.
 */
export function runCli(args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  return isFull ? runCliProcess(args, env, input) : runInHost({ args, env: childEnvironment(env), input })
}

/** The same in a process of its own, for tests that are about the process. */
export async function runCliProcess(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<Outcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../cli/main.ts'), ...args], {
    env: childEnvironment(env),
  })
  child.stdin.end(input)
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

let host: ChildProcess | undefined
let before: Promise<unknown> = Promise.resolve()

/** One command at a time. */
function runInHost(call: Call): Promise<Outcome> {
  const outcome = before.then(async () => {
    host ??= startHost()
    const over = new AbortController()
    const { signal } = over
    try {
      host.send(call)
      const message = once(host, 'message', { signal }) as Promise<[Outcome]>
      const exit = once(host, 'exit', { signal }).then(([code, killed]) => {
        host = undefined
        throw new Error(`the process of the commands ended with ${code ?? killed}`)
      })
      const [outcome] = await Promise.race([message, exit])
      return outcome
    } finally {
      over.abort()
    }
  })
  before = outcome.catch(() => {})
  return outcome
}

/** It does not keep this process: when that ends, it is disconnected and ends as well. */
function startHost(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'cli-host.ts'), {
    env: childEnvironment({}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}
