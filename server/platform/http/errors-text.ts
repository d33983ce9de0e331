import {
  deliveryErrors,
  duplicateReasons,
  type FailureKind,
  type FaultCode,
  type FaultType,
  failureCodes,
  failureStatus,
  faultTypes,
  fileFaults,
  ruleFaults,
} from '../../../contract/error-codes.ts'
import { failureGuide, faultCures } from '../../../contract/error-guide/error-guide.ts'

const kinds = (Object.keys(failureCodes) as FailureKind[]).sort((a, b) => failureStatus[a] - failureStatus[b])

/** What each type of fault means that has no further code. */
const typeCauses: Record<FaultType, string> = {
  missing: 'A required field, or the whole body, was not sent.',
  extra_forbidden: 'There is no such field.',
  string_type: 'The value is not a string.',
  int_type: 'The value is not an integer.',
  int_parsing: 'A query parameter is not an integer.',
  float_type: 'The value is not a number.',
  bool_type: 'The value is not a boolean.',
  list_type: 'The value is not a list.',
  model_attributes_type: 'The value is not an object.',
  string_too_short: 'The text is shorter than `ctx.min_length`.',
  string_too_long: 'The text is longer than `ctx.max_length`.',
  string_pattern_mismatch: 'The text does not have the required form.',
  greater_than_equal: 'The number is too small.',
  less_than_equal: 'The number is too large.',
  enum: 'The value is none of the allowed ones.',
  too_short: 'The list has fewer items than `ctx.min_length`.',
  too_long: 'The list has more items than `ctx.max_length`.',
  file_empty: 'The uploaded file is empty.',
  file_too_large: 'The uploaded file is too large.',
  infected: 'The virus scanner found something in the file.',
}

/** Every error code with its cause and cure, for docs/errors.md and for the description of the interface. */
export function errorsText(): string {
  return `# Errors

Every failed request has a code that is stable. The sentences are for people and may change. New codes may be added.

## Failures

The body is \`{code, detail, request_id, context?}\`. Tell an operator the \`request_id\` to find the cause in the log.

${table(
  ['Status', 'Code', 'Cause', 'Cure'],
  kinds.flatMap((kind) =>
    failureCodes[kind].map((code) => {
      const { cause, cure } = failureGuide[code]
      return [String(failureStatus[kind]), `\`${code}\``, cause, cure]
    }),
  ),
)}

\`duplicate\` has one of these reasons in \`context.reason\`:

${table(
  ['Reason', 'Meaning'],
  Object.entries(duplicateReasons).map(([reason, text]) => [`\`${reason}\``, text]),
)}

## Faults of the content (422)

The body is \`{detail: [{loc, msg, type, ctx?}]}\` with every fault of the request. \`loc\` says where it is.

${table(
  ['Type', 'Cause', 'Cure'],
  faultTypes.map((type) => [`\`${type}\``, typeCauses[type], faultCures[type]]),
)}

Faults of the type \`value_error\` have one of these codes in \`ctx.code\`:

${faults(ruleFaults)}

Faults of the type \`file_type\` have one of these codes in \`ctx.code\`:

${faults(fileFaults)}

## Webhook deliveries

\`error_code\` of a delivery that failed. The delivery is tried again, for three days.

${table(
  ['Code', 'Meaning'],
  Object.entries(deliveryErrors).map(([code, text]) => [`\`${code}\``, plain(text)]),
)}
`
}

function faults(sentences: Record<string, string>): string {
  return table(
    ['Code', 'Cause', 'Cure'],
    Object.entries(sentences).map(([code, text]) => [
      `\`${code}\``,
      plain(text),
      faultCures[code as FaultCode],
    ]),
  )
}

/** A sentence with the names of its values: `%{parts}` becomes a code span. */
function plain(sentence: string): string {
  return sentence.replaceAll(/%\{(\w+)\}/g, '`$1`')
}

/** With columns of equal width, as the formatter of this repository writes tables. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`
  const ruler = line(
    head.map(() => ''),
    '-',
  )
  return [line(head), ruler, ...rows.map((row) => line(row))].join('\n')
}
