import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../../server/platform/db/database.ts'
import { isProcessAlive } from '../../server/platform/db/embedded/process-alive.ts'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'

const programs = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/lib/postgresql/15/bin/postgres',
]

/** Debian: patroni etcd-server haproxy postgresql-15, and root, to run PostgreSQL as its own user. */
export function missingPrograms(): string[] {
  return programs.filter((program) => {
    try {
      accessSync(program, constants.X_OK)
      return false
    } catch {
      return true
    }
  })
}

const settings = { ttl: 5, loop_wait: 1, retry_timeout: 2 }

interface Member {
  name: string
  port: number
  rest: number
  directory: string
  patroni: ChildProcess
  start(): ChildProcess
}

/** Three members under Patroni in synchronous mode, etcd, and HAProxy in front of whichever is the primary. */
export async function startPostgresCluster(home: string) {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
  const account = { uid: uid as number, gid: gid as number }
  const children: ChildProcess[] = []
  const run = (name: string, program: string, args: string[], as?: typeof account) => {
    const log = openSync(join(home, `${name}.log`), 'a')
    const child = spawn(program, args, {
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', ETCD_UNSUPPORTED_ARCH: 'arm64' },
      ...as,
    })
    children.push(child)
    return child
  }

  const [etcd, etcdPeer, entrance] = [await freePort(), await freePort(), await freePort()]
  run('etcd', '/usr/bin/etcd', [
    ...['--data-dir', join(home, 'etcd'), '--listen-client-urls', `http://127.0.0.1:${etcd}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${etcd}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${etcdPeer}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${etcdPeer}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${etcdPeer}`],
  ])
  await until('etcd is up', async () => (await fetch(`http://127.0.0.1:${etcd}/health`)).ok)

  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const [port, rest] = [await freePort(), await freePort()]
    const directory = join(home, name)
    mkdirSync(directory, { mode: 0o700 })
    chownSync(directory, account.uid, account.gid)
    const file = join(home, `${name}.yml`)
    writeFileSync(file, patroniConfiguration({ name, port, rest, directory, etcd }))
    chmodSync(file, 0o644)
    const start = () => run(name, '/usr/bin/patroni', [file], account)
    members.push({ name, port, rest, directory, start, patroni: start() })
    // The first one makes the cluster, the others copy it.
    if (name === 'one') await until('the first member is the primary', () => isPrimary(rest))
  }

  const proxy = join(home, 'haproxy.cfg')
  writeFileSync(proxy, proxyConfiguration(entrance, members))
  run('haproxy', '/usr/sbin/haproxy', ['-f', proxy, '-db'])
  const isWhole = async () => {
    const all = await status(members)
    const running = all.filter(({ state }) => state === 'running' || state === 'streaming')
    return running.length === 3 && all.some(({ role }) => role === 'sync_standby')
  }
  await until('a standby is synchronous and the other one follows', isWhole)
  const through = (database: string) => `postgresql://kontor:kontor@127.0.0.1:${entrance}/${database}`
  // As an administrator would: the service owns its database and is no superuser.
  const db = connect(through('postgres'), { max: 1 })
  await sql`create database kontor`.execute(db)
  await db.destroy()

  return {
    members,
    /** Through the proxy, and with all members named. */
    proxyUrl: through('kontor'),
    membersUrl: `postgresql://kontor:kontor@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/kontor`,
    async primary(): Promise<Member> {
      let found: Member | undefined
      await until('one of the members is the primary', async () => {
        for (const member of members) if (await isPrimary(member.rest)) found = member
        return found !== undefined
      })
      return found as Member
    },
    /** As if its machine had lost its power: Patroni and PostgreSQL at once. */
    kill({ patroni, directory }: Member): void {
      patroni.kill('SIGKILL')
      process.kill(postmasterOf(directory) as number, 'SIGKILL')
    },
    /** Starts a killed member, which then follows the new primary. */
    async revive(member: Member): Promise<void> {
      member.patroni = member.start()
      await until(`${member.name} follows again`, isWhole)
    },
    async stop(): Promise<void> {
      const postmasters = members.map(({ directory }) => postmasterOf(directory))
      for (const child of children) child.kill('SIGKILL')
      await until('every program has ended', () => children.every(hasEnded))
      for (const pid of postmasters) if (pid && isProcessAlive(pid)) process.kill(pid, 'SIGKILL')
      await until('every process of PostgreSQL is gone', () => !worksIn(home))
    },
  }
}

export type PostgresCluster = Awaited<ReturnType<typeof startPostgresCluster>>

async function isPrimary(rest: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => undefined))?.status === 200
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function postmasterOf(directory: string): number | undefined {
  try {
    return Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Whether a process still works in this directory: those of a killed PostgreSQL notice it a moment later. */
function worksIn(home: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${home}/`)
    } catch {
      return false
    }
  })
}

interface Status {
  role: string
  state: string
}

async function status(members: Member[]): Promise<Status[]> {
  for (const { rest } of members) {
    const response = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined)
    if (response?.ok) return ((await response.json()) as { members: Status[] }).members
  }
  return []
}

function patroniConfiguration(member: {
  name: string
  port: number
  rest: number
  directory: string
  etcd: number
}) {
  const { name, port, rest, directory, etcd } = member
  return JSON.stringify({
    scope: 'kontor',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...settings,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      users: { kontor: { password: 'kontor', options: ['createdb'] } },
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: '/usr/lib/postgresql/15/bin',
      data_dir: join(directory, 'data'),
      pgpass: join(directory, 'pgpass'),
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
      ],
      parameters: { unix_socket_directories: directory },
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
    },
  })
}

function proxyConfiguration(entrance: number, members: Member[]): string {
  return `global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${entrance}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500 fall 1 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`
}
