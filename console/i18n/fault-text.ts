import { KontorError, type RequestFault } from '../../client/src/errors.ts'
import { codeOf } from '../../contract/api/faults.ts'
import { type Counting, countingText } from './counting-text.ts'
import { currentLocale, translate } from './i18n-provider.ts'

/** Codes that say too little by themselves: what is wrong depends on the field. */
const saidOfFields: Record<string, string> = {
  string_pattern_mismatch: 'patterns',
  input_invalid: 'refused_inputs',
}

/** A fault in the current language. For an unknown code, the sentence of the service is shown. */
export function faultMessage(fault: RequestFault): string {
  const code = codeOf(fault)
  const ofField = saidOfFields[code]
  if (ofField) {
    const field = fault.loc.filter((part) => typeof part === 'string').at(-1) ?? ''
    return translate(`kontor.${ofField}.${field}`, { _: translate(`kontor.faults.${code}`) })
  }
  const what = typeof fault.ctx?.kind === 'string' && {
    what: translate(`kontor.unpayable.${fault.ctx.kind}`),
  }
  const text = translate(`kontor.faults.${code}`, {
    ...readable(fault.ctx),
    ...what,
    _: fault.msg.replace(/^Value error, /, ''),
  })
  return code === 'not_enough_people' ? [text, ...countingText(fault.ctx as Counting)].join(' ') : text
}

/** The values of a sentence in the current language: a list as `a, b or c`, a day, and what is due. */
function readable(values: Record<string, unknown> = {}): Record<string, unknown> {
  const locale = currentLocale()
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 })
  const shown = (name: string, value: unknown) => {
    if (isListOfTexts(value)) return list.format(value)
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return day.format(new Date(`${value}T00:00:00Z`))
    return name === 'due' ? amount.format(value as Intl.StringNumericLiteral) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Faults by field, nested as a form expects them. Faults without a field are under `root`. */
export function fieldErrors(faults: readonly RequestFault[]): Record<string, unknown> {
  const errors: Record<string, unknown> = {}
  for (const fault of faults) {
    const [, ...path] = fault.loc
    const last = path.pop()
    if (last === undefined) {
      errors.root = { serverError: faultMessage(fault) }
      continue
    }
    let at = errors
    for (const part of path) {
      if (typeof at[part] !== 'object') at[part] = {}
      at = at[part] as Record<string, unknown>
    }
    at[last] ??= faultMessage(fault)
  }
  return errors
}

/** What a form shows at its fields after a request that was not valid. */
export function submissionErrors(error: unknown): Record<string, unknown> | undefined {
  return error instanceof KontorError && error.faults.length > 0 ? fieldErrors(error.faults) : undefined
}
