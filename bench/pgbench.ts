import { execFile } from 'node:child_process'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { sized } from './scale.ts'

export interface Scripted {
  /** A custom script of pgbench. */
  script: string
  url: string
  clients: number
  seconds: number
}

/** Transactions per second of a script, by pgbench where it is installed and by the driver of the service otherwise. */
export async function runScript(what: Scripted): Promise<{ by: string; perSecond: number }> {
  const program = findPgbench()
  return program
    ? { by: 'pgbench', perSecond: await byPgbench(program, what) }
    : { by: 'the driver (no pgbench here)', perSecond: await byDriver(what) }
}

/** Debian keeps the programs of a server out of the path. */
function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(isThere(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find(isThere)
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function byPgbench(program: string, { script, url, clients, seconds }: Scripted): Promise<number> {
  const length = sized(['--transactions', '2'], ['--time', String(seconds)])
  const options = ['--no-vacuum', '--client', String(clients), ...length, '--file', script]
  const { stdout, stderr } = await promisify(execFile)(program, [...options, url])
  const match = /tps = ([\d.]+) \(without/.exec(stdout)
  if (!match || stderr.includes('aborted')) throw new Error(`pgbench: ${stdout}${stderr}`)
  return Number(match[1])
}

/** Understands what our scripts use: statements, several of them in one message (`\;`), and `\gset`. */
async function byDriver({ script, url, clients, seconds }: Scripted): Promise<number> {
  const commands = readFileSync(script, 'utf8').split(/(?<=[^\\];|\\gset)\n/)
  const pool = new pg.Pool({ connectionString: url, max: clients })
  const begun = performance.now()
  const end = begun + sized(50, seconds * 1000)
  let transactions = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = await pool.connect()
      for (; performance.now() < end; transactions++) {
        let variables: Record<string, unknown> = {}
        for (const command of commands) {
          const text = command.replace(/(?<!:):([a-z_]+)/g, (all, name) => String(variables[name] ?? all))
          const { rows } = await client.query(text.replace('\\gset', '').replace('\\;', ';'))
          if (command.endsWith('\\gset')) variables = rows[0]
        }
      }
      client.release()
    }),
  )
  await pool.end()
  return transactions / ((performance.now() - begun) / 1000)
}
