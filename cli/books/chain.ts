import { readFile, stat } from 'node:fs/promises'
import { type ChainImportResponse, chainFileMaxBytes } from '../../contract/books/chain-lines.ts'
import { ChainFileRefused } from '../../server/features/treasury/chain/chain-csv.ts'
import { type ChainImport, createChainImport } from '../../server/features/treasury/chain/chain-import.ts'
import { cli } from '../../server/platform/actor.ts'
import { Failure } from '../../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'

export const chainImport: Command = {
  name: 'chain import',
  summary: 'Import transactions of own wallets',
  usage: '<file>…',
  options: {},
  help: [
    'Reads CSV with the columns time, network, wallet, asset, amount (negative for payments), tx_hash, counterparty and fee.',
    'Each file is imported as a whole or not at all, and the same file again changes nothing. The exit code is 1 if a file was',
    'not imported. See docs/treasury.md.',
  ].join('\n'),
  run: ({ positionals: files }) => {
    if (files.length === 0) throw new UsageError('at least one file is needed')
    return withDatabase(async ({ db }) => {
      const imports = createChainImport({ db, now: () => new Date() })
      let failed = 0
      for (const file of files) if (!(await importOne(imports, file))) failed += 1
      return failed === 0 ? 0 : 1
    })
  },
}

async function importOne(imports: ChainImport, file: string): Promise<boolean> {
  try {
    const { size } = await stat(file)
    if (size > chainFileMaxBytes) throw new UnreadableFile('the file is larger than 10 MiB')
    const result = await imports.run(await readFile(file), cli('chain import'))
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

function linesOf(result: ChainImportResponse): string[] {
  const { new_lines, known_lines, matched_lines, dust_lines, ignored_rows, differing, ended_gaps } = result
  return [
    `${new_lines} new, ${known_lines} known, ${matched_lines} matched, ${dust_lines} too small to count`,
    ...(ignored_rows > 0 ? [`left out, as their tokens are unknown: ${ignored_rows}`] : []),
    ...(ended_gaps > 0 ? [`gaps that are closed: ${ended_gaps}`] : []),
    ...differing.map(
      ({ tx_hash, asset, known, found }) =>
        `${tx_hash}: ${known} ${asset} is known, the file has ${found}; it stays`,
    ),
  ]
}

/** What to tell about a file that was not imported; undefined for what is no fault of the file. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ChainFileRefused || error instanceof UnreadableFile || error instanceof Failure)
    return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR' || code === 'EACCES') return 'it cannot be read'
  return undefined
}
