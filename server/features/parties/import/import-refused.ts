/** The import cannot be done. The message is for the user; the register has not changed. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
