import type { FileCode } from '../../../../contract/api/error-codes.ts'
import { type Fault, fault, type ValuesOfCode } from '../../../../contract/api/faults.ts'
import { ImportRefused } from '../../parties/import/import-refused.ts'

/** The files are no list that can be published. The message says why; nothing has changed. */
export class ListRefused extends ImportRefused {
  override name = 'ListRefused'
  /** Without a location. */
  readonly fault: Fault

  constructor(fault: Fault) {
    super('damaged', fault.msg)
    this.fault = fault
  }
}

export function refused<C extends FileCode>(code: C, ...values: ValuesOfCode<C>): ListRefused {
  return new ListRefused(fault([], code, ...values))
}
