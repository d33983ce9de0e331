import type { JournalFormat } from '../../../contract/books/plan.ts'
import { csvCell } from '../../platform/csv-cell.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { type SheetColumn, xlsxFile } from '../../platform/exports/xlsx.ts'
import type { JournalLine } from './journal.ts'

interface JournalColumn extends SheetColumn {
  name: keyof JournalLine
}

/** The headings are those of a journal of 1C, whatever the language of the reader: 1C finds its columns by them. */
const columns: readonly JournalColumn[] = [
  { name: 'day', head: 'Дата', cell: { is: 'date' }, width: 12 },
  { name: 'kind', head: 'Вид документа', cell: { is: 'text' }, width: 18 },
  { name: 'document', head: 'Содержание', cell: { is: 'text' }, width: 50 },
  { name: 'document_number', head: 'Номер документа', cell: { is: 'text' }, width: 18 },
  { name: 'document_day', head: 'Дата документа', cell: { is: 'date' }, width: 14 },
  { name: 'debit', head: 'Счёт Дт', cell: { is: 'text' }, width: 10 },
  { name: 'debit_account', head: 'Аналитика Дт', cell: { is: 'text' }, width: 36 },
  { name: 'credit', head: 'Счёт Кт', cell: { is: 'text' }, width: 10 },
  { name: 'credit_account', head: 'Аналитика Кт', cell: { is: 'text' }, width: 36 },
  { name: 'currency', head: 'Валюта', cell: { is: 'text' }, width: 9 },
  { name: 'amount', head: 'Сумма в валюте', cell: { is: 'amount', currencyAt: 9 }, width: 20 },
  { name: 'roubles', head: 'Сумма, руб.', cell: { is: 'number' }, width: 20 },
  { name: 'counterparty', head: 'Контрагент', cell: { is: 'text' }, width: 40 },
  { name: 'inn', head: 'ИНН', cell: { is: 'text' }, width: 14 },
  { name: 'posting', head: 'Проводка', cell: { is: 'text' }, width: 38 },
]

/** What was posted, as the kinds of postings are called. */
export const postingKinds: Readonly<Record<string, string>> = {
  payment: 'Оплата',
  credit: 'Аванс',
  allocation: 'Зачёт аванса',
  surplus: 'Излишек',
  refund: 'Возврат',
  delivery: 'Поставка',
  vat: 'НДС',
  acquisition: 'Приобретение',
  cost: 'Себестоимость',
  network_fee: 'Комиссия сети',
  transfer: 'Перевод активов',
  entry: 'Ручная проводка',
  line: 'Операция банка',
  exchange: 'Обмен валюты',
  reconciliation: 'Сверка с банком',
  revaluation: 'Курсовая разница',
  reversal: 'Сторно',
}

type Pages = AsyncIterable<readonly JournalLine[]>

/** The journal as a file, in pieces. */
export function journalFile(
  pages: Pages,
  format: JournalFormat,
  sheets: Pick<SheetPool, 'run'>,
): AsyncGenerator<string | Uint8Array> {
  return format === 'csv'
    ? csvFile(pages)
    : xlsxFile({ title: 'Журнал проводок', columns }, copied(pages), sheets)
}

/** As Excel in Russian writes it, which 1C reads: semicolons, decimal commas, days as 31.01.2026. */
async function* csvFile(pages: Pages): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ head }) => cell(head)).join(';')}\r\n`
  for await (const lines of pages)
    yield lines
      .map((line) => `${columns.map((column) => cell(csvValue(line, column))).join(';')}\r\n`)
      .join('')
}

function csvValue(line: JournalLine, { name, cell }: JournalColumn): string {
  const value = line[name] ?? ''
  if (name === 'kind') return postingKinds[value] ?? value
  if (cell.is === 'date') return value.split('-').reverse().join('.')
  return cell.is === 'amount' || cell.is === 'number' ? value.replace('.', ',') : value
}

const cell = (value: string) => csvCell(value, ';')

/** Rows as COPY writes them. */
async function* copied(pages: Pages): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const lines of pages)
    if (lines.length > 0)
      yield new TextEncoder().encode(
        lines.map((line) => `${columns.map((column) => copiedValue(line, column)).join('\t')}\n`).join(''),
      )
}

function copiedValue(line: JournalLine, { name, cell }: JournalColumn): string {
  const value = line[name]
  if (value === null) return '\\N'
  if (name === 'kind') return postingKinds[value] ?? value
  if (cell.is === 'date') return String((Date.parse(value) - Date.parse('1899-12-30')) / 86_400_000)
  return value.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
