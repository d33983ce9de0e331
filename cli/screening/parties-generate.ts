import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { writeRegister } from '../../server/features/parties/synthetic/write-register.ts'
import { type Command, UsageError } from '../command/command.ts'

export const partiesGenerateCommand: Command = {
  name: 'parties generate',
  summary: 'Write a synthetic register for demonstrations and benchmarks',
  options: {
    count: { type: 'string', description: 'Number of parties; default: 10000', default: '10000' },
    out: { type: 'string', description: 'File to write; its extension, .csv or .ndjson, sets the format' },
    seed: {
      type: 'string',
      description: 'The same seed creates the same register; default: 1',
      default: '1',
    },
  },
  help: 'All rows are invented and marked as synthetic. Identifiers have valid checksums and may by chance belong to a real company.',
  async run({ values, positionals }) {
    const out = values.out as string | undefined
    const format = /\.(csv|ndjson)$/.exec(out ?? '')?.[1] as 'csv' | 'ndjson' | undefined
    if (positionals.length > 0) throw new UsageError(`unexpected argument '${positionals[0]}'`)
    if (out === undefined || format === undefined)
      throw new UsageError('--out should name a .csv or .ndjson file')
    const count = parseInteger(values.count as string, '--count', 10_000_000)
    await writeRegister(
      generateParties(count, parseInteger(values.seed as string, '--seed', 2 ** 31)),
      out,
      format,
    )
    process.stdout.write(`${count.toLocaleString('en-US')} synthetic parties were written to ${out}.\n`)
    return 0
  },
}

function parseInteger(text: string, option: string, max: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > max || Number(text) < 1) {
    throw new UsageError(`${option} should be a whole number from 1 to ${max.toLocaleString('en-US')}`)
  }
  return Number(text)
}
