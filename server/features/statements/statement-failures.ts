import { type Fault, fault } from '../../../contract/faults.ts'
import type { StatementLineStatus, StatementWarning } from '../../../contract/statements.ts'
import { Failure, Invalid } from '../../platform/errors.ts'

export function statementNotFound(): Failure {
  return new Failure('not_found', 'statement_not_found', 'There is no such statement.')
}

export function lineNotFound(): Failure {
  return new Failure('not_found', 'statement_line_not_found', 'There is no such line of a statement.')
}

/** Accounts that no company of the desk has: the books never get one of a stranger. */
export function notOurs(loc: Fault['loc'], accounts: readonly string[]): Invalid {
  return new Invalid([fault(loc, 'account_not_ours', { accounts: accounts.slice(0, mostNamed) })])
}
const mostNamed = 20

export function differs(differences: readonly StatementWarning[]): Failure {
  const detail = 'The lines of the file do not add up to its totals, or it has none. Nothing was imported.'
  return new Failure('conflict', 'statement_difference', detail, { differences })
}

export function nothingToExplain(): Failure {
  const detail = 'The statement follows from the others of its accounts: there is nothing to explain.'
  return new Failure('conflict', 'nothing_to_explain', detail)
}

const closed = {
  new: 'The line is new.',
  matched: 'The line is matched already, with something else.',
  set_aside: 'The line was set aside. Reopen it first.',
} satisfies Record<StatementLineStatus, string>

export function lineClosed(status: StatementLineStatus): Failure {
  return new Failure('conflict', 'statement_line_closed', closed[status], { status })
}
