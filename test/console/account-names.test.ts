import { expect, test } from 'vitest'
import { bookAccount, namedAccount, plainAccountNames } from '../../console/book-entries/accounts.ts'
import { defaultPlan } from '../../server/features/plan/default-plan.ts'

test.each([
  ['assets:bank:40702810900000012345', { name: 'bank', detail: '40702810900000012345' }],
  ['assets:bank:unreconciled', { name: 'unreconciled', detail: '' }],
  ['assets:coins:tron:USDT:elsewhere', { name: 'coins', detail: 'USDT · tron' }],
  ['liabilities:counterparty:%c2%abA%3aB%c2%bb', { name: 'counterparty', detail: '«A:B»' }],
  ['liabilities:vat:7710140679:RUB', { name: 'vat', detail: '7710140679' }],
  ['expenses:network:ETH', { name: 'network_fee', detail: '' }],
  ['assets:revaluation:bank:1', { name: 'revaluation', detail: '', revalued: 'assets:bank:1' }],
  [
    'assets:revaluation:supplier:CNY',
    { name: 'revaluation', detail: '', revalued: 'liabilities:supplier:CNY' },
  ],
])('%s has a name in words', (account, named) => {
  expect(namedAccount(account)).toEqual(named)
})

test('each account that people choose, and each kind of the usual plan, has a name', () => {
  for (const name of plainAccountNames)
    expect(namedAccount(bookAccount(name, 'RUB', undefined))?.name).toBe(name)
  for (const { pattern } of defaultPlan)
    expect(namedAccount(pattern.replace(/:\*$/, '')), pattern).toBeDefined()
})

test('an account that nobody knows has none', () => {
  expect(namedAccount('assets:gold:RUB')).toBeUndefined()
})
