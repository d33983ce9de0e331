import { readRegisterStatus } from '../../server/features/parties/import/register-status.ts'
import { type Command, withDatabase } from '../command/command.ts'

export const partiesStatusCommand: Command = {
  name: 'parties status',
  summary: 'Show the content of the party register and whether an import is running',
  options: { json: { type: 'boolean', description: 'Print JSON' } },
  run: ({ values }) =>
    withDatabase(async ({ db }) => {
      const status = await readRegisterStatus(db)
      process.stdout.write(values.json ? `${JSON.stringify(status, null, 2)}\n` : `${describe(status)}\n`)
      return 0
    }),
}

function describe({ current, running, bytes }: Awaited<ReturnType<typeof readRegisterStatus>>): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const lines =
    current.parties === 0
      ? ["The register is empty. To fill it, run 'npx kontor parties import <file>'."]
      : [
          `The register contains ${count(current.parties)} parties (generation ${current.generation}, ${count(Math.ceil(bytes / 1_048_576))} MiB).`,
          `Imported ${current.finished_at}: ${count(current.rejected)} rows rejected, ${count(current.skipped)} skipped, ${count(current.replaced)} replaced.`,
          ...current.files.map(
            (file) => `  ${file.name} (${file.format ?? 'empty'}): ${count(file.parties)}`,
          ),
        ]
  if (running)
    lines.push(`An import of ${running.files.join(', ')} has been running since ${running.started_at}.`)
  return lines.join('\n')
}
