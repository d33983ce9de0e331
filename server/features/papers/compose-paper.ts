import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { compareDecimals, isZero } from '../../../contract/money/decimal.ts'
import type { DeskVat, PrintedBankAccount } from '../../../contract/organizations/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../contract/purchase-requests/papers.ts'
import { typeOfInn } from '../../../contract/values/identifiers.ts'
import { vatWithin } from '../books/vat.ts'
import type {
  DeliveredPart,
  PurchaseRequest,
  ThirdParty,
} from '../purchase-requests/purchase-request-records.ts'
import type { DeskCompanyRow } from './paper-tables.ts'
import { amountInWords } from './printing/amount-in-words.ts'
import { contractText } from './printing/contract-text.ts'
import { figures, shortDate } from './printing/figures.ts'
import type { PaperBuyer, PaperContent, PaperLine, PaperSeller, PaperVat } from './printing/paper-content.ts'
import { paymentQr } from './printing/payment-qr.ts'
import { isPaidFromAbroad } from './requisites.ts'
import { ownName, soleTrader } from './sole-trader.ts'

/** The organization that buys, as far as papers name it. */
export interface Buyer {
  full_name: string
  inn: string | null
  kpp: string | null
  ogrn: string | null
  registration_number: string | null
  country: string | null
  legal_address: string | null
  director: { name: string; post: string | null } | null
}

interface Given {
  kind: PaperKind
  language: PaperLanguage
  number: string
  issuedAt: Date
  issuedOn: string
  company: DeskCompanyRow
  account: PrintedBankAccount | null
  buyer: Buyer
  request: PurchaseRequest
  deliveries: readonly DeliveredPart[]
  thirdParties: readonly ThirdParty[]
  /** With the buyer. */
  contract: { number: string; signed_on: string } | undefined
  /** Of an invoice: what was paid before, what is due, and how much of that is asked for. */
  money: { received: string; due: string; asked: string } | null
}

