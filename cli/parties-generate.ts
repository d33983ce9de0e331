import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import { writeRegister } from '../server/features/parties/synthetic/write-register.ts'
import { type Command, UsageError } from './command.ts'

export const partiesGenerateCommand: Command = {
  words: 'parties generate',
  summary: 'Write a synthetic register for demonstrations and measurements',
  options: {
    count: { type: 'string', description: 'How many parties (10000)', default: '10000' },
    out: { type: 'string', description: 'The file to write; .csv or .ndjson says the format' },
    seed: { type: 'string', description: 'The same seed gives the same register (1)', default: '1' },
  },
  help: 'Every row is invented and marked synthetic. Identifiers have right checksums and may belong to somebody by chance.',
  async run({ values, positionals }) {
    const out = values.out as string | undefined
    const format = /\.(csv|ndjson)$/.exec(out ?? '')?.[1] as 'csv' | 'ndjson' | undefined
    if (positionals.length > 0) throw new UsageError(`'${positionals[0]}' is not understood`)
    if (out === undefined || format === undefined)
      throw new UsageError('--out should name a .csv or .ndjson file')
    const count = wholeNumber(values.count as string, '--count', 10_000_000)
    await writeRegister(
      generateParties(count, wholeNumber(values.seed as string, '--seed', 2 ** 31)),
      out,
      format,
    )
    process.stdout.write(`${count.toLocaleString('en-US')} synthetic parties were written to ${out}.\n`)
    return 0
  },
}

function wholeNumber(text: string, option: string, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > most || Number(text) < 1) {
    throw new UsageError(`${option} should be a whole number from 1 to ${most.toLocaleString('en-US')}`)
  }
  return Number(text)
}
