import { operations } from '../../../../contract/operations/features.ts'
import { openApi } from './openapi.ts'
import { withSharedParts } from './shared-parts.ts'
import { withUsedComponents } from './used-components.ts'

/** The text of `/openapi.json`. */
export function description(): string {
  return JSON.stringify(withSharedParts(openApi(operations)))
}

/** The same with the operations of the specification alone. */
export function specifiedDescription(): string {
  const { webhooks, ...document } = openApi(operations.filter(({ extension }) => !extension))
  return JSON.stringify(withUsedComponents(withSharedParts({ ...document, webhooks: {} })))
}