/** Everything that the paper says, from the data of this moment. */
export function composePaper(given: Given): PaperContent {
  const { kind, language, number, issuedAt, issuedOn, company, account, request, money } = given
  const { total_amount: price, fiat_currency: currency } = request
  const total = money?.asked ?? price
  const isAdvance = money !== null && compareDecimals(money.asked, money.due) < 0
  const vat = vatOf(given, language)
  const purpose = kind === 'invoice' ? purposeOf(given, vatOf(given, currency === 'RUB' ? 'ru' : 'en')) : null
  const hasCode = purpose !== null && currency === 'RUB' && account?.bik != null
  return {
    template: 2,
    kind,
    language,
    number,
    issued_on: issuedOn,
    issued_at: issuedAt.toISOString(),
    seller: sellerOf(given),
    buyer: buyerOf(given),
    deal: {
      number: request.number,
      contract: given.contract ? contractText(given.contract, language) : null,
      asset: request.asset,
      network: request.network,
      crypto_amount: request.crypto_amount,
      destination: request.destination_address,
      transactions:
        kind === 'act' ? given.deliveries.map(({ tx_hash, amount }) => ({ tx_hash, amount })) : [],
      third_parties: kind === 'act' ? payersOf(given) : [],
    },
    lines: linesOf(request),
    currency,
    price,
    received: money && !isZero(money.received) ? money.received : null,
    total,
    is_advance: isAdvance,
    total_in_words: amountInWords(total, currency, language),
    vat,
    purpose,
    payment_qr: hasCode
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

function sellerOf({ company, kind, language, account, request }: Given): PaperSeller {
  const isEnglish = language === 'en'
  return {
    ...sellerParty(company, language),
    short_name: company.short_name,
    latin_name: company.latin_name,
    latin_address: company.latin_address,
    kpp: company.kpp,
    ogrn: company.ogrn,
    legal_address: (isEnglish ? company.latin_address : null) ?? company.legal_address,
    accountant: company.accountant,
    account: kind === 'invoice' ? account : null,
    is_paid_from_abroad: isPaidFromAbroad(language, request.fiat_currency),
  }
}

function buyerOf({ buyer, language }: Given): PaperBuyer {
  return {
    ...buyerParty(buyer, language),
    kpp: buyer.kpp,
    ogrn: buyer.ogrn,
    registration_number: buyer.registration_number,
    // Only foreign companies have a country; the others are in the register of Russia.
    country: countryName(buyer.country ?? 'RU', language),
    legal_address: buyer.legal_address,
  }
}

const noPost: Record<PaperLanguage, string> = { ru: 'Руководитель', en: 'Director' }

function signsAlone({ inn, full_name }: { inn: string | null; full_name: string }, language: PaperLanguage) {
  if (inn === null || typeOfInn(inn) !== 'individual') return undefined
  return { name: ownName(full_name), post: soleTrader[language] }
}

/** A company of the desk, as it signs. */
export function sellerParty(company: DeskCompanyRow, language: PaperLanguage) {
  return {
    full_name: (language === 'en' ? company.latin_name : null) ?? company.full_name,
    inn: company.inn,
    signatory: signsAlone(company, language) ?? company.director,
  }
}

/** An organization, as it signs. */
export function buyerParty(buyer: Pick<Buyer, 'full_name' | 'inn' | 'director'>, language: PaperLanguage) {
  const { full_name, inn, director } = buyer
  return {
    full_name,
    inn,
    signatory: signsAlone(buyer, language) ?? {
      name: director?.name ?? null,
      post: director?.post ?? noPost[language],
    },
  }
}

function payersOf({ thirdParties, language }: Given): string[] {
  const inn = language === 'ru' ? 'ИНН' : 'INN'
  const texts = thirdParties.map((payer) => {
    const number = payer.inn ? `${inn} ${payer.inn}` : null
    return [payer.name, number].filter((text) => text !== null).join(', ') || payer.account
  })
  return [...new Set(texts.filter((text) => text !== null))]
}

function countryName(code: string, language: PaperLanguage): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** The VAT in the total: the company has it in its fee, and a part of the price has that part of it. */
function vatOf({ company, request, money }: Given, language: PaperLanguage): PaperVat | null {
  const { vat } = company
  if (!vat) return null
  if (vat.rate === null) return { rate: null, amount: null, ground: groundOf(vat, language) }
  const currency = request.fiat_currency
  const [price, fee] = [request.total_amount, request.fee_amount].map((amount) =>
    toUnits(amount, currency),
  ) as [bigint, bigint]
  const whole = vatWithin(fee, vat.rate)
  // Of what is paid afterwards less of what was paid before, so that invoices that follow each other sum to the whole.
  const upTo = (paid: bigint) => (2n * whole * paid + price) / (2n * price)
  const before = toUnits(money?.received ?? '0', currency)
  const after = money ? before + toUnits(money.asked, currency) : price
  return { rate: vat.rate, amount: fromUnits(upTo(after) - upTo(before), currency), ground: null }
}

function groundOf({ ground, ground_en }: DeskVat, language: PaperLanguage): string | null {
  return language === 'en' ? (ground_en ?? ground) : ground
}

/** Names the invoice and the request, by which a payment is recognised. Banks in Russia take it in Russian. */
function purposeOf({ number, issuedOn, request }: Given, vat: PaperVat | null): string {
  const { number: requestNumber, fiat_currency: currency } = request
  const day = shortDate(issuedOn)
  if (currency !== 'RUB') {
    const tax = vat && (vat.ground ?? `Including VAT ${vat.rate}% ${vat.amount} ${currency}`)
    return sentences(`Payment of invoice No. ${number} dated ${day}, request ${requestNumber}`, tax)
  }
  const tax = vat && (vat.ground ?? `В т.ч. НДС ${vat.rate} % ${figures(vat.amount ?? '0', 'ru')} руб.`)
  return sentences(`Оплата по счёту № ${number} от ${day}, заявка ${requestNumber}`, tax)
}

/** Each with its full stop. */
function sentences(...texts: (string | null)[]): string {
  return texts
    .filter((text): text is string => Boolean(text))
    .map((text) => (text.endsWith('.') ? text : `${text}.`))
    .join(' ')
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
