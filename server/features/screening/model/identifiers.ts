import { innFault, ogrnFault } from '../../../../contract/values/identifiers.ts'
import type { Identifier, IdentifierKind } from './entry.ts'

const shortest = 4

/** Letters and digits in upper case: punctuation and case of a number do not count. Undefined if it is too short to be one. */
export function normalizeIdentifier(kind: IdentifierKind, text: string): Identifier | undefined {
  const value = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return value.length >= shortest && value.length <= 40 && /\d/.test(value) ? { kind, value } : undefined
}

/** An identifier whose kind is not stated: an INN, OGRN or LEI is told by its form and check digits. */
export function guessIdentifier(text: string, otherwise: IdentifierKind = 'other'): Identifier | undefined {
  const plain = normalizeIdentifier(otherwise, text)
  if (plain === undefined) return undefined
  if (innFault(plain.value) === null) return { kind: 'inn', value: plain.value }
  if (ogrnFault(plain.value) === null) return { kind: 'ogrn', value: plain.value }
  if (/^[0-9A-Z]{18}[0-9]{2}$/.test(plain.value) && mod97(plain.value) === 1)
    return { kind: 'lei', value: plain.value }
  return plain
}

/** ISO 7064: letters as numbers from 10 on, the whole modulo 97. */
function mod97(value: string): number {
  let rest = 0
  for (const sign of value)
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}
