import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'

const ru = {
  title: 'Акт сверки взаимных расчётов',
  period: 'за период с %{from} по %{to}',
  between: 'между %{desk} и %{client}',
  contract: 'по договору %{contract}',
  columns: ['Дата', 'Документ', 'Дебет, %{currency}', 'Кредит, %{currency}'],
  by_books: 'По данным %{desk}',
  opening: 'Сальдо начальное',
  turnover: 'Обороты за период',
  closing: 'Сальдо конечное',
  nobody: 'На %{day} задолженность отсутствует.',
  client_owes: 'На %{day} задолженность в пользу %{desk} составляет %{amount}.',
  desk_owes: 'На %{day} задолженность в пользу %{client} составляет %{amount}.',
  from_desk: 'От %{party}',
  inn: 'ИНН',
  kinds: {
    payment: 'Поступление оплаты',
    credit: 'Поступление оплаты',
    refund: 'Возврат средств',
    delivery: 'Передача цифровой валюты',
    correction: 'Исправление передачи',
    reversal: 'Сторно',
    other: 'Запись в учёте',
  } as Readonly<Record<string, string>>,
}
type ReconciliationLabels = typeof ru

const en: ReconciliationLabels = {
  title: 'Reconciliation act',
  period: 'for the period from %{from} to %{to}',
  between: 'between %{desk} and %{client}',
  contract: 'under contract %{contract}',
  columns: ['Date', 'Document', 'Debit, %{currency}', 'Credit, %{currency}'],
  by_books: 'By the books of %{desk}',
  opening: 'Opening balance',
  turnover: 'Turnover of the period',
  closing: 'Closing balance',
  nobody: 'As of %{day}, nothing is owed.',
  client_owes: 'As of %{day}, %{amount} is owed to %{desk}.',
  desk_owes: 'As of %{day}, %{amount} is owed to %{client}.',
  from_desk: 'For %{party}',
  inn: 'INN',
  kinds: {
    payment: 'Payment received',
    credit: 'Payment received',
    refund: 'Refund',
    delivery: 'Digital currency delivered',
    correction: 'Correction of a delivery',
    reversal: 'Reversal',
    other: 'Entry of the books',
  },
}

export const reconciliationLabels: Readonly<Record<PaperLanguage, ReconciliationLabels>> = { ru, en }

/** With the values in their places. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/%\{(\w+)\}/g, (place, name) => values[name] ?? place)
}
