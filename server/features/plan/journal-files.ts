import type { JournalFormat } from '../../../contract/books/plan.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { type TableColumn, tableFile } from '../../platform/exports/table-file.ts'
import type { JournalLine } from './journal.ts'

/** The headings are those of a journal of 1C, whatever the language of the reader: 1C finds its columns by them. */
const columns: readonly TableColumn<JournalLine>[] = [
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

/** The journal as a file, in pieces. */
export function journalFile(
  pages: AsyncIterable<readonly JournalLine[]>,
  format: JournalFormat,
  sheets: Pick<SheetPool, 'run'>,
): AsyncGenerator<string | Uint8Array> {
  return tableFile({ title: 'Журнал проводок', columns }, inWords(pages), format, sheets)
}

async function* inWords(pages: AsyncIterable<readonly JournalLine[]>) {
  for await (const lines of pages)
    yield lines.map((line) => ({ ...line, kind: postingKinds[line.kind] ?? line.kind }))
}
