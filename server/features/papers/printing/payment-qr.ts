import type { PrintedBankAccount } from '../../../../contract/organizations/desk-companies.ts'

/**
 * The text of a payment QR code by GOST R 56042-2014: format `ST`, version `0001`, encoding `2` (UTF-8), then the fields.
 * The standard lets the text choose its separator. Bank applications expect `|`, so a value that contains one gets `/`.
 */
export function paymentQr(given: {
  payee: string
  inn: string
  kpp: string | null
  account: PrintedBankAccount
  /** In roubles, with two decimals. */
  amount: string
  purpose: string
}): string {
  const { payee, inn, kpp, account, amount, purpose } = given
  const fields: [name: string, value: string | null][] = [
    ['Name', value(payee, 160)],
    ['PersonalAcc', account.settlement_account],
    ['BankName', value(account.bank_name, 45)],
    ['BIC', account.bik],
    // An account with the central bank itself has none; the field is required.
    ['CorrespAcc', account.correspondent_account ?? '0'],
    ['PayeeINN', inn],
    ['KPP', kpp],
    ['Sum', kopecks(amount)],
    ['Purpose', value(purpose, 210)],
  ]
  const present = fields.filter(([, value]) => value !== null)
  return ['ST00012', ...present.map(([name, value]) => `${name}=${value}`)].join('|')
}

/** One line, without the separator, and not longer than the standard allows. */
function value(text: string, maxLength: number): string {
  const line = text
    .replaceAll('|', '/')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim()
}

function kopecks(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(2, '0')).toString()
}
