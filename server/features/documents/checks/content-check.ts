import type { FileCode, fileFaults } from '../../../../contract/error-codes.ts'
import { type Fault, fault, type ValuesOf } from '../../../../contract/faults.ts'

/** The content is not acceptable. The message is one sentence for the uploader. */
export class ContentRefused<C extends FileCode = FileCode> extends Error {
  override name = 'ContentRefused'
  readonly toFault: (loc: Fault['loc']) => Fault

  constructor(code: C, ...values: ValuesOf<(typeof fileFaults)[C]>) {
    const toFault = (loc: Fault['loc']) => fault(loc, code, ...values)
    super(toFault([]).msg)
    this.toFault = toFault
  }
}

/** Checks content while it is streamed. Both functions throw ContentRefused. */
export type ContentCheck = {
  write(piece: Buffer): void | Promise<void>
  end(): void | Promise<void>
}
