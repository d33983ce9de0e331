import type { ResembledAddress } from '../../../contract/wallets/address-book.ts'

/** What people vote on, if the address looks like trusted ones. Nothing is added otherwise. */
export function comparison(alike: readonly ResembledAddress[]): Record<string, unknown> {
  return alike.length === 0 ? {} : { compared_in_full: true, resembles: alike }
}

/** What is stored of it. */
export function comparedAddresses(alike: readonly ResembledAddress[]): string[] | null {
  return alike.length === 0 ? null : alike.map(({ address }) => address)
}

/** What the audit log has of it: no names, which may be personal. */
export function comparisonInAudit(compared_with: readonly string[] | null): Record<string, unknown> {
  return compared_with === null ? {} : { compared_in_full: true, compared_with }
}
