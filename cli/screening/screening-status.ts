import type { ScreeningListResponse } from '../../contract/organizations/screening.ts'
import { findRunningImports } from '../../server/features/screening/generations/import-store.ts'
import { readListStates } from '../../server/features/screening/generations/list-states.ts'
import { type Command, withDatabase } from '../command/command.ts'
import { formatCount } from '../command/progress.ts'

export const screeningStatus: Command = {
  name: 'screening status',
  summary: 'Show the sanctions lists, how old they are, and which imports are running',
  options: { json: { type: 'boolean', description: 'Print JSON' } },
  run: ({ values }) =>
    withDatabase(async ({ db, config }) => {
      const now = new Date()
      const { state, lists } = await readListStates(db, now, config.screeningMaxAgeSeconds)
      const importing = await findRunningImports(db, now)
      const lines = [
        ...(lists.length === 0
          ? [
              "No list was imported: nobody is screened. To import one, run 'npx kontor screening import <file>'.",
            ]
          : lists.map(describe)),
        ...importing.map(
          ({ list, phase, entries, started_at }) =>
            `An import of ${list} has been running since ${started_at.toISOString()}: ${phase}, ${formatCount(entries)} entries.`,
        ),
      ]
      process.stdout.write(
        values.json ? `${JSON.stringify({ state, lists, importing }, null, 2)}\n` : `${lines.join('\n')}\n`,
      )
      return 0
    }),
}

function describe({
  name,
  kind,
  format,
  generation,
  entries,
  published_at,
  checked_at,
  is_stale,
  stale_at,
}: ScreeningListResponse) {
  const age = is_stale ? `stale since ${stale_at}` : `current until ${stale_at}`
  return [
    `${name} (${format}): ${formatCount(entries)} entries, generation ${generation}, ${age}`,
    `  kind ${kind}, last change ${published_at}, last import ${checked_at}`,
  ].join('\n')
}
