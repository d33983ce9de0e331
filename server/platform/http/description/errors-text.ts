import {
  duplicateReasons,
  type FailureKind,
  failureStatus,
  failures,
  fileFaults,
  ruleFaults,
} from '../../../../contract/api/error-codes.ts'
import { faultTypes } from '../../../../contract/api/fault-types.ts'
import type { DeclaredFault } from '../../../../contract/declarations/feature.ts'
import { deliveryErrors } from '../../../../contract/declarations/webhooks.ts'

const kinds = Object.keys(failureStatus) as FailureKind[]

/** Every error code with its cause and cure, for docs/errors.md and for the description of the interface. */
export function errorsText(): string {
  return `# Errors

Every failed request has a code that is stable. The sentences are for people and may change. New codes may be added.

## Failures

The body is \`{code, detail, request_id, context?}\`. Tell an operator the \`request_id\` to find the cause in the log.

${table(
  ['Status', 'Code', 'Cause', 'Cure'],
  kinds.flatMap((kind) =>
    Object.entries(failures)
      .filter(([, failure]) => failure.kind === kind)
      .map(([code, { cause, cure }]) => [String(failureStatus[kind]), `\`${code}\``, cause, cure]),
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
  Object.entries(faultTypes).map(([type, { cause, cure }]) => [`\`${type}\``, cause, cure]),
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

function faults(declared: Record<string, DeclaredFault>): string {
  return table(
    ['Code', 'Cause', 'Cure'],
    Object.entries(declared).map(([code, { sentence, cure }]) => [`\`${code}\``, plain(sentence), cure]),
  )
}

/** A sentence with the names of its values: `%{parts}` becomes a code span. */
function plain(sentence: string): string {
  return sentence.replaceAll(/%\{(\w+)\}/g, '`$1`')
}

/** With columns of equal width, as the formatter of this repository writes tables. */
export function table(head: string[], rows: string[][]): string {
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
