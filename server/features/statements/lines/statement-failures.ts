import { type Fault, fault } from '../../../../contract/api/faults.ts'
import type {
  MatchDoubt,
  StatementFormat,
  StatementLineStatus,
  StatementWarning,
} from '../../../../contract/books/statements.ts'
import { Failure, Invalid } from '../../../platform/errors.ts'

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

/** Both formats would bring every line: banks number them differently. */
export function otherFormat(other: {
  account: string
  format: StatementFormat
  id: string
  from: string
  to: string
}): Failure {
  const { id: statement_id, ...known } = other
  const detail = `The account ${other.account} has a statement of these days in another format: ${other.format}. Nothing was imported.`
  return new Failure('conflict', 'other_format', detail, { statement_id, ...known })
}

export function nothingToExplain(): Failure {
  const detail = 'The statement follows from the others of its accounts: there is nothing to explain.'
  return new Failure('conflict', 'nothing_to_explain', detail)
}

const closed = {
  new: 'The line is new.',
  matched: 'The line is matched already, with something else.',
  posted: 'The line is posted already, to another account. Reverse that first.',
  set_aside: 'The line was set aside. Reopen it first.',
} satisfies Record<StatementLineStatus, string>

const doubts = {
  number: 'The purpose names neither the request nor an invoice about it.',
  payer: 'The payer is not known to be the organization of the request.',
  amount: 'The amount is not exactly what is missing.',
  currency: 'The request has another currency.',
  takes_no_money: 'The request takes no money now.',
  refund: 'The refund has another number or account, or is proven already.',
  other_request: 'The line may belong to another request as well.',
} satisfies Record<MatchDoubt, string>

export function matchUncertain(reason: MatchDoubt): Failure {
  return new Failure('conflict', 'match_uncertain', doubts[reason], { reason })
}

export function lineClosed(status: StatementLineStatus): Failure {
  return new Failure('conflict', 'statement_line_closed', closed[status], { status })
}

export function lineNotPosted(status: StatementLineStatus): Failure {
  const detail = 'The line has no posting that could be reversed.'
  return new Failure('conflict', 'statement_line_not_posted', detail, { status })
}

/** Who takes a decision back takes back the one that they saw. */
export function demandDecision(
  expected: string | undefined,
  { decided_at }: { decided_at: Date | null },
): void {
  if (expected === undefined || decided_at?.getTime() === Date.parse(expected)) return
  const detail = 'Somebody has decided about the line since.'
  throw new Failure('conflict', 'statement_line_decided', detail, {
    decided_at: decided_at?.toISOString() ?? null,
  })
}

export function ruleNotFound(): Failure {
  return new Failure('not_found', 'posting_rule_not_found', 'There is no such rule.')
}

export function ruleKnown(id: string): Failure {
  const detail = 'There is a rule for the same text and direction already.'
  return new Failure('conflict', 'posting_rule_known', detail, { id })
}

export function rulesFull(most: number): Failure {
  return new Failure('conflict', 'posting_rules_full', `There are ${most} rules already.`, { most })
}
