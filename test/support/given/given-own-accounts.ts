import { settlementAccountFault } from '../../../contract/values/identifiers.ts'
import type { Client } from '../service/harness.ts'
import { givenCompany } from './given-paper.ts'

/** As many as a company may have. */
const perCompany = 20

/** Gives the accounts to companies of the desk, so that their statements can be imported. */
export async function givenOwnAccounts(owner: Client, accounts: readonly string[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += perCompany) {
    const bank_accounts = accounts.slice(at, at + perCompany).map((settlement_account) => ({
      settlement_account,
      bik: bikOf(settlement_account),
      bank_name: 'АО «Пример Банк»',
    }))
    await givenCompany(owner, { bank_accounts })
  }
}

/** A bank where the check digit of the account is right. */
export function bikOf(account: string): string {
  for (let bank = 100; bank < 1000; bank++) {
    const bik = `044525${bank}`
    if (settlementAccountFault(account, bik) === null) return bik
  }
  throw new Error(`no bank has the account ${account}`)
}
