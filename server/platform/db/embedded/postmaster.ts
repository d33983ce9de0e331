import { execFile, spawn } from 'node:child_process'
import { open, readFile, readlink, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Logger } from 'pino'
import { errorCode } from '../../error-code.ts'
import { StartRefused } from '../../errors.ts'
import { inMebibytes, memoryLimit } from '../../memory.ts'
import { commandAs, spawnOptions } from './account.ts'
import type { Cluster } from './cluster.ts'
import { isProcessAlive } from './process-alive.ts'
import { ensureServiceDatabase, ownerRole, serviceRole, superuser } from './service-role.ts'

const run = promisify(execFile)

const logLimit = 10 * 1024 * 1024
const silenceTimeoutMs = 60_000
const stopTimeoutMs = 30_000

export interface Postmaster {
  pid: number
  socketDir: string
  startedHere: boolean
}

interface Running {
  pid: number
  socketDir: string
  isReady: boolean
}

/** The connection string of a database of the cluster. `pg` reads the directory of the socket from `host`. */
export function urlOf(socketDir: string, user: string, database = ownerRole): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/**
 * Returns a PostgreSQL that accepts connections: the running one, or one started here. Waits while PostgreSQL is
 * starting, recovering or stopping, and while processes of a killed one are ending.
 */
export async function startPostgres(
  cluster: Cluster,
  { log, settings, signal }: { log: Logger; settings: Record<string, string>; signal: AbortSignal },
): Promise<Postmaster> {
  let lastResponse = Date.now()
  let logged = false
  let obstacle = ''
  let child: Awaited<ReturnType<typeof startPostmaster>> | undefined
  for (let wait = 20; ; await sleep(wait)) {
    if (signal.aborted) {
      await child?.interrupt()
      throw signal.reason
    }
    const running = await findPostmaster(cluster)
    if (running) {
      const response = running.isReady ? await tryConnecting(cluster, running.socketDir) : 'busy'
      if (response === 'ready') {
        return { pid: running.pid, socketDir: running.socketDir, startedHere: child?.pid === running.pid }
      }
      if (response === 'busy') lastResponse = Date.now()
      if (response === 'busy' && !logged && child && Date.now() - child.since > 3_000) {
        log.info('PostgreSQL is recovering after a crash')
        logged = true
      }
    } else if (!child) {
      child = await startPostmaster(cluster, settings)
    } else if (child.hasEnded()) {
      obstacle = await child.reason()
      child = undefined
      // Another process started it first, or backends of a killed PostgreSQL are still ending.
      if (!/lock file ".*" already exists|pre-existing shared memory block/.test(obstacle)) {
        throw new StartRefused(`PostgreSQL in ${cluster.pgdata} does not start: ${obstacle}`)
      }
      wait = Math.min(wait * 2, 1_000)
    }
    if (Date.now() - lastResponse > silenceTimeoutMs) {
      const which = running ? ` (process ${running.pid})` : ''
      throw new StartRefused(
        `PostgreSQL in ${cluster.pgdata}${which} does not respond: ${obstacle || `see ${cluster.logFile}`}`,
      )
    }
  }
}

/** Shuts down the PostgreSQL of the cluster, whoever started it. Open transactions are rolled back. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const pid = (await findPostmaster(cluster))?.pid
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    // Checked again each time: the process id may have been reused.
    if (!pid || (await findPostmaster(cluster))?.pid !== pid) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return
      throw error
    }
    for (const end = Date.now() + stopTimeoutMs; Date.now() < end; await sleep(20)) {
      if (!isProcessAlive(pid)) return
    }
  }
}

/** The running postmaster of the cluster, from PostgreSQL's lock file. The file of a dead postmaster is removed. */
export async function findPostmaster(cluster: Cluster): Promise<Running | undefined> {
  const path = join(cluster.pgdata, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isProcessAlive(pid)) return undefined
  if ((await isPostmaster(pid, cluster.pgdata)) === false) {
    // The process id was reused: PostgreSQL would mistake that process for itself and refuse to start.
    await rm(path, { force: true })
    return undefined
  }
  return { pid, socketDir: lines[4] || cluster.socketDir, isReady: lines[7]?.trim() === 'ready' }
}

// False only if the process id certainly belongs to another program; undefined if that cannot be determined.
async function isPostmaster(pid: number, pgdata: string): Promise<boolean | undefined> {
  try {
    if (process.platform !== 'linux') {
      return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.includes(pgdata)
    }
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    if (command.includes(pgdata)) return true
    // The directory may have been renamed while PostgreSQL was running.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (folder !== undefined) return folder === pgdata
    return command[0]?.includes('postgres') ? undefined : false
  } catch {
    return undefined
  }
}

