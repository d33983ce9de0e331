import type { FileCode } from '../../../../contract/api/error-codes.ts'
import { type Fault, fault, type ValuesOfCode } from '../../../../contract/api/faults.ts'

/** The file cannot be read. The message says where; it can be sent between threads as its fault. */
export class StatementDamaged extends Error {
  override name = 'StatementDamaged'
  /** Without a location. */
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.msg)
    this.fault = fault
  }
}

export function damaged<C extends FileCode>(code: C, ...values: ValuesOfCode<C>): StatementDamaged {
  return new StatementDamaged(fault([], code, ...values))
}
