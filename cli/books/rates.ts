import { readFile, stat } from 'node:fs/promises'
import { formats } from '../../contract/api/formats.ts'
import { type RatesImportResponse, ratesMaxBytes } from '../../contract/books/rates.ts'
import { createCommandAuthorization } from '../../server/features/control/command-authorization.ts'
import { createRateImport, type RateImport } from '../../server/features/rates/rate-import.ts'
import { RatesRefused } from '../../server/features/rates/readers/refused.ts'
import { cli } from '../../server/platform/actor.ts'
import { daysIn } from '../../server/platform/days.ts'
import { Failure } from '../../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { uncheckedClosings } from '../command/unchecked-closings.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'

export const ratesImport: Command = {
  name: 'rates import',
  summary: 'Import rates of exchange',
  usage: '<file>…',
  options: {
    day: { type: 'string', description: 'Refuse files with rates of another day than this one' },
  },
  help: [
    'Reads the daily file of the Bank of Russia (https://www.cbr.ru/scripts/XML_daily.asp?date_req=31/01/2026), and CSV with',
    'the columns day, currency, rate and perhaps nominal. Each file is imported as a whole or not at all, and the same file',
    'again changes nothing. The exit code is 1 if a file was not imported. See docs/close.md.',
  ].join('\n'),
  run: ({ positionals: files, values }) => {
    if (files.length === 0) throw new UsageError('at least one file is needed')
    const day = values.day === undefined ? undefined : String(values.day)
    if (day !== undefined && !formats.date(day))
      throw new UsageError('--day should be a day such as 2026-01-31')
    return withDatabase(async ({ db, config }) => {
      const now = () => new Date()
      const authorization = createCommandAuthorization({ db, now, people: uncheckedPeople })
      const imports = createRateImport({
        db,
        now,
        days: daysIn(config.timeZone),
        closings: uncheckedClosings,
        authorization,
      })
      let failed = 0
      for (const file of files) if (!(await importOne(imports, file, day))) failed += 1
      return failed === 0 ? 0 : 1
    })
  },
}

async function importOne(imports: RateImport, file: string, day: string | undefined): Promise<boolean> {
  try {
    const { size } = await stat(file)
    if (size > ratesMaxBytes) throw new UnreadableFile('the file is larger than 256 KiB')
    const result = await imports.run({ content: await readFile(file), day }, cli('rates import'))
    for (const line of linesOf(result)) process.stdout.write(`${file}: ${line}\n`)
    return true
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    process.stderr.write(`kontor: ${file}: ${reason}\n`)
    return false
  }
}

class UnreadableFile extends Error {}

function linesOf(result: RatesImportResponse): string[] {
  const { from, through, added, unchanged, changed, unknown_currencies, absent_currencies } = result
  const days = from === through ? from : `${from} to ${through}`
  return [
    `${days}: ${added} new, ${unchanged} known, ${changed.length} changed`,
    ...changed.map(
      ({ currency, day, before, after }) =>
        `${currency} of ${day} was ${before?.rate} for ${before?.nominal}, and is ${after?.rate} for ${after?.nominal}`,
    ),
    ...(unknown_currencies.length > 0
      ? [`left out, as they are no currencies: ${unknown_currencies.join(', ')}`]
      : []),
    ...(absent_currencies.length > 0
      ? [`no rate in this file, but one from before: ${absent_currencies.join(', ')}`]
      : []),
  ]
}

/** What to tell about a file that was not imported; undefined for what is no fault of the file. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof RatesRefused || error instanceof UnreadableFile || error instanceof Failure)
    return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR' || code === 'EACCES') return 'it cannot be read'
  return undefined
}
