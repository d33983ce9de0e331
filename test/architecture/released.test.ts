import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, readText } from '../support/files/source-files.ts'

/** What a command lets something out with: lists, the log, signed bytes, backups, keys of the vault. */
const letsOut = /\b(exportLines|exportBooks|createExportService|createBackup|formatSlotKey|keys\.split)\(/

test('every command that lets something out waits for its checkpoint', () => {
  const commands = readSources('cli').map(({ path }) => [basename(path), readText(path)] as const)
  const leaving = commands.filter(([, text]) => letsOut.test(text))
  expect(leaving.map(([name]) => name).toSorted()).toEqual([
    'audit.ts',
    'backup.ts',
    'books.ts',
    'transfers.ts',
    'vault-add-slot.ts',
    'vault-split.ts',
  ])
  expect(leaving.filter(([, text]) => !text.includes('beforeRelease(tools,')).map(([name]) => name)).toEqual(
    [],
  )
})
