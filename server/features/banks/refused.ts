import type { FileCode } from '../../../contract/api/error-codes.ts'
import { type Fault, fault, type ValuesOfCode } from '../../../contract/api/faults.ts'

/** The file cannot be imported. The message says why, and where. */
export class BanksRefused extends Error {
  override name = 'BanksRefused'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.msg)
    this.fault = fault
  }
}

export function refused<C extends FileCode>(code: C, ...values: ValuesOfCode<C>): BanksRefused {
  return new BanksRefused(fault(['body', 'file'], code, ...values))
}
