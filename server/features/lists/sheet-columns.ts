import { columnHead, valueWords } from '../../../contract/lists/file-words.ts'
import type { CellMeanings, List } from '../../../contract/lists/list.ts'
import type { Language } from '../../../contract/words/languages.ts'
import type { ExportedColumn } from '../../platform/exports/exported-list.ts'
import type { SheetCell } from '../../platform/exports/sheet-xml.ts'
import type { SheetColumn } from '../../platform/exports/xlsx.ts'

/** In characters, by what a column holds. */
const widths = { text: 32, code: 16, number: 12, date: 12, time: 17 } as const
const [ofId, ofAmount, mostOfWord] = [38, 18, 36] as const

/** The columns of the workbook of a list, in the words of a language. */
export function sheetColumns(
  list: Pick<List, 'heads' | 'cells'>,
  columns: readonly ExportedColumn[],
  language: Language,
): SheetColumn[] {
  return columns.map((column) => {
    const head = columnHead(list, column.name, language) ?? column.name
    const cell = cellOf(column, columns, list.cells, language)
    // The button of the filter stands beside the head.
    return { head, cell, width: Math.max(head.length + 4, widthOf(column, cell)) }
  })
}

function cellOf(
  { name, type }: ExportedColumn,
  columns: readonly ExportedColumn[],
  { words, currencies }: CellMeanings,
  language: Language,
): SheetCell {
  const table = words[name]
  if (table) return { is: 'word', words: valueWords(table, language) }
  const currencyAt = columns.findIndex((other) => other.name === currencies[name])
  if (currencyAt !== -1) return { is: 'amount', currencyAt }
  return { is: type === 'code' ? 'text' : type }
}

function widthOf({ name, type }: ExportedColumn, cell: SheetCell): number {
  if (cell.is === 'word')
    return Math.min(mostOfWord, Math.max(...Object.values(cell.words).map(({ length }) => length)) + 2)
  if (cell.is === 'amount') return ofAmount
  return name === 'id' || name.endsWith('_id') ? ofId : widths[type]
}
