import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../server/config.ts'
import { connect, type Db } from '../server/platform/db/database.ts'
import { joinEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createLog } from '../server/platform/log.ts'

/** One command of `npx kontor`. Its words are how it is called, e.g. `admin create`. */
export interface Command {
  words: string
  summary: string
  /** What follows the words, for the usage line. */
  usage?: string
  /** Options in the form of node:util's parseArgs, each with a description. */
  options?: Record<string, ParseArgsOptionsConfig[string] & { description: string }>
  /** More to say than fits in a line. */
  help?: string
  /** The exit code: 0 is well, 1 is a finding or a failure that was explained. */
  run(call: Call): Promise<number>
}

export interface Call {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
}

/** The person typed something that cannot be run; the message says what. */
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
 * Runs `work` on the database the service uses: the one named by DATABASE_URL, the embedded one of the running service,
 * or the embedded one started for the duration of the command. It is brought up to date, unless wanted as it is.
 */
export async function withDatabase<T>(
  work: (tools: { db: Db; url: string; config: Config; log: Logger }) => Promise<T>,
  { asItIs = false }: { asItIs?: boolean } = {},
): Promise<T> {
  const config = readConfig()
  // Results go to standard output; what is worth a warning goes to standard error.
  const log = createLog('warn', process.stderr)
  const embedded = config.databaseUrl ? undefined : await joinEmbedded({ dataDir: config.dataDir, log })
  const url = embedded?.url ?? (config.databaseUrl as string)
  const db = connect(url, { max: 4, applicationName: 'kontor cli', unlimited: true })
  try {
    if (!asItIs) await migrate(db)
    return await work({ db, url, config, log })
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}
