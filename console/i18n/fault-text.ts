import { KontorError, type RequestFault } from '../../client/src/errors.ts'
import { codeOf } from '../../contract/faults.ts'
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
  return translate(`kontor.faults.${code}`, {
    ...readable(fault.ctx),
    _: fault.msg.replace(/^Value error, /, ''),
  })
}

/** The values of a sentence. A list is formatted as `a, b or c` in the current language. */
function readable(values: Record<string, unknown> = {}): Record<string, unknown> {
  const list = new Intl.ListFormat(currentLocale(), { type: 'disjunction' })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? list.format(value) : value]),
  )
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
