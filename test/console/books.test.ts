import { expect, test } from 'vitest'
import { readBalance } from '../../console/books/balance.ts'
import { suggestedAmount } from '../../console/books/suggested-amount.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'

test('a balance says who owes whom', () => {
  expect(readBalance('120000.00')).toEqual({ side: 'has', amount: '120000.00' })
  expect(readBalance('-2301.08')).toEqual({ side: 'owes', amount: '2301.08' })
  expect(readBalance('0.00')).toEqual({ side: 'even', amount: '0.00' })
})

test('what is missing of a request is suggested, as far as the credit has it', () => {
  const request = (outstanding_amount: string) =>
    ({ totals: { outstanding_amount } }) as PurchaseRequestResponse
  const credit = { left_amount: '100.00' }
  expect(suggestedAmount(credit, request('40.00'))).toBe('40.00')
  expect(suggestedAmount(credit, request('140.00'))).toBe('100.00')
  expect(suggestedAmount(credit, request('0.00'))).toBe('100.00')
})
