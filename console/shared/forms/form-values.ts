import { isObject } from '../../../contract/api/common.ts'
import { madeVisible } from '../../../contract/api/visible-text.ts'

/** The values of a form without the fields that were left empty, also in nested objects. */
export function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values)
    .map(([name, value]) => [name, isObject(value) ? withoutEmpty(value) : value] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)
  return Object.fromEntries(entries)
}

/** For `parse` of a field whose text people vote on: the service takes one line of visible characters only. */
export function oneLine(text: string): string | null {
  return madeVisible(text) || null
}
