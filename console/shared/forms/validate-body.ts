import type { Operation } from '../../../contract/api/operation.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { checkBody } from './check-body.ts'
import { withoutEmpty } from './form-values.ts'

/** For `validate` of a form: the faults of the request body, by field. */
export function validateBody(
  operation: Pick<Operation, 'body' | 'rules'>,
  toBody: (values: Record<string, unknown>) => unknown = withoutEmpty,
) {
  return (values: Record<string, unknown>) => fieldErrors(checkBody(operation, toBody(values)))
}
