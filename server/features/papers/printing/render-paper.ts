import { figures, longDate } from './figures.ts'
import { labels, networkNames } from './labels.ts'
import type { PaperBuyer, PaperContent, PaperLine, PaperSeller } from './paper-content.ts'
import { type Column, createSheet, type Sheet } from './sheet.ts'

/** The PDF of a paper. The same content gives the same bytes. */
export function renderPaper(content: PaperContent): Promise<Buffer> {
  const sheet = createSheet({
    title: titleOf(content),
    author: content.seller.short_name,
    createdAt: new Date(content.issued_at),
  })
  if (content.kind === 'invoice') drawPayment(sheet, content)
  sheet.text(titleOf(content), { size: 14, bold: true })
  sheet.gap(4)
  sheet.rule(1.5)
  drawParties(sheet, content)
  drawLines(sheet, content)
  if (content.kind === 'act') drawDelivery(sheet, content)
  sheet.rule(1.5)
  sheet.gap(8)
  if (content.payment_qr) sheet.qr(content.payment_qr, labels[content.language].pay_by_qr, 150)
  if (content.kind === 'act') drawSignaturesOfAct(sheet, content)
  else drawSignaturesOfInvoice(sheet, content)
  return sheet.finish()
}

function titleOf({ kind, language, number, issued_on }: PaperContent): string {
  const { title, from } = labels[language]
  return `${title[kind]} № ${number} ${from} ${longDate(issued_on, language)}`
}

/** The block at the top of a Russian invoice, from which a payment order is filled in. */
function drawPayment(sheet: Sheet, { language, seller, purpose }: PaperContent): void {
  const label = labels[language]
  const { account } = seller
  if (!account) return
  const columns: Column[] = [{ width: 52 }, { width: 12 }, { width: 36 }]
  const bordered = { bordered: true }
  sheet.row(columns, [`${account.bank_name}\n${label.payee_bank}`, label.bik, account.bik], bordered)
  if (account.correspondent_account)
    sheet.row(columns, ['', label.account, account.correspondent_account], bordered)
  const numbers = [`${label.inn} ${seller.inn}`, ...(seller.kpp ? [`${label.kpp} ${seller.kpp}`] : [])]
  sheet.row(
    columns,
    [
      `${numbers.join('   ')}\n${seller.short_name}\n${label.payee}`,
      label.account,
      account.settlement_account,
    ],
    bordered,
  )
  if (purpose) sheet.row([{ width: 1 }], [`${label.purpose}: ${purpose}`], bordered)
  sheet.gap(14)
}

function drawParties(sheet: Sheet, { language, kind, seller, buyer, deal }: PaperContent): void {
  const label = labels[language]
  const columns: Column[] = [{ width: 16 }, { width: 84 }]
  sheet.row(columns, [`${label.seller[kind]}:`, partyText(seller, language)])
  sheet.row(columns, [`${label.buyer[kind]}:`, partyText(buyer, language)])
  sheet.row(columns, [`${label.basis}:`, `${label.request} ${deal.number}`])
  sheet.gap(6)
}

function partyText(party: PaperSeller | PaperBuyer, language: PaperContent['language']): string {
  const label = labels[language]
  const ogrn = party.ogrn?.length === 15 ? label.ogrnip : label.ogrn
  return [
    party.full_name,
    party.inn && `${label.inn} ${party.inn}`,
    party.kpp && `${label.kpp} ${party.kpp}`,
    party.ogrn && `${ogrn} ${party.ogrn}`,
    'registration_number' in party &&
      party.registration_number &&
      `${label.registration_number} ${party.registration_number}`,
    party.legal_address,
  ]
    .filter(Boolean)
    .join(', ')
}

const lineColumns: Column[] = [
  { width: 5, align: 'center' },
  { width: 37 },
  { width: 17, align: 'right' },
  { width: 9, align: 'center' },
  { width: 15, align: 'right' },
  { width: 17, align: 'right' },
]

function drawLines(sheet: Sheet, content: PaperContent): void {
  const { language, lines, currency, total, total_in_words, kind } = content
  const label = labels[language]
  const money = `${figures(total, language)} ${currency}`
  sheet.row(lineColumns, label.columns, { bordered: true, bold: true, align: 'center' })
  for (const [index, line] of lines.entries()) {
    sheet.row(
      lineColumns,
      [
        String(index + 1),
        itemText(line, content),
        figures(line.quantity, language),
        line.unit ?? label.piece,
        figures(line.price, language),
        figures(line.amount, language),
      ],
      { bordered: true },
    )
  }
  sheet.gap(4)
  const totals: Column[] = [
    { width: 70, align: 'right' },
    { width: 30, align: 'right' },
  ]
  sheet.row(totals, [`${label.total}:`, money], { bold: true })
  sheet.row(totals, [label.vat, '—'])
  sheet.row(totals, [`${label.due[kind]}:`, money], { bold: true })
  sheet.gap(6)
  sheet.text(total_in_words, { bold: true })
  sheet.gap(8)
}

function itemText({ item }: PaperLine, { language, deal }: PaperContent): string {
  const label = labels[language]
  if (item === 'fee') return label.fee
  return label.asset.replace('%{asset}', deal.asset).replace('%{network}', networkName(deal.network))
}

function networkName(network: string): string {
  return networkNames[network] ?? network
}

function drawDelivery(sheet: Sheet, { language, deal }: PaperContent): void {
  const label = labels[language]
  const columns: Column[] = [{ width: 24 }, { width: 76 }]
  const amount = `${figures(deal.crypto_amount, language)} ${deal.asset}`
  sheet.row(columns, [`${label.delivered}:`, amount])
  sheet.row(columns, [`${label.network}:`, networkName(deal.network)])
  if (deal.destination) sheet.row(columns, [`${label.destination}:`, deal.destination])
  for (const [index, transaction] of deal.transactions.entries()) {
    sheet.row(columns, [
      index === 0 ? `${label.transactions}:` : '',
      `${transaction.tx_hash}\n${figures(transaction.amount, language)} ${deal.asset}`,
    ])
  }
  sheet.gap(8)
  sheet.text(label.statement)
  sheet.gap(8)
}

const signature = '____________________'

function drawSignaturesOfInvoice(sheet: Sheet, { language, seller }: PaperContent): void {
  const columns: Column[] = [{ width: 36 }, { width: 28 }, { width: 36 }]
  sheet.keepTogether(70)
  sheet.row(columns, [seller.director.post, signature, seller.director.name])
  if (seller.accountant) sheet.row(columns, [labels[language].accountant, signature, seller.accountant])
}

function drawSignaturesOfAct(sheet: Sheet, { language, seller, buyer }: PaperContent): void {
  const label = labels[language]
  const columns: Column[] = [{ width: 50 }, { width: 50 }]
  sheet.keepTogether(110)
  sheet.row(columns, [label.seller.act, label.buyer.act], { bold: true })
  sheet.row(columns, [seller.full_name, buyer.full_name])
  sheet.row(columns, [seller.director.post, buyer.director?.post ?? label.no_post])
  sheet.row(columns, [
    `${signature} ${seller.director.name}`,
    `${signature} ${buyer.director?.name ?? signature}`,
  ])
}
