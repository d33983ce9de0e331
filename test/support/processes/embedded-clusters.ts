import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, inject, vi } from 'vitest'
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts'
import { isProcessAlive } from '../../../server/platform/db/embedded/process-alive.ts'
import { copyCluster } from '../database/copy-cluster.ts'
import { createRunDir } from '../database/run-dir.ts'
import { childEnvironment } from './child-environment.ts'

export const log = pino({ level: 'silent' })
export const settings = { fsync: 'off' }

/** Data directories and embedded PostgreSQLs for the tests of a file. Each is stopped and removed after its test. */
export function embeddedClusters() {
  const undo: (() => Promise<unknown>)[] = []
  let workshop: string

  beforeAll(() => {
    workshop = createRunDir()
  })
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  afterAll(() => rm(workshop, { recursive: true, force: true }))

  /** A data directory of its own, with a cluster that was stopped in order; or empty. */
  async function givenDirectory({ name = 'data', empty = false, parentMode = 0o755 } = {}): Promise<string> {
    const parent = await mkdtemp(join(workshop, 'case-'))
    await chmod(parent, parentMode)
    const dataDir = join(parent, name)
    if (!empty) copyCluster(inject('clusterTemplate'), dataDir)
    undo.push(async () => {
      const pid = await postmasterPid(dataDir)
      if (pid && isProcessAlive(pid)) process.kill(pid, 'SIGKILL')
      await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    })
    return dataDir
  }

  async function start(dataDir: string, options: Partial<Parameters<typeof startEmbedded>[0]> = {}) {
    const embedded = await startEmbedded({ dataDir, log, settings, ...options })
    undo.push(() => embedded.stop())
    return embedded
  }

  /** The same in a process of its own, to be killed. */
  function spawnService(dataDir: string) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-service.ts'), dataDir], {
      env: childEnvironment({}),
    })
    undo.push(() => end(child))
    return child
  }

  async function startService(dataDir: string) {
    const child = spawnService(dataDir)
    const [url] = await once(child.stdout, 'data')
    return { child, pid: child.pid ?? 0, url: String(url).trim() }
  }

  return { undo, givenDirectory, start, spawnService, startService }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  return file ? Number(file.split('\n')[0]) : undefined
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  return vi.waitFor(attempt, { timeout: 60_000, interval: 50 })
}
