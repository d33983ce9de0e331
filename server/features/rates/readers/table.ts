import { splitRecord } from '../../../platform/csv-record.ts'
import { parseRate, type ReadRate } from './read-rate.ts'
import { refused } from './refused.ts'

/** The columns, by the names that the heading may give them. */
const columnNames = {
  day: ['day', 'date', 'дата'],
  currency: ['currency', 'code', 'валюта', 'код'],
  rate: ['rate', 'курс'],
  nominal: ['nominal', 'номинал', 'единиц'],
} as const
type Column = keyof typeof columnNames

/** A table with a heading, separated by semicolons, tabs or commas. Each line has its end: a file that was cut off has none. */
export function readTable(text: string): ReadRate[] {
  const lines = text.split(/\r\n|\n|\r/)
  const [heading = ''] = lines
  const separator = [';', '\t', ','].find((one) => heading.includes(one))
  if (separator === undefined) throw refused('rates_format')
  const names = fieldsOf(heading, separator, 1).map((name) => name.trim().toLowerCase())
  const at = (column: Column) =>
    names.findIndex((name) => (columnNames[column] as readonly string[]).includes(name))
  const [day, currency, rate, nominal] = [at('day'), at('currency'), at('rate'), at('nominal')]
  if (day < 0 || currency < 0 || rate < 0) throw refused('rates_format')
  if (lines.at(-1) !== '') throw refused('rates_cut_off', { line: lines.length })
  return lines.slice(1, -1).flatMap((text, index) => {
    const line = index + 2
    if (text.trim() === '') return []
    const fields = fieldsOf(text, separator, line)
    if (fields.length !== names.length) throw refused('rates_row', { line })
    const value = (column: Column, place: number) => {
      const written = fields[place] ?? ''
      if (written.trim() === '') throw refused('rates_field_missing', { line, field: column })
      return written
    }
    return [
      parseRate({
        day: value('day', day),
        currency: value('currency', currency),
        rate: value('rate', rate),
        nominal: nominal < 0 ? '1' : value('nominal', nominal),
        line,
      }),
    ]
  })
}

function fieldsOf(text: string, separator: string, line: number): string[] {
  const fields = splitRecord(text, separator)
  if (typeof fields === 'string') throw refused('rates_row', { line })
  return fields
}
