import type { PaperKind, PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'
import { figures, longDate } from './figures.ts'
import type { Labels } from './labels.ts'
import { networkNames } from './network-names.ts'
import type { PaperBuyer, PaperContent, PaperLine, PaperSeller } from './paper-content.ts'
import { type Column, createSheet, type Sheet } from './sheet.ts'

/** What differs between templates: the words, and where lines may break. */
export interface Style {
  labelsOf(language: PaperLanguage, kind: PaperKind): Labels
  /** Between an amount and its currency, and between a sign and its number. */
  space: string
  /** A text in which a sign and the number that it announces stay on one line. */
  unbroken(text: string): string
  /** Whether figures in tables stay on one line. */
  isWhole: boolean
}

export type DrawnContent = Omit<PaperContent, 'template'>

/** A paper that is being drawn. */
interface Drawing {
  sheet: Sheet
  content: DrawnContent
  label: Labels
  style: Style
}

const stamps: Readonly<Record<PaperLanguage, string>> = { ru: 'АННУЛИРОВАН', en: 'VOID' }

/** The PDF of a paper. The same content and style give the same bytes. */
export function drawPaper(content: DrawnContent, style: Style, isVoided = false): Promise<Buffer> {
  const label = style.labelsOf(content.language, content.kind)
  const title = titleOf(content, label, style)
  const { short_name: author } = content.seller
  const sheet = createSheet({
    title,
    author,
    createdAt: new Date(content.issued_at),
    stamp: isVoided ? stamps[content.language] : undefined,
  })
  const drawing = { sheet, content, label, style }
  if (content.kind === 'invoice') drawPayment(drawing)
  sheet.text(title, { size: 14, bold: true })
  sheet.gap(4)
  sheet.rule(1.5)
  drawParties(drawing)
  drawLines(drawing)
  if (content.kind === 'act') drawDelivery(drawing)
  sheet.rule(1.5)
  sheet.gap(8)
  if (content.payment_qr) sheet.qr(content.payment_qr, label.pay_by_qr, 150)
  if (content.kind === 'act') drawSignaturesOfAct(drawing)
  else drawSignaturesOfInvoice(drawing)
  return sheet.finish()
}

function titleOf(
  { kind, language, number, issued_on }: DrawnContent,
  { title, from, sign }: Labels,
  { space }: Style,
): string {
  const day = longDate(issued_on, language).replaceAll(' ', space)
  return `${title[kind]} ${sign}${space}${number} ${from} ${day}`
}

/** An amount with its currency, on one line. */
function money({ content, label, style }: Drawing, amount: string): string {
  const { currency, language } = content
  return `${figures(amount, language)}${style.space}${label.money[currency] ?? currency}`
}

function drawPayment({ sheet, content, label, style }: Drawing): void {
  const { seller, purpose } = content
  if (!seller.account) return
  const rows = seller.is_paid_from_abroad ? accountForAbroad(seller, label) : accountInRussia(seller, label)
  const columns: Column[] = seller.is_paid_from_abroad
    ? [{ width: 34 }, { width: 66 }]
    : [{ width: 52 }, { width: 12 }, { width: 36 }]
  for (const row of rows) sheet.row(columns, row, { bordered: true })
  if (purpose) sheet.row([{ width: 1 }], [`${label.purpose}: ${style.unbroken(purpose)}`], { bordered: true })
  sheet.gap(14)
}

/** The block at the top of a Russian invoice, from which a payment order is filled in. */
function accountInRussia({ account, ...seller }: PaperSeller, label: Labels): string[][] {
  if (!account) return []
  const numbers = [`${label.inn} ${seller.inn}`, ...(seller.kpp ? [`${label.kpp} ${seller.kpp}`] : [])]
  return [
    [`${account.bank_name}\n${label.payee_bank}`, label.bik, account.bik ?? ''],
    ...(account.correspondent_account ? [['', label.account, account.correspondent_account]] : []),
    [
      `${numbers.join('   ')}\n${seller.short_name}\n${label.payee}`,
      label.account,
      account.settlement_account ?? '',
    ],
  ]
}

/** As a bank abroad asks for it, in Latin letters. */
function accountForAbroad({ account, ...seller }: PaperSeller, label: Labels): string[][] {
  if (!account) return []
  const { correspondent_bank: correspondent } = account
  const lines = (...texts: (string | null | false)[]) => texts.filter(Boolean).join('\n')
  return [
    [label.beneficiary, lines(seller.latin_name, seller.latin_address, `${label.inn} ${seller.inn}`)],
    [
      label.beneficiary_account,
      account.iban ? `${label.iban} ${account.iban}` : (account.settlement_account ?? ''),
    ],
    [
      label.beneficiary_bank,
      lines(
        account.bank_latin_name,
        account.bank_latin_address,
        account.swift && `${label.swift} ${account.swift}`,
        account.bik && `${label.bik} ${account.bik}`,
        account.correspondent_account && `${label.correspondent_account} ${account.correspondent_account}`,
      ),
    ],
    ...(correspondent
      ? [
          [
            label.correspondent_bank,
            lines(
              correspondent.name,
              `${label.swift} ${correspondent.swift}`,
              correspondent.account && `${label.beneficiary_account} ${correspondent.account}`,
            ),
          ],
        ]
      : []),
  ]
}

function drawParties({ sheet, content, label, style }: Drawing): void {
  const { seller, buyer, deal } = content
  const columns: Column[] = [{ width: 16 }, { width: 84 }]
  sheet.row(columns, [`${label.seller}:`, partyText(seller, label, style)])
  sheet.row(columns, [`${label.buyer}:`, partyText(buyer, label, style)])
  const ground = deal.contract
    ? `${label.contract} ${deal.contract}, ${label.request_within}${style.space}${deal.number}`
    : `${label.request}${style.space}${deal.number}`
  sheet.row(columns, [`${label.basis}:`, ground])
  sheet.gap(6)
}

function partyText(party: PaperSeller | PaperBuyer, label: Labels, { space, unbroken }: Style): string {
  const ogrn = party.ogrn?.length === 15 ? label.ogrnip : label.ogrn
  const parts = [
    party.full_name,
    party.inn && `${label.inn}${space}${party.inn}`,
    party.kpp && `${label.kpp}${space}${party.kpp}`,
    party.ogrn && `${ogrn}${space}${party.ogrn}`,
    'registration_number' in party &&
      party.registration_number &&
      `${label.registration_number} ${party.registration_number}`,
    'country' in party && party.country && `${label.country} ${party.country}`,
    party.legal_address,
  ]
  return unbroken(parts.filter(Boolean).join(', '))
}

function lineColumns({ isWhole }: Style): Column[] {
  return [
    { width: 5, align: 'center' },
    { width: 37 },
    { width: 17, align: 'right', isWhole },
    { width: 9, align: 'center', isWhole },
    { width: 15, align: 'right', isWhole },
    { width: 17, align: 'right', isWhole },
  ]
}

function drawLines(drawing: Drawing): void {
  const { sheet, content, label, style } = drawing
  const { language, lines, currency, price, received, vat, total, total_in_words, kind } = content
  const columns = lineColumns(style)
  const header = label.columns.map((name) => name.replace('%{currency}', label.money[currency] ?? currency))
  sheet.row(columns, header, { bordered: true, bold: true, align: 'center' })
  for (const [index, line] of lines.entries()) {
    sheet.row(
      columns,
      [
        String(index + 1),
        itemText(line, content, label),
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
    { width: 30, align: 'right', isWhole: style.isWhole },
  ]
  sheet.row(totals, [`${label.total}:`, money(drawing, price)], { bold: true })
  if (received) sheet.row(totals, [`${label.received}:`, money(drawing, received)])
  if (vat) {
    const text =
      vat.rate === null ? (vat.ground ?? '') : label.vat.replace('%{rate}', figures(vat.rate, language))
    sheet.row(totals, [text, vat.amount === null ? '—' : money(drawing, vat.amount)])
  }
  const due = content.is_advance ? label.advance : label.due[kind]
  sheet.row(totals, [`${due}:`, money(drawing, total)], { bold: true })
  sheet.gap(6)
  sheet.text(total_in_words.replaceAll(/(\d) /g, `$1${style.space}`), { bold: true })
  sheet.gap(8)
}

function itemText({ item }: PaperLine, { deal }: DrawnContent, label: Labels): string {
  if (item === 'fee') return label.fee
  return label.asset.replace('%{asset}', deal.asset).replace('%{network}', networkName(deal.network))
}

function networkName(network: string): string {
  return networkNames[network] ?? network
}

function drawDelivery({ sheet, content: { language, deal }, label, style }: Drawing): void {
  const columns: Column[] = [{ width: 24 }, { width: 76 }]
  const coins = (amount: string) => `${figures(amount, language)}${style.space}${deal.asset}`
  sheet.row(columns, [`${label.delivered}:`, coins(deal.crypto_amount)])
  sheet.row(columns, [`${label.network}:`, networkName(deal.network)])
  if (deal.destination) sheet.row(columns, [`${label.destination}:`, deal.destination])
  for (const [index, transaction] of deal.transactions.entries()) {
    sheet.row(columns, [
      index === 0 ? `${label.transactions}:` : '',
      `${transaction.tx_hash}\n${coins(transaction.amount)}`,
    ])
  }
  if (deal.third_parties.length > 0) {
    const text = label.third_party.replace('%{payers}', deal.third_parties.join('; '))
    sheet.row(columns, [`${label.payment}:`, style.unbroken(text)])
  }
  sheet.gap(8)
  sheet.text(label.statement)
  sheet.gap(8)
}

const signature = '____________________'

function drawSignaturesOfInvoice({ sheet, content: { seller }, label }: Drawing): void {
  const columns: Column[] = [{ width: 36 }, { width: 28 }, { width: 36 }]
  sheet.keepTogether(70)
  sheet.row(columns, [seller.signatory.post, signature, seller.signatory.name])
  if (seller.accountant) sheet.row(columns, [label.accountant, signature, seller.accountant])
}

function drawSignaturesOfAct({ sheet, content: { seller, buyer }, label, style }: Drawing): void {
  const columns: Column[] = [{ width: 50 }, { width: 50 }]
  sheet.keepTogether(110)
  sheet.row(columns, [label.seller, label.buyer], { bold: true })
  sheet.row(columns, [style.unbroken(seller.full_name), style.unbroken(buyer.full_name)])
  sheet.row(columns, [seller.signatory.post, buyer.signatory.post])
  sheet.row(columns, [
    `${signature} ${seller.signatory.name}`,
    `${signature} ${buyer.signatory.name ?? signature}`,
  ])
}
