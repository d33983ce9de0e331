import { randomInt } from 'node:crypto'
import { fault } from '../../../../contract/api/faults.ts'
import { Invalid } from '../../../platform/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

export const passwordLength = { least: 12, most: 128 }

/** A rule that the schema cannot express. `own` are the e-mail address and name of the account. */
export function refuseWeakPassword(loc: string[], password: string, own: readonly string[]): void {
  const words = own.flatMap((text) => [text, ...text.split(/[@.\s_-]+/)])
  if (!isCommonPassword(password, words)) return
  throw new Invalid([fault(loc, 'password_too_weak')])
}

/** Twenty letters and digits without ambiguous ones (114 bits), easy to read aloud. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, part).join('-')
}
