import type { DeskBankAccount } from '../../../contract/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../contract/papers.ts'
import type { DeliveredPart, PurchaseRequest } from '../purchase-requests/purchase-request-records.ts'
import type { DeskCompanyRow } from './paper-tables.ts'
import { amountInWords } from './printing/amount-in-words.ts'
import { moscowDay, shortDate } from './printing/figures.ts'
import type { PaperBuyer, PaperContent, PaperLine } from './printing/paper-content.ts'
import { paymentQr } from './printing/payment-qr.ts'

interface Given {
  kind: PaperKind
  language: PaperLanguage
  number: string
  issuedAt: Date
  company: DeskCompanyRow
  account: DeskBankAccount | null
  buyer: PaperBuyer
  request: PurchaseRequest
  deliveries: readonly DeliveredPart[]
}

/** Everything that the paper says, from the data of this moment. */
export function composePaper(given: Given): PaperContent {
  const { kind, language, number, issuedAt, company, account, buyer, request, deliveries } = given
  const issued_on = moscowDay(issuedAt)
  const { total_amount: total, fiat_currency: currency } = request
  const isPaidInRoubles = kind === 'invoice' && account !== null && currency === 'RUB'
  const purpose = isPaidInRoubles ? purposeOf(number, issued_on, request.number) : null
  return {
    template: 1,
    kind,
    language,
    number,
    issued_on,
    issued_at: issuedAt.toISOString(),
    seller: {
      full_name: company.full_name,
      short_name: company.short_name,
      inn: company.inn,
      kpp: company.kpp,
      ogrn: company.ogrn,
      legal_address: company.legal_address,
      director: company.director,
      accountant: company.accountant,
      account,
    },
    buyer: {
      full_name: buyer.full_name,
      inn: buyer.inn,
      kpp: buyer.kpp,
      ogrn: buyer.ogrn,
      registration_number: buyer.registration_number ?? null,
      legal_address: buyer.legal_address,
      director: buyer.director && { name: buyer.director.name, post: buyer.director.post },
    },
    deal: {
      number: request.number,
      asset: request.asset,
      network: request.network,
      crypto_amount: request.crypto_amount,
      destination: request.destination_address,
      transactions: kind === 'act' ? [...deliveries] : [],
    },
    lines: linesOf(request),
    currency,
    total,
    total_in_words: amountInWords(total, currency, language),
    purpose,
    payment_qr:
      account && purpose
        ? paymentQr({
            payee: company.short_name,
            inn: company.inn,
            kpp: company.kpp,
            account,
            amount: total,
            purpose,
          })
        : null,
  }
}

/** Names the request, by which a payment is recognised. Banks in Russia take it in Russian. */
function purposeOf(number: string, day: string, requestNumber: string): string {
  return `Оплата по счёту № ${number} от ${shortDate(day)}, заявка ${requestNumber}. Без НДС.`
}

function linesOf(request: PurchaseRequest): PaperLine[] {
  const { asset, crypto_amount, rate, fiat_amount, fee_amount } = request
  const lines: PaperLine[] = [
    { item: 'asset', quantity: crypto_amount, unit: asset, price: rate, amount: fiat_amount },
  ]
  if (/[1-9]/.test(fee_amount)) {
    lines.push({ item: 'fee', quantity: '1', unit: null, price: fee_amount, amount: fee_amount })
  }
  return lines
}
