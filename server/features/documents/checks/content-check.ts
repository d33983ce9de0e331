import type { FileCode } from '../../../../contract/api/error-codes.ts'
import { type Fault, fault, type ValuesOfCode } from '../../../../contract/api/faults.ts'

/** The content is not acceptable. The message is one sentence for the uploader. */
export class ContentRefused extends Error {
  override name = 'ContentRefused'
  /** Without a location; it can be sent between threads. */
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.msg)
    this.fault = fault
  }

  toFault(loc: Fault['loc']): Fault {
    return { ...this.fault, loc }
  }
}

export function refused<C extends FileCode>(code: C, ...values: ValuesOfCode<C>): ContentRefused {
  return new ContentRefused(fault([], code, ...values))
}

/** Checks content while it is read. Both functions throw ContentRefused. */
export type ContentCheck = {
  write(piece: Buffer): void | Promise<void>
  end(): void | Promise<void>
}
