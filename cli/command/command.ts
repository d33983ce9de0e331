import { existsSync } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../server/config.ts'
import { connect, type Db, type PooledDb } from '../../server/platform/db/database.ts'
import { joinEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { databaseRefusal, ownerSetting } from '../../server/platform/db/primary/refusals.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createLog } from '../../server/platform/log.ts'

/** A command of `npx kontor`. Its name has one or two words, such as `admin create`. */
export interface Command {
  name: string
  summary: string
  /** Arguments, for the usage line. */
  usage?: string
  /** Options for node:util's parseArgs, each with a description. */
  options?: Record<string, ParseArgsOptionsConfig[string] & { description: string }>
  /** Longer description. */
  help?: string
  /** Returns the exit code: 0 for success, 1 for a failure that was reported. */
  run(call: Call): Promise<number>
}

export interface Call {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
}

/** The arguments are not valid; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function parseCall(command: Command, args: string[]): Call {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { description, ...option }]) => [name, option]),
  )
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { values, positionals }
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n', 1)[0])
  }
}

/**
 * Runs `work` on the database of the service: that of DATABASE_URL, or the embedded one, which is started for the duration
 * of the command if the service is not running. Pending migrations are applied first, unless `migrate` is false: then
 * `work` does it. A command that creates or drops tables works `asOwner`. A data directory that does not exist is probably
 * misspelt: only a command that `creates` it makes a new one.
 */
export async function withDatabase<T>(
  work: (tools: {
    db: Db
    url: string
    config: Config
    log: Logger
    migrate: () => Promise<unknown>
  }) => Promise<T>,
  {
    migrate: migrates = true,
    creates = false,
    asOwner = false,
  }: { migrate?: boolean; creates?: boolean; asOwner?: boolean } = {},
): Promise<T> {
  const config = readConfig()
  for (const warning of config.warnings) process.stderr.write(`kontor: ${warning}\n`)
  // Results go to standard output, warnings to standard error.
  const log = createLog('warn', process.stderr)
  if (!config.databaseUrl && !creates) demandDataDir(config)
  const embedded = config.databaseUrl ? undefined : await joinEmbedded({ dataDir: config.dataDir, log })
  const url = embedded?.url ?? (config.databaseUrl as string)
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl ?? url
  const [service, owner] = [url, ownerUrl].map((url) =>
    connect(url, { max: 4, applicationName: 'kontor cli', unlimited: true }),
  ) as [PooledDb, PooledDb]
  const apply = () =>
    migrate(owner, undefined, migrationLog(log), service).catch((error) => {
      throw databaseRefusal(error, ownerUrl, ownerSetting(url, ownerUrl)) ?? error
    })
  const tools = asOwner ? { db: owner, url: ownerUrl } : { db: service, url }
  try {
    if (migrates) await apply()
    return await work({ ...tools, config, log, migrate: apply })
  } catch (error) {
    throw databaseRefusal(error, tools.url, asOwner ? ownerSetting(url, ownerUrl) : undefined) ?? error
  } finally {
    await Promise.all([service.destroy(), owner.destroy()])
    await embedded?.stop()
  }
}

/** Of an upgrade, a command says each step. */
function migrationLog(log: Logger): Logger {
  return log.child({}, { level: 'info' })
}

function demandDataDir({ dataDir }: Config): void {
  if (existsSync(dataDir)) return
  throw new StartRefused(
    `The data directory ${dataDir} does not exist, and nothing was created. Set KONTOR_DATA_DIR to that of the service, or start the service first.`,
  )
}
