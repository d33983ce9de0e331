import { isObject } from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { isDecimal, isZero } from '../money/decimal.ts'
import { payeeAccountFault } from '../values/identifiers.ts'
import { correctableFields } from './deals.ts'

/** Faults of a quote that need nothing but its body, which may have any shape. */
export function quoteFaults(body: unknown): Fault[] {
  const fields = isObject(body) ? body : {}
  const isSent = (name: string) => fields[name] !== undefined && fields[name] !== null
  const faults = ['rate', 'crypto_amount', 'fiat_amount'].flatMap((name) => zeroFault(fields, name))
  if (isSent('crypto_amount') && isSent('fiat_amount'))
    faults.push(fault(['body', 'fiat_amount'], 'one_amount'))
  return faults
}

/** Faults of a correction that need nothing but its body, which may have any shape. */
export function correctionFaults(body: unknown): Fault[] {
  const fields = isObject(body) ? body : {}
  const isEmpty = isObject(body) && !correctableFields.some((name) => fields[name] !== undefined)
  return [...zeroFault(fields, 'crypto_amount'), ...(isEmpty ? [fault(['body'], 'empty_update')] : [])]
}

/** Faults of a payment, a refund or a delivery that need nothing but its body, which may have any shape. */
export function amountFaults(body: unknown): Fault[] {
  return zeroFault(isObject(body) ? body : {}, 'amount')
}

/** Faults of a refund: also of the account that it is paid to. */
export function refundFaults(body: unknown): Fault[] {
  const { account } = isObject(body) ? body : {}
  const code = typeof account === 'string' ? payeeAccountFault(account) : null
  return [...amountFaults(body), ...(code ? [fault(['body', 'account'], code)] : [])]
}

function zeroFault(fields: Record<string, unknown>, name: string): Fault[] {
  const value = fields[name]
  if (typeof value !== 'string' || !isDecimal(value) || !isZero(value)) return []
  return [fault(['body', name], 'not_positive')]
}
