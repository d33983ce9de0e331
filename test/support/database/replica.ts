import { type ChildProcess, spawn } from 'node:child_process'
import { appendFile, chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Account, commandAs, spawnOptions } from '../../../server/platform/db/embedded/account.ts'
import { type Cluster, prepareCluster } from '../../../server/platform/db/embedded/cluster.ts'
import { urlOf } from '../../../server/platform/db/embedded/postmaster.ts'
import { ownerRole, superuser } from '../../../server/platform/db/embedded/service-role.ts'

/** One PostgreSQL of a pair. */
export interface Member {
  url: string
  socketDir: string
  kill(signal: NodeJS.Signals): void
  ended: Promise<unknown>
}

/**
 * A primary that acknowledges a commit only when its synchronous standby has it on disk too. `url` names both.
 * Nothing brings a killed one back, unlike the embedded PostgreSQL of a service.
 */
export async function startPair(directory: string) {
  const first = await prepareCluster(join(directory, 'first'), {})
  await appendFile(join(first.pgdata, 'pg_hba.conf'), 'local replication all peer map=kontor\n')
  const primary = await start(first, { synchronous_standby_names: 'second' })
  await ask(primary, 'create role kontor login', 'postgres', 'local')
  await ask(primary, 'create database kontor owner kontor', 'postgres', 'local')
  const home = join(directory, 'second')
  await copyRunning(primary, first, join(home, 'postgres'))
  const second = await prepareCluster(home, {})
  const follow = async () => {
    const settings = {
      primary_conninfo: `host=${primary.socketDir} user=${superuser} application_name=second`,
      hot_standby: 'on',
    }
    const standby = await start(second, settings)
    while ((await ask(primary, "select from pg_stat_replication where sync_state = 'sync'")) === 0)
      await wait(20)
    return standby
  }
  let standby = await follow()
  const hosts = [primary.socketDir, standby.socketDir].map(encodeURIComponent).join(',')
  return {
    primary,
    /** From now on every commit waits. */
    async loseStandby() {
      standby.kill('SIGKILL')
      await standby.ended
    },
    async standbyReturns() {
      standby = await follow()
    },
    url: `postgresql://kontor@localhost/kontor?host=${hosts}`,
    promote: () => ask(standby, 'select pg_promote()'),
    stop: () => {
      for (const member of [primary, standby]) member.kill('SIGQUIT')
    },
  }
}

/** A PostgreSQL as `initdb` leaves it, without the role and the database of the service. */
export async function start(cluster: Cluster, settings: Record<string, string>): Promise<Member> {
  const options = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketDir,
    shared_buffers: '32MB',
    ...settings,
  }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(cluster.account, cluster.postgres, ['-D', cluster.pgdata, ...args])
  const child: ChildProcess = spawn(command.file, command.args, {
    ...spawnOptions(cluster.account),
    stdio: 'ignore',
  })
  const member = {
    url: urlOf(cluster.socketDir, ownerRole),
    socketDir: cluster.socketDir,
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal)
    },
    ended: new Promise((resolve) => child.once('exit', resolve)),
  }
  for (let tries = 0; ; tries++) {
    const failure = await ask(member, 'select 1', 'postgres').then(
      () => undefined,
      (error) => error,
    )
    if (!failure) return member
    if (child.exitCode !== null || tries > 500) throw failure
    await wait(20)
  }
}

/** The number of rows. `waitFor` says how far a commit must be: `local` does not wait for the standby. */
async function ask(member: Member, query: string, database = 'kontor', waitFor = 'on'): Promise<number> {
  const client = new pg.Client({ connectionString: urlOf(member.socketDir, superuser, database) })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set synchronous_commit = ${waitFor}`)
    return (await client.query(query)).rowCount ?? 0
  } finally {
    await client.end().catch(() => {})
  }
}

/** A copy of a running cluster that starts as a standby. Its WAL comes from the primary. */
async function copyRunning(primary: Member, from: Cluster, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(primary.socketDir, superuser, 'postgres') })
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  await mkdir(dirname(to), { recursive: true, mode: 0o711 })
  await cp(from.pgdata, to, {
    recursive: true,
    filter: (path) => !/^\/(postmaster\.|pg_wal\/.)/.test(path.slice(from.pgdata.length)),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  await ownAll(to, from.account)
}

async function ownAll(directory: string, account: Account): Promise<void> {
  if (account.kind !== 'other') return
  for (const entry of ['', ...(await readdir(directory, { recursive: true }))]) {
    await chown(join(directory, entry), account.uid, account.gid)
  }
}
