/** A spreadsheet takes text that begins like this for a formula, and would run it. A negative number is none. */
const formula = /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u
const plainNumber = /^-?\d+(\.\d+)?$/

/** A cell of a CSV file (RFC 4180) that no spreadsheet runs. */
export function csvCell(value: string): string {
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
