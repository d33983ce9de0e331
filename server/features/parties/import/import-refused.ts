import type { RegisterFailure } from '../../../../contract/organizations/party-register.ts'

/** The import cannot be done. The message is for the user; the register has not changed. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly code: RegisterFailure | 'busy'

  constructor(code: RegisterFailure | 'busy', message: string) {
    super(message)
    this.code = code
  }
}
