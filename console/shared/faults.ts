import type { Fault } from '../../contract/common.ts'
import { translate } from '../i18n/i18n-provider.ts'
import { recognize } from './sentences.ts'

/** A fault in the words of the reader's language; the service's own sentence where there are none. */
export function faultMessage(fault: Fault): string {
  const field = fault.loc.filter((part) => typeof part === 'string').at(-1) ?? ''
  if (fault.type === 'string_pattern_mismatch') {
    return translate(`kontor.patterns.${field}`, { _: translate('kontor.faults.string_pattern_mismatch') })
  }
  // Of a file we say what is wrong with it, not only that something is.
  if (fault.type === 'value_error' || fault.type === 'file_type') {
    const sentence = sentenceText(fault.msg.replace(/^Value error, /, ''))
    if (sentence) return sentence
  }
  return translate(`kontor.faults.${fault.type}`, { ...fault.ctx, _: fault.msg })
}

/** A sentence of the service in the reader's language; undefined where it is none that we know. */
export function sentenceText(sentence: string): string | undefined {
  const known = recognize(sentence)
  if (!known) return undefined
  const text = translate(known.key, known.values)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Faults as a form wants them: nested by field. What belongs to no field stands under `root`. */
export function fieldErrors(faults: readonly Fault[]): Record<string, unknown> {
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
