import { amountInWords } from '../../../server/features/papers/printing/amount-in-words.ts'
import type { PaperContent } from '../../../server/features/papers/printing/paper-content.ts'
import { paymentQr } from '../../../server/features/papers/printing/payment-qr.ts'
import { bankAccount } from './given-paper.ts'

/** What an invoice says. */
export function invoiceContent(overrides: Partial<PaperContent> = {}): PaperContent {
  const purpose = 'Оплата по счёту № 2026-000042 от 31.01.2026, заявка PR-2026-000123. Без НДС.'
  const total = '92301.08'
  const language = overrides.language ?? 'ru'
  return {
    template: 2,
    kind: 'invoice',
    language,
    number: '2026-000042',
    issued_on: '2026-01-31',
    issued_at: '2026-01-31T12:00:00.000Z',
    seller: {
      full_name: 'Общество с ограниченной ответственностью «Контора»',
      short_name: 'ООО «Контора»',
      inn: '7705000010',
      kpp: '770501001',
      ogrn: '1027700500010',
      legal_address: 'г. Москва, ул. Лесная, д. 7',
      latin_name: 'Kontora LLC',
      latin_address: '7 Lesnaya st., Moscow, Russia',
      signatory: { name: 'Сидоров Пётр Ильич', post: 'Генеральный директор' },
      accountant: 'Иванова Ольга Петровна',
      account: bankAccount,
      is_paid_from_abroad: false,
    },
    buyer: {
      full_name: 'ООО «Ромашка & Ёлка» № 1',
      inn: '7701234560',
      kpp: null,
      ogrn: '1027700132195',
      registration_number: null,
      country: language === 'ru' ? 'Россия' : 'Russia',
      legal_address: 'г. Тула, пр. Ленина, д. 1',
      signatory: { name: 'Петрова Анна Сергеевна', post: 'Директор' },
    },
    deal: {
      number: 'PR-2026-000123',
      asset: 'USDT',
      network: 'tron',
      crypto_amount: '1000.5',
      destination: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      transactions: [],
      third_parties: [],
    },
    lines: [
      { item: 'asset', quantity: '1000.5', unit: 'USDT', price: '92.155', amount: '92201.08' },
      { item: 'fee', quantity: '1', unit: null, price: '100.00', amount: '100.00' },
    ],
    currency: 'RUB',
    price: total,
    received: null,
    total,
    is_advance: false,
    vat: { rate: null, amount: null, ground: language === 'ru' ? 'Без НДС' : 'Without VAT' },
    total_in_words: amountInWords(total, 'RUB', language),
    purpose,
    payment_qr: paymentQr({
      payee: 'ООО «Контора»',
      inn: '7705000010',
      kpp: '770501001',
      account: bankAccount,
      amount: total,
      purpose,
    }),
    ...overrides,
  }
}

/** What an act of the same deal says. */
export function actContent(overrides: Partial<PaperContent> = {}): PaperContent {
  const invoice = invoiceContent(overrides)
  const transactions = [
    { tx_hash: 'ab'.repeat(32), amount: '1000' },
    { tx_hash: 'cd'.repeat(32), amount: '0.5' },
  ]
  return {
    ...invoice,
    kind: 'act',
    purpose: null,
    payment_qr: null,
    deal: { ...invoice.deal, transactions },
  }
}
