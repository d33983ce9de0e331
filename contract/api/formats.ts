/** The formats of strings that the contract uses; the server and the console check them with these functions. */
export const formats = { date: isDate, 'date-time': isInstant, email: isEmail }

export type Format = keyof typeof formats

/** An existing calendar day, in a year of four digits. */
function isDate(value: string): boolean {
  const match = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(value)
  if (!match) return false
  const time = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.getUTCDate() === Number(match[3])
}

function isInstant(value: string): boolean {
  const match =
    /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
      value,
    )
  return match !== null && isDate(match[1] as string)
}

/** The dot is not part of the expression: on a long text it would be tried at each place, up to the end each time. */
function isEmail(value: string): boolean {
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(value) ?? []
  const dot = domain?.indexOf('.', 1) ?? -1
  return domain !== undefined && dot > 0 && dot < domain.length - 1
}
