import { spawn } from 'node:child_process'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/processes/free-port.ts'

const program = '/usr/sbin/pgbouncer'

/** PgBouncer (Debian: pgbouncer) in transaction mode in front of `url`, or undefined where it is not installed. */
export async function startTransactionPooler(home: string, url: string) {
  if (!existsSync(program)) return undefined
  const { hostname, port, username, password, pathname } = new URL(url)
  const entrance = await freePort()
  const file = join(home, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `kontor = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${entrance}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ]
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  const log = openSync(join(home, 'pgbouncer.log'), 'a')
  // It refuses to run as root.
  const child = spawn(program, ['-u', 'postgres', file], { stdio: ['ignore', log, log] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    url: `postgresql://kontor@127.0.0.1:${entrance}/kontor`,
    stop(): Promise<unknown> {
      child.kill('SIGKILL')
      return ended
    },
  }
}
