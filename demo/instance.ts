import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

export const owner = { email: 'owner@example.com', password: 'silver birch harbour lamp' }

export interface Instance {
  url: string
  dataDir: string
  /** Resolves if the service ends by itself. */
  ended: Promise<unknown>
  /** Runs a `kontor` command on this instance and returns what it prints. */
  kontor(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a service with a temporary data directory, which is deleted when it stops. `prepare` may work with the data
 * directory before.
 */
export async function startInstance(
  port: number,
  prepare: (env: NodeJS.ProcessEnv & { KONTOR_DATA_DIR: string }) => Promise<void> = async () => {},
): Promise<Instance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-demo-'))
  // PostgreSQL does not run as root but as another user, who must be able to reach its files.
  chmodSync(dataDir, 0o755)
  const common = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    KONTOR_DATA_DIR: dataDir,
    KONTOR_ADMIN_EMAIL: owner.email,
    KONTOR_ADMIN_PASSWORD: owner.password,
    KONTOR_LOG_LEVEL: 'warn',
    KONTOR_TRANSFERS: 'on',
  }
  try {
    await prepare({ ...common, KONTOR_RATE_LIMIT: 'off', KONTOR_SESSION_IDLE: '7d' })
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  // With a threshold, accounts need the approval of people who are not there in the beginning.
  const env = { ...common, KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000' }
  const server = spawn(process.execPath, [join(root, 'server/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(url, () => server.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    dataDir,
    ended,
    stop,
    async kontor(...args) {
      const child = spawn(process.execPath, [join(root, 'cli/main.ts'), ...args], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      if (code !== 0) throw new Error(`kontor ${args.join(' ')} ended with ${code}.`)
      return printed
    },
  }
}

async function ready(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answers = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (answers) return
    if (hasEnded()) break
    await wait(100)
  }
  throw new Error('The service did not start.')
}
