import { readFile, stat } from 'node:fs/promises'
import { bankRegisterMaxBytes } from '../../contract/books/banks.ts'
import { createBankService } from '../../server/features/banks/bank-service.ts'
import { BanksRefused } from '../../server/features/banks/refused.ts'
import { cli } from '../../server/platform/actor.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'

export const banksImport: Command = {
  name: 'banks import',
  summary: 'Import the register of banks by BIK',
  usage: '<file>',
  options: {},
  help: [
    'Reads the whole register that the Bank of Russia publishes every day (https://www.cbr.ru/s/newbik, a zip file with one',
    'file ED807_full.xml: take it out first) and replaces the one that is there. Forms fill the name and the correspondent',
    'account of a bank from it. The exit code is 1 if the file was not imported.',
  ].join('\n'),
  run: ({ positionals: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw new UsageError('one file is needed')
    return withDatabase(async ({ db }) => {
      try {
        const { size } = await stat(file)
        if (size > bankRegisterMaxBytes) return failed(file, 'the file is larger than 8 MiB')
        const service = createBankService({ db, now: () => new Date() })
        const { register, added, changed, removed } = await service.import(
          await readFile(file),
          cli('banks import'),
        )
        process.stdout.write(
          `${register.as_of}: ${register.banks} banks: ${added} new, ${changed} changed, ${removed} removed\n`,
        )
        return 0
      } catch (error) {
        if (error instanceof BanksRefused) return failed(file, error.message)
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'ENOENT') return failed(file, 'there is no such file')
        if (code === 'EISDIR' || code === 'EACCES') return failed(file, 'it cannot be read')
        throw error
      }
    })
  },
}

function failed(file: string, reason: string): number {
  process.stderr.write(`kontor: ${file}: ${reason}\n`)
  return 1
}
