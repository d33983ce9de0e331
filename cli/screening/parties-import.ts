import { once } from 'node:events'
import { ImportRefused } from '../../server/features/parties/import/import-refused.ts'
import { type ImportResult, importParties } from '../../server/features/parties/import/party-import.ts'
import { publishGeneration } from '../../server/features/parties/import/publish-generation.ts'
import { cli } from '../../server/platform/actor.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { createProgress } from '../command/progress.ts'
import { describeImport } from './parties-progress.ts'

export const partiesImportCommand: Command = {
  name: 'parties import',
  summary: 'Replace the party register with the content of files',
  usage: '<file>…',
  options: {
    report: { type: 'string', description: 'Write all rejected rows to this file, with file and line' },
  },
  help: [
    'Reads the zip file of the SME register (RSMP), the GLEIF golden copy (CSV or zip), plain CSV and NDJSON. The format',
    'is detected from the content. Several files form one register; if a party occurs twice, the last row is used.',
    'Search uses the old register until the new one is complete. docs/register.md describes the formats.',
  ].join('\n'),
  run: ({ positionals: files, values }) => {
    if (files.length === 0) throw new UsageError('at least one file is needed')
    return withDatabase(
      async ({ db, url }) => {
        const progress = createProgress(process.stderr, describeImport)
        const stop = new AbortController()
        const onSignal = () =>
          stop.abort(new ImportRefused('interrupted', 'Interrupted; the register was not changed.'))
        process.on('SIGINT', onSignal)
        process.on('SIGTERM', onSignal)
        try {
          const result = await importParties({
            files,
            report: values.report as string | undefined,
            now: () => new Date(),
            signal: stop.signal,
            onProgress: progress.show,
            connect: () => connectClient(url, 'kontor parties import'),
            publish: (generation, counts, imported) =>
              db.transaction().execute(async (db) => {
                const at = new Date()
                await publishGeneration(db, generation, counts, imported, at)
                recordChange(db, cli('parties import'), {
                  action: 'party_register.imported',
                  object: { type: 'party_generation', id: String(generation) },
                  details: { files: imported.map(({ name }) => name), ...counts },
                  at,
                })
              }),
          })
          progress.clear()
          return await printResult(result, values.report as string | undefined)
        } catch (error) {
          progress.clear()
          if (!(error instanceof ImportRefused)) throw error
          process.stderr.write(`kontor: ${error.message}\n`)
          return 1
        } finally {
          process.off('SIGINT', onSignal)
          process.off('SIGTERM', onSignal)
        }
      },
      { asOwner: true },
    )
  },
}

/** Rejected rows that are printed. */
const shown = 20

async function printResult(result: ImportResult, reportFile: string | undefined): Promise<number> {
  const count = (value: number) => value.toLocaleString('en-US')
  const lines = result.rejections
    .slice(0, shown)
    .map(({ file, line, fault }) => `  ${file}:${line}: ${fault}`)
  const hidden = result.rejected - lines.length
  if (hidden > 0) {
    const where =
      reportFile === undefined ? 'use --report FILE to write all to a file' : `all are in ${reportFile}`
    lines.push(`  … and ${count(hidden)} more; ${where}`)
  }
  const text = [
    `The register contains ${count(result.parties)} parties (generation ${result.generation}).`,
    ...result.files.map(
      (file) =>
        `  ${file.name} (${file.format ?? 'empty'}): ${count(file.parties)} read, ${count(file.skipped)} skipped, ${count(file.rejected)} rejected`,
    ),
    ...(result.replaced > 0 ? [`${count(result.replaced)} rows were replaced by later ones.`] : []),
    ...(lines.length > 0 ? ['Rejected:', ...lines] : []),
  ].join('\n')
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain')
  return 0
}
