import { currentLocale } from '../../i18n/i18n-provider.ts'
import { parseAmount } from './amounts.ts'

/** The values with these amounts as the contract writes them, however they were typed. */
export function withAmounts(
  values: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const typed = names.filter((name) => typeof values[name] === 'string')
  const read = typed.map((name) => [name, parseAmount(values[name] as string, currentLocale())])
  return { ...values, ...Object.fromEntries(read) }
}

/** The values with these times as the contract writes them, in UTC. */
export function withInstants(
  values: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const given = names.filter((name) => values[name] !== undefined)
  const read = given.map((name) => [name, new Date(values[name] as string).toISOString()])
  return { ...values, ...Object.fromEntries(read) }
}
