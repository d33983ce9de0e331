import { execFile, type SpawnOptions } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { StartRefused } from '../../errors.ts'

const run = promisify(execFile)

/**
 * The account that PostgreSQL runs as. PostgreSQL refuses to run as root.
 * - own: the user of the service;
 * - other: another user, if the service runs as root;
 * - namespace: the user of the service, who appears as `nobody` in a user namespace.
 */
export type Account =
  | { kind: 'own' | 'namespace'; name: string }
  | { kind: 'other'; name: string; uid: number; gid: number }

/** Chooses the account for the PostgreSQL in `pgdata`, which may not exist yet. */
export async function chooseAccount(dataDir: string, pgdata: string, postgres: string): Promise<Account> {
  const owner = (await stat(pgdata).catch(() => undefined))?.uid
  const self = process.geteuid?.() ?? 0
  if (self !== 0) {
    if (owner !== undefined && owner !== self) {
      throw new StartRefused(
        `${pgdata} belongs to user ${owner}, but the service runs as user ${self}: start it as that user, or set KONTOR_DATA_DIR to another directory.`,
      )
    }
    const name = ownName()
    // PostgreSQL requires a user name; a container with an arbitrary uid has none.
    if (name !== undefined) return { kind: 'own', name }
    return (await namespaceAccount()) ?? refuse(`user ${self} has no name in /etc/passwd`)
  }
  if (owner !== undefined && owner !== 0) {
    const account = await otherAccount(String(owner))
    if (account && (await canReach(account, pgdata, postgres))) return account
    throw new StartRefused(
      `${pgdata} belongs to user ${owner}, who cannot access it or the programs of PostgreSQL: make their parent directories accessible (chmod o+x), or set DATABASE_URL.`,
    )
  }
  if (owner === undefined) {
    for (const user of ['postgres', 'nobody']) {
      const account = await otherAccount(user)
      if (account && (await canReach(account, dataDir, postgres))) return account
    }
  }
  return (
    (await namespaceAccount()) ??
    refuse(`PostgreSQL does not run as root, and no other user can access ${dataDir}`)
  )
}

function refuse(why: string): never {
  throw new StartRefused(
    `${why}, and this machine does not allow user namespaces: set KONTOR_DATA_DIR to a directory that other users can access (such as /var/lib/kontor), or DATABASE_URL to your own PostgreSQL.`,
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

// Returns the user name inside the namespace. Fails if the kernel does not allow user namespaces.
async function namespaceAccount(): Promise<Account | undefined> {
  try {
    const command = commandAs({ kind: 'namespace', name: '' }, 'id', ['-un'])
    const { stdout } = await run(command.file, command.args)
    return { kind: 'namespace', name: stdout.trim() }
  } catch {
    return undefined
  }
}

// Tried, not computed: access depends on modes, ACLs and mounts.
async function canReach(account: Account, directory: string, postgres: string): Promise<boolean> {
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

/** Options to spawn a process as this account. The environment is not passed on, because it may contain keys. */
export function spawnOptions(account: Account): SpawnOptions {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(account.kind === 'other' && { uid: account.uid, gid: account.gid }),
  }
}
