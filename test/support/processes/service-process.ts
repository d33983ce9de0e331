import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import { until } from './until.ts'

/** The service as its own process, started like `npm start` starts it. */
export interface ServiceProcess {
  child: ChildProcess
  url: string
  output(): string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
}

export function spawnService(
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Omit<ServiceProcess, 'url'> {
  const main = join(import.meta.dirname, '../../../server/main.ts')
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: childEnvironment({ PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return { child, output: () => text, ended }
}

/** Waits until the service listens; it need not be ready yet. */
export async function startProcess(
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<ServiceProcess> {
  const started = spawnService(env, nodeOptions)
  let over = false
  started.ended.then(() => {
    over = true
  })
  for (;;) {
    const match = /Server listening at (http:\/\/[^"\s]+)/.exec(started.output())
    if (match) return { ...started, url: match[1] as string }
    if (over) throw new Error(`the service ended: ${started.output()}`)
    await wait(20)
  }
}

export async function untilReady({ url }: { url: string }, seconds?: number): Promise<void> {
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200
  await until(`${url} is ready`, isReady, { every: 50, ...(seconds && { seconds }) })
}
