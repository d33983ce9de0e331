import { amountInWords } from '../../../server/features/papers/printing/amount-in-words.ts'
import type { FirstPaperContent } from '../../../server/features/papers/printing/first-content.ts'
import { paymentQr } from '../../../server/features/papers/printing/payment-qr.ts'

const bankAccount = {
  settlement_account: '40702810600000012345',
  bik: '044525999',
  bank_name: 'АО «Пример Банк»',
  correspondent_account: '30101810845250000999',
  currency: 'RUB',
}

/** What an invoice of template 1 said. */
export function firstInvoice(overrides: Partial<FirstPaperContent> = {}): FirstPaperContent {
  const account = { ...bankAccount, swift: null, iban: null, bank_latin_name: null, bank_latin_address: null }
  const purpose = 'Оплата по счёту № 2026-000042 от 31.01.2026, заявка PR-2026-000123. Без НДС.'
  const total = '92301.08'
  const language = overrides.language ?? 'ru'
  return {
    template: 1,
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
      director: { name: 'Сидоров Пётр Ильич', post: 'Генеральный директор' },
      accountant: 'Иванова Ольга Петровна',
      account: bankAccount,
    },
    buyer: {
      full_name: 'ООО «Ромашка & Ёлка» № 1',
      inn: '7701234560',
      kpp: null,
      ogrn: '1027700132195',
      legal_address: 'г. Тула, пр. Ленина, д. 1',
      director: { name: 'Петрова Анна Сергеевна', post: null },
    },
    deal: {
      number: 'PR-2026-000123',
      asset: 'USDT',
      network: 'tron',
      crypto_amount: '1000.5',
      destination: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      transactions: [],
    },
    lines: [
      { item: 'asset', quantity: '1000.5', unit: 'USDT', price: '92.155', amount: '92201.08' },
      { item: 'fee', quantity: '1', unit: null, price: '100.00', amount: '100.00' },
    ],
    currency: 'RUB',
    total,
    total_in_words: amountInWords(total, 'RUB', language),
    purpose,
    payment_qr: paymentQr({
      payee: 'ООО «Контора»',
      inn: '7705000010',
      kpp: '770501001',
      account: { ...account, correspondent_bank: null },
      amount: total,
      purpose,
    }),
    ...overrides,
  }
}

/** What an act of the same deal says. */
export function firstAct(overrides: Partial<FirstPaperContent> = {}): FirstPaperContent {
  const invoice = firstInvoice(overrides)
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
