import type { NameWord } from './prepare-name.ts'

export function isSet(bits: number, at: number): boolean {
  return (bits & (1 << at)) !== 0
}

export function rangeOf(at: number, length: number): number {
  return ((1 << length) - 1) << at
}

export function textOf(words: readonly NameWord[], at: number, length: number): string {
  return length === 1
    ? (words[at] as NameWord).text
    : words
        .slice(at, at + length)
        .map((word) => word.text)
        .join(' ')
}

/** The position of the only bit, or -1. */
export function onlyBit(bits: number): number {
  return bits !== 0 && (bits & (bits - 1)) === 0 ? 31 - Math.clz32(bits) : -1
}

export function countWords(words: readonly NameWord[], left: number): number {
  let count = 0
  for (let i = 0; i < words.length; i++)
    if (isSet(left, i) && words[i]?.kind !== 'particle' && words[i]?.kind !== 'initial') count++
  return count
}

/** The position of the longest of these words. */
export function longestIn(words: readonly NameWord[], at: number, length: number): number {
  let longest = at
  for (let i = at + 1; i < at + length; i++)
    if ((words[i] as NameWord).text.length > (words[longest] as NameWord).text.length) longest = i
  return longest
}
