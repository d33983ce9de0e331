/** What the cells of a column hold. It gives their width: what has a width is never cut, the others share the rest. */
const widths = {
  name: { least: 210, grows: true },
  text: { least: 110, grows: true },
  /** A number that names something: of a request, of a company, of an account. */
  code: { least: 136, grows: false },
  /** Of a wallet, or a transaction: shortened in the middle. */
  address: { least: 196, grows: false },
  account: { least: 200, grows: false },
  /** The code of a currency. */
  currency: { least: 80, grows: false },
  /** What became of a row: a number, or a few words. */
  outcome: { least: 136, grows: true },
  count: { least: 96, grows: false },
  amount: { least: 154, grows: false },
  /** An amount, and what it means. */
  stated: { least: 190, grows: true },
  status: { least: 178, grows: false },
  ago: { least: 136, grows: false },
  /** A time, and whether it is over. */
  due: { least: 220, grows: false },
  day: { least: 138, grows: false },
  time: { least: 212, grows: false },
  actions: { least: 64, grows: false },
  buttons: { least: 210, grows: false },
} as const

export type ColumnKind = keyof typeof widths

/** What decides how wide a column is, and whether there is room for it. */
export interface Fitting {
  /** Text by default. */
  kind?: ColumnKind
  /** What has the highest number is left out first where there is no room; by default that is the place in the list. */
  priority?: number
}

/** Where there is little room, a name gives way to what it is for. */
const narrow: readonly { below: number; least: Partial<Record<ColumnKind, number>> }[] = [
  // On a phone, its state stands beside it.
  { below: 400, least: { name: 120, due: 205, stated: 246 } },
  // Beside an open record: a status and an amount stay where people work all day.
  { below: 640, least: { name: 110, status: 166, amount: 146 } },
]

export function leastWidth({ kind = 'text' }: Fitting, room = Number.POSITIVE_INFINITY): number {
  return narrow.find(({ below }) => room < below)?.least[kind] ?? widths[kind].least
}

/** Undefined for those that share the rest. Where room is little, that is left to names. */
export function fixedWidth(column: Fitting, room = Number.POSITIVE_INFINITY): number | undefined {
  const { kind = 'text' } = column
  const least = leastWidth(column, room)
  const isUsual = least === widths[kind].least
  return widths[kind].grows && (kind === 'name' || isUsual) ? undefined : least
}

/** A longer text is seldom read to its end. */
const widestText = 260

/**
 * How wide each column is drawn: what is left belongs to the texts and, twice as much of it, to the names, which have no
 * width of their own.
 */
export function drawnWidths(columns: readonly Fitting[], room: number): (number | undefined)[] {
  if (!columns.some(({ kind }) => kind === 'name')) return columns.map((column) => fixedWidth(column, room))
  const spare = Math.max(0, room - columns.reduce((sum, column) => sum + leastWidth(column, room), 0))
  const growing = columns.filter(({ kind = 'text' }) => widths[kind].grows)
  const parts = growing.length + growing.filter(({ kind }) => kind === 'name').length
  return columns.map((column) =>
    (column.kind ?? 'text') === 'text'
      ? Math.min(widestText, leastWidth(column) + spare / parts)
      : fixedWidth(column, room),
  )
}

/** As many columns as there is room for, in their order. The first one says what the row is, and always stays. */
export function fitColumns<C extends Fitting>(columns: readonly C[], room: number): C[] {
  const left = columns.map((column, index) => ({
    column,
    rank: index === 0 ? -1 : (column.priority ?? index),
  }))
  const wide = () => left.reduce((sum, { column }) => sum + leastWidth(column, room), 0)
  while (left.length > 1 && wide() > room) {
    const worst = Math.max(...left.map(({ rank }) => rank))
    left.splice(
      left.findLastIndex(({ rank }) => rank === worst),
      1,
    )
  }
  return left.map(({ column }) => column)
}

/** The columns that somebody has chosen, in their order; those of the list without a choice. The first one stays. */
export function chosenColumns<C extends { key: string; isExtra?: boolean }>(
  columns: readonly C[],
  keys: readonly string[] | null,
): C[] {
  const usual = columns.filter(({ isExtra }) => !isExtra)
  if (keys === null) return usual
  const first = columns.slice(0, 1)
  const chosen = keys.flatMap(
    (key) => columns.find((column) => column.key === key && column !== first[0]) ?? [],
  )
  return chosen.length === 0 && !keys.includes(first[0]?.key ?? '') ? usual : [...first, ...chosen]
}
