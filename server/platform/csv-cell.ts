/** A spreadsheet takes text that begins like this for a formula, and would run it. A negative number is none. */
const formula = /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u
const plainNumber = /^-?\d+(\.\d+)?$/

/** A cell of a CSV file (RFC 4180) that no spreadsheet runs. Where cells end with semicolons, a number may have a comma. */
export function csvCell(value: string, separator: ',' | ';' = ','): string {
  const isNumber = plainNumber.test(separator === ';' ? value.replace(',', '.') : value)
  const safe = formula.test(value) && !isNumber ? `'${value}` : value
  return /["\r\n']/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
