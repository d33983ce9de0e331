import type { FailureCode, FaultCode } from '../../contract/error-codes.ts'
import type {
  StatementDirection,
  StatementFormat,
  StatementLineStatus,
  StatementWarningCode,
  SuggestionReason,
} from '../../contract/statements.ts'

export const en = {
  statement_format: {
    '1c': '1C ClientBankExchange',
    'camt.053': 'ISO 20022 camt.053',
  } satisfies Record<StatementFormat, string>,
  statement_line_status: {
    new: 'New',
    matched: 'Matched',
    set_aside: 'Set aside',
  } satisfies Record<StatementLineStatus, string>,
  statement_direction: {
    incoming: 'Incoming',
    outgoing: 'Outgoing',
  } satisfies Record<StatementDirection, string>,
  statement_warning: {
    received_total: 'Incoming lines add up to %{found}, the file states %{stated}',
    sent_total: 'Outgoing lines add up to %{found}, the file states %{stated}',
    closing_balance: 'The lines lead to a closing balance of %{found}, the file states %{stated}',
    number_of_lines: 'There are %{found} lines, the file states %{stated}',
    balances: 'The turnovers fit, but lead to a closing balance of %{found}, and the file states %{stated}',
    totals_missing: 'The file has no totals, so a damaged amount would not be noticed',
    other_encoding: 'The text is in %{found}, the file states %{stated}',
    end_missing: 'The last line of the file is missing',
    outside_period: 'Lines outside of the period of the statement: %{found}',
    pending_left_out: 'Pending entries that were left out: %{found}',
  } satisfies Record<StatementWarningCode, string>,
  suggestion_reason: {
    number: 'The purpose names the request',
    short_number: 'The purpose names the last digits of its number',
    payer_inn: 'The payer is the organization',
    missing_amount: 'Exactly what is missing',
    total_amount: 'Exactly the total',
    entered_by_hand: 'The same payment was entered by hand',
    foreign_payer: 'The payer is somebody else',
    takes_no_money: 'The request takes no money now: it would become a credit',
    other_currency: 'The request is in another currency',
  } satisfies Record<SuggestionReason, string>,
  faults: {
    request_or_organization: 'Choose a request or an organization',
    match_request_not_found: 'There is no such request',
    match_organization_not_found: 'There is no such organization',
    items_exceed_line: 'The parts add up to more than the line: %{left} is left',
    line_currency_mismatch: 'The line is in %{currency}, the request is not',
    refund_not_recorded: 'The request has no refund of this amount without a line. Record the refund first',
    refund_of_organization: 'Match an outgoing line with a request',
    no_overpayment: 'There is no overpayment to accept',
    refund_in_part: 'An outgoing line can only be matched as a whole',
    statement_format: 'This is neither a 1C bank exchange file nor a camt.053 statement',
    statement_encoding: 'Line %{line}: the bytes are not text in %{encoding}',
    statement_incomplete: 'Line %{line}: the file ends within %{section}',
    statement_text: 'Line %{line}: this does not belong in %{section}',
    statement_xml: 'Line %{line}: the XML is damaged, or has a DTD or entities',
    statement_field_missing: 'Line %{line}: %{section} has no %{field}',
    statement_field_repeated: 'Line %{line}: %{field} occurs twice in %{section}',
    statement_field_too_long: 'Line %{line}: %{field} has more than %{characters} characters',
    statement_amount: 'Line %{line}: %{field} is not an amount in %{currency} above zero',
    statement_balance: 'Line %{line}: %{field} is not a balance in %{currency}',
    statement_date: 'Line %{line}: %{field} is not a date',
    statement_value: 'Line %{line}: %{field} has an unknown value',
    statement_currency:
      'Line %{line}: the currency of %{field} is unknown, or differs from that of the account',
    statement_account: 'Line %{line}: %{field} is not an account number',
    statement_foreign_document:
      'Line %{line}: the payment is neither from nor to an account of the statement',
    statement_parts: 'Line %{line}: the parts of the entry do not add up to its amount',
    statement_too_many_lines: 'The statement has more than %{lines} lines. Import shorter periods',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    statement_not_found: 'There is no such statement.',
    statement_line_not_found: 'There is no such line.',
    statement_difference: 'The lines of the file do not add up to its totals. Nothing was imported.',
    statement_line_closed: 'Somebody has dealt with this line already.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    statement: {
      imported: 'Imported a bank statement',
    },
    statement_line: {
      matched: 'Matched a line of a statement',
      set_aside: 'Set a line of a statement aside',
      reopened: 'Reopened a line of a statement',
    },
  },
  object_name: {
    statement: 'bank statement',
    statement_line: 'line of a bank statement',
  },
}
