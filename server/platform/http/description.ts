import { operations } from '../../../contract/operations/features.ts'
import { openApi } from './openapi.ts'

let made: string | undefined

/** The text of `/openapi.json`, made once. */
export function description(): string {
  made ??= JSON.stringify(openApi(operations))
  return made
}
