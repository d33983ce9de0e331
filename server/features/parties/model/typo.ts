/**
 * Typos by symmetric deletion, as SymSpell does it: two words with a distance of one have a form in common, the word
 * itself or the word without one letter. A table of these forms finds the neighbours of a word without a comparison with
 * the whole vocabulary.
 */

const shortestCorrectable = 4
const longestCorrectable = 32

/** Whether typos in the word are corrected. Not in words with digits: one wrong digit is another number. */
export function isCorrectable(word: string): boolean {
  return word.length >= shortestCorrectable && word.length <= longestCorrectable && !/\d/.test(word)
}

function hash(word: string, without: number): number {
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) {
    if (i !== without) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Hashes of the word and of the word without each of its letters. */
export function deletions(word: string): number[] {
  const forms = new Set([hash(word, -1)])
  for (let i = 0; i < word.length; i++) forms.add(hash(word, i))
  return [...forms]
}

/** Whether the words differ by one letter inserted, deleted, replaced or swapped with its neighbour. */
export function isOneTypoAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) {
    end++
  }
  const middleA = a.slice(start, a.length - end)
  const middleB = b.slice(start, b.length - end)
  if (middleA.length <= 1 && middleB.length <= 1) return true
  return middleA.length === 2 && middleB === `${middleA[1]}${middleA[0]}`
}
