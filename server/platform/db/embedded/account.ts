import { execFile, type SpawnOptions } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { StartRefused } from '../../errors.ts'

const run = promisify(execFile)

/**
 * The account PostgreSQL runs under; it refuses root.
 * - own: the service's user;
 * - other: a user the service, being root, drops to;
 * - namespace: the service's user, who inside a user namespace looks like `nobody`.
 */
export type Account =
  | { kind: 'own' | 'namespace'; name: string }
  | { kind: 'other'; name: string; uid: number; gid: number }

/** Finds the account for the PostgreSQL in `pgdata`, which may not exist yet. */
export async function chooseAccount(dataDir: string, pgdata: string, postgres: string): Promise<Account> {
  const owner = (await stat(pgdata).catch(() => undefined))?.uid
  const self = process.geteuid?.() ?? 0
  if (self !== 0) {
    if (owner !== undefined && owner !== self) {
      throw new StartRefused(
        `${pgdata} belongs to user ${owner}, the service runs as user ${self}: start it as that user, or set KONTOR_DATA_DIR to another directory.`,
      )
    }
    const name = ownName()
    // PostgreSQL wants a name for its user; a container with an arbitrary uid has none.
    if (name !== undefined) return { kind: 'own', name }
    return (await namespaceAccount()) ?? refuse(`user ${self} has no name in /etc/passwd`)
  }
  if (owner !== undefined && owner !== 0) {
    const account = await otherAccount(String(owner))
    if (account && (await lets(account, pgdata, postgres))) return account
    throw new StartRefused(
      `${pgdata} belongs to user ${owner}, who cannot reach it or the programs of PostgreSQL: let that user through their parent directories (chmod o+x), or set DATABASE_URL.`,
    )
  }
  if (owner === undefined) {
    for (const user of ['postgres', 'nobody']) {
      const account = await otherAccount(user)
      if (account && (await lets(account, dataDir, postgres))) return account
    }
  }
  return (
    (await namespaceAccount()) ??
    refuse(`PostgreSQL does not run as root, and no other user gets through to ${dataDir}`)
  )
}

function refuse(why: string): never {
  throw new StartRefused(
    `${why}, and this machine allows no user namespaces: set KONTOR_DATA_DIR to a directory that others may pass through (such as /var/lib/kontor), or DATABASE_URL to a PostgreSQL of your own.`,
  )
}

function ownName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

async function otherAccount(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid, name] = await Promise.all(['-u', '-g', '-un'].map((flag) => run('id', [flag, user])))
    if (!uid || !gid || !name) return undefined
    return { kind: 'other', uid: Number(uid.stdout), gid: Number(gid.stdout), name: name.stdout.trim() }
  } catch {
    return undefined
  }
}

// The name that uid has inside, and the proof that the kernel lets us make one.
async function namespaceAccount(): Promise<Account | undefined> {
  try {
    const command = commandAs({ kind: 'namespace', name: '' }, 'id', ['-un'])
    const { stdout } = await run(command.file, command.args)
    return { kind: 'namespace', name: stdout.trim() }
  } catch {
    return undefined
  }
}

// Tried rather than computed: modes, ACLs and mounts all have their say.
async function lets(account: Account, directory: string, postgres: string): Promise<boolean> {
  const { uid, gid } = spawnOptions(account)
  const options = { cwd: '/', ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  try {
    await Promise.all([
      run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], options),
      run(postgres, ['--version'], options),
    ])
    return true
  } catch {
    return false
  }
}

export function commandAs(account: Account, file: string, args: string[]): { file: string; args: string[] } {
  if (account.kind !== 'namespace') return { file, args }
  return { file: 'unshare', args: ['--user', '--map-user=65534', '--map-group=65534', file, ...args] }
}

/** How to spawn for the account. The environment stays behind: it may hold keys of the service. */
export function spawnOptions(account: Account): SpawnOptions {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(account.kind === 'other' && { uid: account.uid, gid: account.gid }),
  }
}
