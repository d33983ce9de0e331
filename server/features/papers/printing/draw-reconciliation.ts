import { figures, longDate, shortDate } from './figures.ts'
import type { ReconciledParty, ReconciliationContent, Sides } from './reconciliation-content.ts'
import { filled, reconciliationLabels } from './reconciliation-labels.ts'
import { type Column, createSheet } from './sheet.ts'

const columns: Column[] = [
  { width: 12 },
  { width: 52 },
  { width: 18, align: 'right', isWhole: true },
  { width: 18, align: 'right', isWhole: true },
]
const signature = '____________________'

/** The PDF of a reconciliation act, for both to sign. */
export function drawReconciliation(content: ReconciliationContent): Promise<Buffer> {
  const { language, desk, client } = content
  const label = reconciliationLabels[language]
  const sheet = createSheet({
    title: label.title,
    author: desk.full_name,
    createdAt: new Date(content.made_at),
  })
  const parties = { desk: named(desk, label.inn), client: named(client, label.inn) }
  sheet.text(label.title, { size: 14, bold: true, align: 'center' })
  const period = { from: longDate(content.from, language), to: longDate(content.to, language) }
  sheet.text(filled(label.period, period), { align: 'center' })
  sheet.text(filled(label.between, parties), { align: 'center' })
  if (content.contract)
    sheet.text(filled(label.contract, { contract: content.contract }), { align: 'center' })
  sheet.gap(10)
  sheet.text(`${filled(label.by_books, { desk: desk.full_name })}:`)
  sheet.gap(4)
  const money = ({ debit, credit }: Sides) => [debit, credit].map((text) => text && figures(text, language))
  const header = label.columns.map((name) => filled(name, { currency: content.currency }))
  sheet.row(columns, header, { bordered: true, bold: true, align: 'center' })
  sheet.row(columns, ['', label.opening, ...money(content.opening)], { bordered: true, bold: true })
  for (const document of content.documents)
    sheet.lineRow(columns, [shortDate(document.day), document.name, ...money(document)])
  sheet.row(columns, ['', label.turnover, ...money(content.turnover)], { bordered: true, bold: true })
  sheet.row(columns, ['', label.closing, ...money(content.closing)], { bordered: true, bold: true })
  sheet.gap(8)
  sheet.text(content.result, { bold: true })
  sheet.gap(16)
  sheet.keepTogether(100)
  const both: Column[] = [{ width: 50 }, { width: 50 }]
  const each = (text: (party: ReconciledParty) => string) => sheet.row(both, [text(desk), text(client)])
  each(({ full_name }) => filled(label.from_desk, { party: full_name }))
  each(({ signatory }) => signatory.post)
  each(({ signatory }) => `${signature} ${signatory.name ?? signature}`)
  return sheet.finish()
}

function named({ full_name, inn }: ReconciledParty, label: string): string {
  return inn === null ? full_name : `${full_name} (${label} ${inn})`
}
