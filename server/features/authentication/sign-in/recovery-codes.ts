import { createHash, randomBytes } from 'node:crypto'
import { base32crockford } from '@scure/base'

const codes = 10

/** Ten codes of 80 random bits each, which is enough to need no slow hash. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () =>
    (base32crockford.encode(randomBytes(10)).toLowerCase().match(/.{4}/g) as string[]).join('-'),
  )
}

/** Undefined if the text cannot be a recovery code. Ignores case, spaces and hyphens; reads o as 0, i and l as 1. */
export function hashRecoveryCode(text: string): Buffer | undefined {
  const plain = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  if (!/^[0-9a-z]{16}$/.test(plain)) return undefined
  return createHash('sha256').update(plain).digest()
}
