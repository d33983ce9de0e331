import type { SheetColumn } from '../../../platform/exports/xlsx.ts'
import type { ReconciliationContent, Sides } from './reconciliation-content.ts'
import { filled, reconciliationLabels } from './reconciliation-labels.ts'

/** The sheet, with the names of its columns in the language of the act. */
export function reconciliationSheet({ language, currency }: ReconciliationContent): {
  title: string
  columns: SheetColumn[]
} {
  const label = reconciliationLabels[language]
  const columns = label.columns.map((name, index) => ({
    head: filled(name, { currency }),
    ...(shapes[index] as (typeof shapes)[number]),
  }))
  return { title: label.title, columns }
}

const shapes = [
  { cell: { is: 'date' }, width: 12 },
  { cell: { is: 'text' }, width: 60 },
  { cell: { is: 'number' }, width: 20 },
  { cell: { is: 'number' }, width: 20 },
] as const

/** The rows of the act with its heading and signatures, as COPY writes them. */
export function reconciliationRows(content: ReconciliationContent): Uint8Array<ArrayBuffer> {
  const { language, desk, client } = content
  const label = reconciliationLabels[language]
  const row = (day: string | null, text: string, { debit, credit }: Sides = { debit: '', credit: '' }) =>
    [day === null ? nothing : String(excelDay(day)), escaped(text), debit || nothing, credit || nothing].join(
      '\t',
    )
  const signed = ({ full_name, signatory }: typeof desk) =>
    `${filled(label.from_desk, { party: full_name })}: ${signatory.post} ____________________ ${signatory.name ?? ''}`
  const lines = [
    row(null, `${label.title} ${filled(label.period, { from: content.from, to: content.to })}`),
    row(null, filled(label.between, { desk: desk.full_name, client: client.full_name })),
    ...(content.contract ? [row(null, filled(label.contract, { contract: content.contract }))] : []),
    row(content.from, label.opening, content.opening),
    ...content.documents.map(({ day, name, ...sides }) => row(day, name, sides)),
    row(content.to, label.turnover, content.turnover),
    row(content.to, label.closing, content.closing),
    row(null, content.result),
    row(null, signed(desk)),
    row(null, signed(client)),
  ]
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

const nothing = '\\N'

/** Days of Excel are counted from this one. */
function excelDay(day: string): number {
  return (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000
}

/** What COPY writes for the characters that separate its fields. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