async function tryConnecting(
  { pgdata }: Cluster,
  socketDir: string,
): Promise<'ready' | 'busy' | 'unavailable'> {
  const client = new pg.Client({
    connectionString: urlOf(socketDir, superuser, 'postgres'),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await ensureServiceDatabase(client)
    if (await admitsService(socketDir)) return 'ready'
    await client.query('select pg_reload_conf()')
    return 'busy'
  } catch (error) {
    const code = errorCode(error)
    // Another process is creating the role or the database; the next attempt finds it.
    if (code && ['42710', '42P04', '23505', '55006'].includes(code)) return 'busy'
    // There is no role postgres.
    if (code === '28000') {
      throw new StartRefused(
        `${pgdata} was created by a development version whose database role was a superuser: set KONTOR_DATA_DIR to a new directory, and restore a backup there if you need the data.`,
      )
    }
    // 57P…: starting up, recovering, shutting down.
    if (code?.startsWith('57P')) return 'busy'
    if (code === undefined || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code))
      return 'unavailable'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** A PostgreSQL that was left running by an earlier release has not read yet who may connect as the service. */
async function admitsService(socketDir: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(socketDir, serviceRole),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (errorCode(error) === '28000') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function startPostmaster(cluster: Cluster, settings: Record<string, string>) {
  const offset = await rotateLog(cluster.logFile)
  const log = await open(cluster.logFile, 'a', 0o600).catch((error) => {
    throw new StartRefused(
      `${cluster.logFile} cannot be written (${error.code}): change its owner to the user of the service.`,
    )
  })
  try {
    // A command that is run by root must not create a log that the user of the service cannot write.
    if (process.geteuid?.() === 0) {
      const { uid, gid } = await stat(cluster.dataDir)
      await log.chown(uid, gid)
    }
    const args = Object.entries({ ...defaultSettings(cluster), ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const command = commandAs(cluster.account, cluster.postgres, ['-D', cluster.pgdata, ...args])
    // Its own session, so that Ctrl-C in a terminal does not stop it before the service has finished.
    const child = spawn(command.file, command.args, {
      ...spawnOptions(cluster.account),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    let failure: Error | undefined
    child.on('error', (error) => {
      failure = error
    })
    child.unref()
    return {
      pid: child.pid,
      since: Date.now(),
      hasEnded: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
      /** Ends it while it is starting or recovering: nobody uses it yet. */
      interrupt: async () => {
        child.kill('SIGINT')
        while (failure === undefined && child.exitCode === null && child.signalCode === null) await sleep(20)
      },
      reason: async () =>
        failure?.message ??
        (await lastError(cluster, offset)) ??
        `it ended with ${child.signalCode ?? child.exitCode}.`,
    }
  } finally {
    await log.close()
  }
}

// Durable, without data in the log, and reachable only through the socket.
function defaultSettings(cluster: Cluster): Record<string, string> {
  const memory = inMebibytes(memoryLimit())
  const partOf = (divisor: number, least: number, most: number) =>
    `${Math.min(Math.max(Math.floor(memory / divisor), least), most)}MB`
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${cluster.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: partOf(8, 32, 4_096),
    effective_cache_size: partOf(2, 128, 16_384),
    // Each of the processes that clean up may use as much.
    maintenance_work_mem: partOf(32, 16, 64),
    max_wal_size: '1GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // Statement errors are not logged, because even their first line may contain a value. The service reports them.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
  }
}

/** Renames a large log and returns the offset at which new lines will start. */
async function rotateLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  if (size <= logLimit) return size
  await rename(file, `${file}.1`)
  return 0
}

async function lastError(cluster: Cluster, offset: number): Promise<string | undefined> {
  const written = (await readFile(cluster.logFile).catch(() => Buffer.alloc(0))).subarray(offset).toString()
  const fatal = written.match(/(?:FATAL|PANIC): {2}(.*)/g)?.at(-1) ?? written.match(/postgres: .*/g)?.at(-1)
  if (fatal) return fatal.replace(/^(?:FATAL|PANIC): {2}/, '')
  const { bavail, bsize } = await statfs(cluster.pgdata)
  return bavail * bsize < 1024 * 1024 ? `the disk of ${cluster.pgdata} is full.` : undefined
}
