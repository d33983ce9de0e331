import type { Scale } from './scale.ts'

/** A measurement: always a ratio or a figure with its limit, because machines are noisy. */
export interface BenchOptions {
  scale: Scale
  /** Folder in which benchmarks keep data that takes long to prepare. */
  keep: string | undefined
  /** Labelled pairs of names, and a folder with sanctions lists, for `screening`. */
  cases?: string | undefined
  list?: string | undefined
}

export interface Row {
  what: string
  measured: string
  /** The baseline, measured in the same run. */
  against: string
  /** The figure that counts. */
  result: string
  aim: string
  reached: boolean
}

export function atLeast(ratio: number, aim: number): Pick<Row, 'result' | 'aim' | 'reached'> {
  return { result: ratio.toFixed(2), aim: `≥ ${aim}`, reached: ratio >= aim }
}

export function atMost(value: number, aim: number, unit = ''): Pick<Row, 'result' | 'aim' | 'reached'> {
  return { result: `${value.toFixed(2)}${unit}`, aim: `≤ ${aim}${unit}`, reached: value <= aim }
}

export function printRows(rows: readonly Row[]): void {
  const header = { what: 'what', measured: 'measured', against: 'against', result: 'result', aim: 'aim' }
  const columns = ['what', 'measured', 'against', 'result', 'aim'] as const
  const lines = [header, ...rows]
  const widths = columns.map((column) => Math.max(...lines.map((line) => [...line[column]].length)))
  const draw = (line: (typeof lines)[number]) =>
    columns
      .map((column, index) => line[column] + ' '.repeat((widths[index] as number) - [...line[column]].length))
      .join('  ')
  console.log(draw(header))
  for (const row of rows) console.log(`${draw(row)}  ${row.reached ? 'ok' : 'MISSED'}`)
}
