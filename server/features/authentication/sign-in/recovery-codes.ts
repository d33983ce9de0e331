import { randomBytes } from 'node:crypto'
import { hashReadableCode, readableCode } from '../../../platform/readable-code.ts'

const codes = 10

/** Ten codes of 80 random bits each, which is enough to need no slow hash. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => readableCode(randomBytes(10)))
}

/** Undefined if the text cannot be a recovery code. */
export function hashRecoveryCode(text: string): Buffer | undefined {
  return hashReadableCode(text, 16)
}
