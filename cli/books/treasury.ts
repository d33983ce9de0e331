import type { PositionResponse } from '../../contract/books/treasury.ts'
import { createPositionService } from '../../server/features/treasury/position-service.ts'
import { daysIn } from '../../server/platform/days.ts'
import { type Command, withDatabase } from '../command/command.ts'

const columns = [
  'held',
  'on_chain',
  'difference',
  'unexplained',
  'reserved',
  'owed',
  'promised',
  'free',
] as const

export const treasuryPosition: Command = {
  name: 'treasury position',
  summary: 'Show what the desk has and owes',
  usage: '',
  options: {},
  help: [
    'By asset and network: what wallets of the desk have by the books and by the node, what is being sent, what clients',
    'have paid for, what is approved, and what is free. The exit code is 1 if less than nothing is free. See docs/treasury.md.',
  ].join('\n'),
  run: () =>
    withDatabase(async ({ db, config }) => {
      const days = daysIn(config.timeZone)
      const { items } = await createPositionService({ db, days, now: () => new Date() }).read()
      for (const line of linesOf(items)) process.stdout.write(`${line}\n`)
      return items.some(({ free }) => free.startsWith('-')) ? 1 : 0
    }),
}

function linesOf(items: PositionResponse['items']): string[] {
  const rows = [
    ['asset', 'network', ...columns],
    ...items.map((item) => [item.asset, item.network, ...columns.map((name) => item[name] ?? '-')]),
  ]
  const widths = rows[0]?.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, place) => (place < 2 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join('  '),
  )
}
