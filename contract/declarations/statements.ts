import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

const otherStatement = 'Export the statement from the bank again. Nothing was imported.'

/** Bank statements. */
export const statements = {
  objects: {
    posting_rule: '/v1/posting-rules/{id}',
    statement: '/v1/statements/{id}',
    statement_line: '/v1/statement-lines/{id}',
  },
  deletions: ['posting_rule.deleted'],
  acts: {
    'statement.import': {
      meaning: 'import a bank statement',
      permission: 'payments:write',
      maxAge: null,
      byKeys: true,
      hasAmount: true,
    },
  },
  events: {
    'statement.imported': { permission: 'requests:read', meaning: 'A bank statement was imported' },
    'statement.explained': {
      permission: 'requests:read',
      meaning: 'Somebody said why a bank statement does not follow from the others',
    },
    'statement_line.matched': {
      permission: 'requests:read',
      meaning: 'A line of a bank statement was matched with purchase requests or organizations',
    },
    'statement_line.set_aside': {
      permission: 'requests:read',
      meaning: 'A line of a bank statement was set aside',
    },
    'statement_line.reopened': {
      permission: 'requests:read',
      meaning: 'A line of a bank statement is new again: taken back, or its payment was reversed',
    },
    'statement_line.posted': {
      permission: 'requests:read',
      meaning:
        'A line of a bank statement was posted as a fee, tax, transfer between own accounts or the like',
    },
    'statement_line.unposted': {
      permission: 'requests:read',
      meaning: 'The posting of a line of a bank statement was reversed',
    },
    'statement_line.settled': {
      permission: 'requests:read',
      meaning: 'Both lines of a purchase or sale of currency are known: it is settled',
    },
    'posting_rule.created': {
      permission: 'requests:read',
      meaning: 'Somebody has made a rule that suggests an account for lines of bank statements',
    },
    'posting_rule.deleted': {
      permission: 'requests:read',
      meaning: 'Somebody has deleted a rule that suggests an account for lines of bank statements',
    },
  },
  changes: {
    'statement.compared': 'requests:read',
  },
  failures: {
    statement_not_found: {
      kind: 'not_found',
      cause: 'There is no statement with this id.',
      cure: checkId,
      of: ['Statements'],
    },
    statement_line_not_found: {
      kind: 'not_found',
      cause: 'There is no line of a statement with this id.',
      cure: checkId,
      of: ['Statements'],
    },
    statement_difference: {
      kind: 'conflict',
      cause:
        'The lines of the file do not add up to its totals or balances, or it has none, so that a wrong amount would not be noticed. Nothing was imported.',
      cure: 'Compare `context.differences` with the bank, and get the file again. If the file is as the bank means it, send it with `accept_difference`.',
      of: ['Statements'],
      context: {
        differences: [
          {
            code: 'received_total',
            account: '40702810900000012345',
            stated: '600000.00',
            found: '599000.00',
          },
        ],
      },
    },
    other_format: {
      kind: 'conflict',
      cause:
        'The account has a statement of the same days in another format, which `context` names. Banks number and describe the same payment differently in each, so every line would be added again. Nothing was imported.',
      cure: 'Export these days from the bank in the format of `context.format`. Other formats may begin after the last day that is imported.',
      of: ['Statements'],
      context: {
        statement_id: exampleId,
        account: '40702810900000012345',
        format: '1c',
        from: '2026-01-01',
        to: '2026-01-31',
      },
    },
    nothing_to_explain: {
      kind: 'conflict',
      cause:
        'The statement follows from the others of its accounts: it has no gap, overlap or contradiction.',
      cure: 'Read the statement again: a missing day may have been imported meanwhile.',
      of: ['Statements'],
    },
    match_uncertain: {
      kind: 'conflict',
      cause:
        'It is no longer certain that the line belongs to the request: `context.reason` says what has changed or was never so.',
      cure: 'Read the line with its suggestions, and match it by itself.',
      of: ['Statements', 'Bulk'],
      context: { reason: 'amount' },
    },
    statement_line_closed: {
      kind: 'conflict',
      cause:
        'The line is matched with something else, posted to another account, or was set aside; `context.status` says which.',
      cure: 'Read the line. One that was set aside can be reopened; a payment or posting that is wrong can be reversed.',
      of: ['Statements'],
      context: { status: 'matched' },
    },
    statement_line_not_posted: {
      kind: 'conflict',
      cause: 'The line has no posting that could be reversed; `context.status` says what it is.',
      cure: 'Read the line. The payment of a line that is matched is reversed by itself.',
      of: ['Statements'],
      context: { status: 'new' },
    },
    statement_line_decided: {
      kind: 'conflict',
      cause:
        'Somebody has decided about the line since: its decision is another one than that of `decided_at`. `context.decided_at` says when it was made.',
      cure: 'Read the line, and decide again.',
      of: ['Statements'],
      context: { decided_at: '2026-01-31T12:00:00Z' },
    },
    posting_rule_not_found: {
      kind: 'not_found',
      cause: 'There is no rule with this id.',
      cure: checkId,
      of: ['Statements'],
    },
    posting_rule_known: {
      kind: 'conflict',
      cause: 'There is a rule for the same text and direction already: `context.id`.',
      cure: 'Delete that rule, and send this one again.',
      of: ['Statements'],
      context: { id: exampleId },
    },
    posting_rules_full: {
      kind: 'conflict',
      cause: 'There are `context.most` rules already. All of them are compared with each line that is read.',
      cure: 'Delete rules that are not needed. A shorter text may stand for several.',
      of: ['Statements'],
      context: { most: 200 },
    },
  },
  faults: {
    account_not_ours: {
      sentence: 'no company of the desk has the account %{accounts}: add it to a company first',
      cure: 'If the account is yours, an owner adds it to a company of the desk (`PATCH /v1/desk/companies/{company_id}`); then send the file again. Otherwise it is the statement of somebody else. Nothing was imported.',
    },
    request_or_organization: {
      sentence: 'names either a request or an organization',
      cure: 'Send one of the two, not both.',
    },
    match_request_not_found: { sentence: 'there is no such purchase request', cure: checkId },
    match_organization_not_found: { sentence: 'there is no such organization', cure: checkId },
    items_exceed_line: {
      sentence: 'the items add up to more than the line: %{left} is left',
      cure: 'Send smaller amounts. The rest may be left out: it becomes a credit.',
    },
    line_currency_mismatch: {
      sentence: 'the line is in %{currency}, the request is not',
      cure: 'Match the line with a request in its currency, or with the organization.',
    },
    refund_not_recorded: {
      sentence: 'the request has no refund of this amount without a line: record it first',
      cure: 'Record the refund of the request first, or set the line aside.',
    },
    no_overpayment: {
      sentence: 'there is no overpayment to accept: only a payment that is added to one request can be one',
      cure: 'Leave it out, or match one request.',
    },
    posting_text_missing: {
      sentence: 'is needed for other: say what it is',
      cure: 'Send a text, or another account.',
    },
    acquisition_of_counterparty: {
      sentence: 'is needed for counterparty, and for no other account',
      cure: 'Send the id of the acquisition that the line pays for (`GET /v1/treasury/acquisitions`), or another account.',
    },
    transit_of_other_currency: {
      sentence: 'the other account is one of ours in %{currency}: the bank exchanges the money',
      cure: 'Post both lines to `exchange`.',
    },
    line_of_exchange: {
      sentence: 'is only for exchange',
      cure: 'Send the account `exchange`, or leave it out.',
    },
    exchange_line_not_posted: {
      sentence: 'there is no line with this id that is posted as an exchange',
      cure: 'Post the other line to `exchange` first (`GET /v1/statement-lines?posted_as=exchange`).',
    },
    exchange_line_not_opposite: {
      sentence: 'should be a line of the other direction and in another currency',
      cure: 'Name the line of the other side: one currency goes out, and another one comes in.',
    },
    exchange_line_of_other_company: {
      sentence: 'is of another company than the bank account',
      cure: 'Name a line of an account of the same company.',
    },
    exchange_line_settled: {
      sentence: 'is settled with another line',
      cure: 'Name another line, or reverse the posting of the one that it is settled with by mistake.',
    },
    counterparty_incoming: {
      sentence: 'is only for money that went out',
      cure: 'Post the line to another account.',
    },
    paid_acquisition_not_found: { sentence: 'there is no such acquisition', cure: checkId },
    acquisition_of_other_currency: {
      sentence: 'is owed in %{currency}, and the line is in another currency',
      cure: 'Name an acquisition whose cost is in the currency of the line.',
    },
    acquisition_of_other_company: {
      sentence: 'is of another company than the bank account',
      cure: 'Name an acquisition of the company that has the account.',
    },
    acquisition_overpaid: {
      sentence: 'only %{left} %{currency} of it is still owed, which is less than the line',
      cure: 'Name another acquisition: a line pays for one. `owed` of an acquisition says what is missing.',
    },
    rule_text_short: {
      sentence: 'should have at least three letters or digits',
      cure: 'Send a longer part of the purpose.',
    },
    refund_in_part: {
      sentence: 'an outgoing line is matched as a whole',
      cure: 'Send one item with the amount of the line.',
    },
  },
  fileFaults: {
    statement_format: {
      sentence:
        'The file is no bank statement that can be read: 1C bank exchange, camt.053, camt.054, MT940 or MT942.',
      cure: 'Export the statement from the bank in one of these formats.',
    },
    statement_of_orders: {
      sentence:
        'Line %{line}: this is a file of payment orders, not a statement: an order is not money yet. Export the statement of the account for the period (in 1C: the exchange from the bank), with СекцияРасчСчет and, for each payment, ДатаПоступило or ДатаСписано.',
      cure: 'Export the statement of the account from the bank, not the payment orders. Nothing was imported.',
    },
    statement_encoding: {
      sentence: 'Line %{line}: the bytes are not text in %{encoding}.',
      cure: otherStatement,
    },
    statement_incomplete: {
      sentence: 'Line %{line}: the file ends within %{section}.',
      cure: otherStatement,
    },
    statement_message_missing: {
      sentence:
        'Line %{line}: the statement goes on in other messages, and the file does not have all of them in their order.',
      cure: 'Put all messages of the statement into one file, one after the other, and send it again. Nothing was imported.',
    },
    statement_text: { sentence: 'Line %{line}: this does not belong in %{section}.', cure: otherStatement },
    statement_xml: {
      sentence: 'Line %{line}: the XML is not well-formed, or has a DTD or entities.',
      cure: otherStatement,
    },
    statement_field_missing: { sentence: 'Line %{line}: %{section} has no %{field}.', cure: otherStatement },
    statement_field_repeated: {
      sentence: 'Line %{line}: %{field} occurs twice in %{section}.',
      cure: otherStatement,
    },
    statement_field_too_long: {
      sentence: 'Line %{line}: %{field} has more than %{characters} characters.',
      cure: otherStatement,
    },
    statement_amount: {
      sentence: 'Line %{line}: %{field} is not an amount in %{currency} above zero.',
      cure: otherStatement,
    },
    statement_balance: {
      sentence: 'Line %{line}: %{field} is not a balance in %{currency}.',
      cure: otherStatement,
    },
    statement_day: {
      sentence:
        'The statement has a line of %{day}. Booking days are neither in the future nor before the year 2000.',
      cure: otherStatement,
    },
    statement_date: { sentence: 'Line %{line}: %{field} is not a date.', cure: otherStatement },
    statement_value: {
      sentence: 'Line %{line}: %{field} has a value that is not known here.',
      cure: otherStatement,
    },
    statement_currency: {
      sentence: 'Line %{line}: the currency of %{field} is not known, or differs from that of the account.',
      cure: otherStatement,
    },
    statement_account: { sentence: 'Line %{line}: %{field} is not an account number.', cure: otherStatement },
    statement_foreign_document: {
      sentence: 'Line %{line}: the payment is neither from nor to an account of the statement.',
      cure: otherStatement,
    },
    statement_parts: {
      sentence: 'Line %{line}: the parts of the entry do not add up to its amount.',
      cure: otherStatement,
    },
    statement_too_many_lines: {
      sentence: 'The statement has more than %{lines} lines.',
      cure: 'Import shorter periods.',
    },
  },
} as const satisfies Feature
