import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import {
  type StatementResponse,
  type StatementWarning,
  statementMaxBytes,
} from '../../contract/books/statements.ts'
import { createCommandAuthorization } from '../../server/features/control/command-authorization.ts'
import { createReadingPool } from '../../server/features/statements/import/reading-pool.ts'
import { StatementDamaged } from '../../server/features/statements/readers/damaged.ts'
import {
  createStatementImport,
  type ImportProgress,
  type StatementImport,
} from '../../server/features/statements/statement-import.ts'
import { createStatementService } from '../../server/features/statements/statement-service.ts'
import { cli } from '../../server/platform/actor.ts'
import { daysIn } from '../../server/platform/days.ts'
import { Failure, Invalid } from '../../server/platform/errors.ts'
import { keepTemporarily, type TemporaryFile } from '../../server/platform/files/temporary-file.ts'
import { createFollowers } from '../../server/platform/followers.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { createProgress, drawBar, formatCount, timeLeft } from '../command/progress.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'

export const statementsImport: Command = {
  name: 'statements import',
  summary: 'Import bank statements',
  usage: '<file>…',
  options: {
    'accept-difference': {
      type: 'boolean',
      description: 'Import files whose lines do not add up to their totals',
    },
  },
  help: [
    'Reads 1C ClientBankExchange and camt.053. Each line is added once, however often and in however many files it is',
    'imported, so a file can be imported again at any time. Each file is imported as a whole or not at all. The exit code',
    'is 1 if a file was not imported; the others are imported anyway. docs/statements.md says how lines are read.',
  ].join('\n'),
  run: ({ positionals: files, values }) => {
    if (files.length === 0) throw new UsageError('at least one file is needed')
    return withDatabase(async ({ db, config }) => {
      const reading = createReadingPool()
      const now = () => new Date()
      const authorization = createCommandAuthorization({
        db,
        now,
        people: uncheckedPeople,
      })
      const imports = createStatementImport({
        db,
        now,
        days: daysIn(config.timeZone),
        reading,
        authorization,
        // The service looks by itself from time to time.
        followers: createFollowers(),
      })
      try {
        let failed = 0
        for (const file of files) {
          if (!(await importOne(imports, file, values['accept-difference'] === true))) failed += 1
        }
        return failed === 0 ? 0 : 1
      } finally {
        await reading.close()
      }
    })
  },
}

export const statementsList: Command = {
  name: 'statements list',
  summary: 'List the imported bank statements, newest first',
  options: { limit: { type: 'string', description: 'How many at most; default: 20' } },
  run: ({ values }) => {
    const limit = Number(values.limit ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
      throw new UsageError('--limit should be a number from 1 to 1000')
    return withDatabase(async ({ db }) => {
      const { items } = await createStatementService({ db, now: () => new Date() }).list({ limit })
      for (const item of items) print(describe(item))
      if (items.length === 0) print('No statement was imported yet.')
      return 0
    })
  },
}

async function importOne(
  imports: StatementImport,
  file: string,
  acceptDifference: boolean,
): Promise<boolean> {
  const progress = createProgress(process.stderr, describeProgress)
  try {
    const content = await contentOf(file)
    const shown = { phase: file, done: 0, total: 0, added: 0 }
    progress.show(shown)
    const statement = await imports.run(
      { name: basename(file), content, acceptDifference },
      cli('statements import'),
      undefined,
      (now) => progress.show({ ...shown, ...now }),
    )
    progress.clear()
    print(
      `${file}: ${formatCount(statement.new_lines)} new, ${formatCount(statement.known_lines)} known lines`,
    )
    for (const warning of statement.warnings) print(`  ${sentenceOf(warning)}`)
    return true
  } catch (error) {
    progress.clear()
    const lines = reasonsOf(error)
    if (!lines) throw error
    for (const line of lines) process.stderr.write(`kontor: ${file}: ${line}\n`)
    return false
  }
}

/** A copy: the file is read several times, and another program may write to it meanwhile. */
async function contentOf(file: string): Promise<TemporaryFile> {
  const { size } = await stat(file)
  if (size > statementMaxBytes) throw new UnreadableFile('the file is larger than 20 MiB')
  return keepTemporarily(tmpdir(), createReadStream(file))
}

class UnreadableFile extends Error {}

/** What to tell about a file that was not imported; undefined for what is no fault of the file. */
function reasonsOf(error: unknown): string[] | undefined {
  if (error instanceof StatementDamaged || error instanceof UnreadableFile) return [error.message]
  if (error instanceof Failure && error.code === 'statement_difference') {
    const differences = error.context?.differences as StatementWarning[]
    return [`${error.message} --accept-difference imports it.`, ...differences.map(sentenceOf)]
  }
  if (error instanceof Invalid) return error.faults.map(({ msg }) => msg.replace(/^Value error, /, ''))
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return ['there is no such file']
  if (code === 'EISDIR' || code === 'EACCES') return ['it cannot be read']
  return undefined
}

function sentenceOf({ code, account, stated, found }: StatementWarning): string {
  const values = [
    ...(stated === null ? [] : [`stated ${stated}`]),
    ...(found === null ? [] : [`found ${found}`]),
  ].join(', ')
  return [code, account, values && `(${values})`].filter(Boolean).join(' ')
}

function describeProgress(
  { done, total, added }: ImportProgress & { phase: string },
  seconds: number,
): string {
  if (total === 0) return 'reading …'
  const part = done / total
  const counts = `${formatCount(done)} of ${formatCount(total)} lines, ${formatCount(added)} new, ${formatCount(done - added)} known`
  return `adding ${drawBar(part)}  ${counts}${timeLeft(part, seconds)}`
}

function describe(statement: StatementResponse): string {
  const { id, imported_at, format, from, to, file, new_lines, known_lines, open_lines } = statement
  const counts = `${new_lines} new, ${known_lines} known, ${open_lines} open`
  return `${id}  ${imported_at.slice(0, 16)}  ${format}  ${from ?? '?'} to ${to ?? '?'}  ${counts}  ${file.name}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
