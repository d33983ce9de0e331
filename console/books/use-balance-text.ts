import { useTranslate } from 'react-admin'
import type { BalanceResponse } from '../../contract/books/books.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { readBalance } from './balance.ts'

/** A balance in words: `The client has 120,000.00 RUB`. */
export function useBalanceText(): (balance: Pick<BalanceResponse, 'balance' | 'commodity'>) => string {
  const translate = useTranslate()
  const format = useFormatAmount()
  return ({ balance, commodity }) => {
    const { side, amount } = readBalance(balance)
    return translate(`kontor.balances.${side}`, { amount: format(amount, commodity) })
  }
}
