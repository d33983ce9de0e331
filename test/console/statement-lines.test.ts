import { describe, expect, test } from 'vitest'
import { requestNumberOf } from '../../console/shared/fields/request-number.ts'
import { candidateOf, deviationsOf, missingOf, restOf } from '../../console/statements/match/candidates.ts'
import { queueKeyOf } from '../../console/statements/queue-keys.ts'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import { addDecimals } from '../../contract/money/decimal.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { fc } from '../support/cases/properties.ts'

describe('keys', () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  test.each([
    ['j', 'KeyJ', 'next'],
    ['ArrowDown', 'ArrowDown', 'next'],
    ['о', 'KeyJ', 'next'],
    ['K', 'KeyK', 'previous'],
    ['л', 'KeyK', 'previous'],
    ['Enter', 'Enter', 'confirm'],
    ['Enter', 'NumpadEnter', 'confirm'],
    ['3', 'Digit3', 3],
    ['0', 'Digit0', undefined],
    ['s', 'KeyS', 'split'],
    ['Ы', 'KeyS', 'split'],
    ['ч', 'KeyX', 'set_aside'],
    ['г', 'KeyU', 'reopen'],
    ['/', 'Slash', 'find'],
    ['.', 'Slash', 'find'],
    // On a German keyboard it is above the 7; the key named Slash is the hyphen.
    ['/', 'Digit7', 'find'],
    ['-', 'Slash', undefined],
    ['?', 'Slash', 'help'],
    // A Latin letter is what it is, wherever it is.
    ['q', 'KeyA', undefined],
    ['Tab', 'Tab', undefined],
  ])('%s at the place of %s is %s', (key, code, meant) => {
    expect(queueKeyOf({ ...none, key, code })).toBe(meant)
  })

  test('a comma with Shift asks for help on the Russian layout, and combinations belong to the browser', () => {
    expect(queueKeyOf({ ...none, key: ',', code: 'Slash', shiftKey: true })).toBe('help')
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
      expect(queueKeyOf({ ...none, key: 's', code: 'KeyS', [modifier]: true })).toBeUndefined()
  })
})

test.each([
  ['123', 'PR-2026-000123'],
  ['PR-2025-000123', 'PR-2025-000123'],
  [' pr-2025-123 ', 'PR-2025-000123'],
  ['2025-7', 'PR-2025-000007'],
  // «PR» typed on the Russian layout, and with a Cyrillic «Р».
  ['зк-2026-000001', 'PR-2026-000001'],
  ['РR-2026-000001', 'PR-2026-000001'],
  ['1234567', 'PR-2026-1234567'],
  ['', undefined],
  ['Ромашка', undefined],
  ['PR-', undefined],
])('%j is the request %s', (typed, number) => {
  expect(requestNumberOf(typed, 2026)).toBe(number)
})

const line = {
  direction: 'incoming',
  currency: 'RUB',
  open_amount: '1000.00',
  payer: { name: 'ООО «Ромашка»', inn: '7701234560', account: null, bic: null },
} as StatementLineResponse

function request(values: Partial<PurchaseRequestResponse> & { received?: string } = {}) {
  const { received, ...rest } = values
  return {
    id: 'r',
    number: 'PR-2026-000001',
    status: 'approved',
    organization_id: 'o',
    organization: { short_name: 'ООО «Ромашка»', inn: '7701234560' },
    fiat_currency: 'RUB',
    total_amount: '1000.00',
    payment: received === undefined ? null : { received_amount: received },
    totals: { outstanding_amount: '0.00' },
    ...rest,
  } as PurchaseRequestResponse
}

test('what is missing is the total less what was received', () => {
  expect(missingOf(request())).toBe('1000.00')
  expect(missingOf(request({ received: '999.99' }))).toBe('0.01')
  expect(missingOf(request({ received: '1000.00' }))).toBeNull()
  expect(missingOf(request({ received: '1000.01' }))).toBeNull()
})

describe('a request that was found', () => {
  test('says what speaks for it and against it', () => {
    expect(candidateOf(line, request())).toMatchObject({
      amount: '1000.00',
      score: null,
      reasons: ['payer_inn', 'missing_amount'],
    })
    expect(candidateOf(line, request({ received: '999.99' })).amount).toBe('0.01')
    expect(candidateOf(line, request({ received: '1000.00' })).amount).toBe('1000.00')
    const other = { short_name: null, inn: '7707083893' } as PurchaseRequestResponse['organization']
    const found = request({ organization: other, status: 'new', fiat_currency: 'USD', received: '1.00' })
    expect(candidateOf(line, found).reasons).toEqual([
      'total_amount',
      'foreign_payer',
      'takes_no_money',
      'other_currency',
    ])
  })

  test('of an outgoing line has no payer to compare', () => {
    const outgoing = { ...line, direction: 'outgoing' } as const
    expect(candidateOf(outgoing, request({ status: 'new' })).reasons).toEqual([])
    expect(deviationsOf(outgoing, { amount: '1', payment_id: null }, request({ status: 'new' }))).toEqual([])
  })
})

describe('deviations', () => {
  const part = { amount: '1000.00', payment_id: null }
  test('none if the payer and the amount are as expected, or less', () => {
    expect(deviationsOf(line, part, request())).toEqual([])
    expect(deviationsOf(line, { ...part, amount: '1.00' }, request())).toEqual([])
    const unnamed = { ...line, payer: { ...line.payer, inn: null } }
    expect(deviationsOf(unnamed, part, request())).toEqual([])
  })

  test('any overpayment, another payer and a request that takes no money', () => {
    const number = 'PR-2026-000001'
    expect(deviationsOf(line, part, request({ received: '0.01' }))).toEqual([
      { code: 'overpaid', number, amount: '0.01' },
    ])
    expect(deviationsOf(line, part, request({ received: '1000.00', status: 'paid' }))).toEqual([
      { code: 'overpaid', number, amount: '1000.00' },
    ])
    const foreign = { ...line, payer: { ...line.payer, inn: '7707083893' } }
    expect(deviationsOf(foreign, part, request({ status: 'completed' }))).toEqual([
      { code: 'foreign_payer', payer: 'ООО «Ромашка»' },
      { code: 'takes_no_money', number },
    ])
  })

  test('a payment that was entered by hand is not counted twice', () => {
    const paid = request({ received: '1000.00', status: 'paid' })
    expect(deviationsOf(line, { ...part, payment_id: 'p' }, paid)).toEqual([])
  })
})

test('what is left of a line and its parts add up to the line', () => {
  const cents = fc.bigInt(0n, 10n ** 12n).map((value) => {
    const text = value.toString().padStart(3, '0')
    return `${text.slice(0, -2)}.${text.slice(-2)}`
  })
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 6 }), (open_amount, amounts) => {
      const { amount, isOver, isNothing } = restOf({ open_amount }, amounts)
      const sum = amounts.reduce(addDecimals, '0.00')
      expect(isOver ? addDecimals(open_amount, amount) : addDecimals(sum, amount)).toBe(
        isOver ? sum : open_amount,
      )
      expect(isNothing).toBe(sum === open_amount)
    }),
  )
})
