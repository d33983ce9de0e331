import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { correctionText, nameOfPosting, postingText } from '../../server/features/books/posting-texts.ts'

const root = join(import.meta.dirname, '../..')
const request = 'PR-2026-000123'

test('what is written with postings is read again, in both languages', () => {
  const description = postingText('payment', { number: '417 for PR-1', request })
  expect(description).toBe('Payment 417 for PR-1 for PR-2026-000123')
  expect(nameOfPosting({ kind: 'payment', description }, 'ru')).toEqual({
    text: 'Поступление оплаты № 417 for PR-1, заявка PR-2026-000123',
    number: '417 for PR-1',
    corrects: null,
  })
  expect(nameOfPosting({ kind: 'payment', description }, 'en')?.text).toBe(
    'Payment received No. 417 for PR-1, request PR-2026-000123',
  )
})

test('of texts that begin alike, each is read as what it was written as', () => {
  const named = { number: '7', request }
  const written: [string, string][] = [
    [postingText('payment_found', named), `Оплата № 7 найдена в выписке, заявка ${request}`],
    [postingText('payment_reversed', named), `Сторно оплаты № 7, заявка ${request}`],
    [postingText('advance', { number: '7' }), 'Поступление оплаты № 7'],
    [postingText('refund_of_advance', { number: '7', payment: '3' }), 'Возврат средств № 7, аванс № 3'],
    [postingText('refund', named), `Возврат средств № 7, заявка ${request}`],
    [postingText('refund_without_number', { request }), `Возврат средств, заявка ${request}`],
    [postingText('refund_found', { request }), `Возврат средств найден в выписке, заявка ${request}`],
    [postingText('refund_of_advance_found', { payment: '3' }), 'Возврат аванса № 3 найден в выписке'],
    [postingText('network_fee_reversed', { number: 'ab' }), 'Сторно комиссии сети, транзакция ab'],
    [postingText('vat', { number: '12', request }), `НДС по акту № 12, заявка ${request}`],
    [
      postingText('exchange', { given: '9000.00 RUB', taken: '100.00 USD' }),
      'Обмен валюты: 9000.00 RUB на 100.00 USD',
    ],
    [postingText('exchange_reversed', {}), 'Сторно обмена валюты вместе с одной из его строк'],
  ]
  for (const [description, text] of written)
    expect(nameOfPosting({ kind: 'any', description }, 'ru')?.text, description).toBe(text)
})

test('a correction says which day, a hash is known by its ends, and people are quoted as they are', () => {
  const hash = 'ab'.repeat(32)
  const description = correctionText(
    postingText('delivery_reversed', { number: hash, request }),
    '2026-01-05',
  )
  expect(nameOfPosting({ kind: 'reversal', description }, 'ru')).toEqual({
    text: `Сторно передачи цифровой валюты № ababababab…abababab, заявка ${request} (исправление за 05.01.2026)`,
    number: hash,
    corrects: '2026-01-05',
  })
  const typed = { description: `Payment 1 for ${request}` }
  expect(nameOfPosting({ kind: 'entry', ...typed }, 'ru')).toBeUndefined()
  expect(nameOfPosting({ kind: 'line', ...typed }, 'ru')).toBeUndefined()
  expect(nameOfPosting({ kind: 'payment', description: 'Оплата' }, 'ru')).toBeUndefined()
})

test('the service writes no text of its own beside these', () => {
  const sources = globSync('server/features/**/*.ts', { cwd: root }).map((path) => ({
    path,
    source: readFileSync(join(root, path), 'utf8'),
  }))
  const posting = sources.filter(({ source }) => source.includes('fact: {') && source.includes('entries'))
  expect(posting.length).toBeGreaterThan(5)
  expect(posting.filter(({ source }) => /\bdescription: [`'"]/.test(source)).map(({ path }) => path)).toEqual(
    [],
  )
})
