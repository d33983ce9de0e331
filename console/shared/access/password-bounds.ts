import { NewPassword } from '../../../contract/administrators/account.ts'

/** The limits of the contract's schema, for the validation of the browser. */
export const passwordBounds: { minLength?: number; maxLength?: number } = {
  minLength: (NewPassword as { minLength?: number }).minLength,
  maxLength: (NewPassword as { maxLength?: number }).maxLength,
}
