/**
 * One typo, the SymSpell way: two words at distance one share a form from which at most one letter was taken,
 * so a table of such forms finds the neighbours of any word without comparing it to the whole vocabulary.
 */

export const shortestForgivenWord = 4
const longestForgivenWord = 32

/** Whether typos in this word are forgiven: letters only, since one wrong digit is another number. */
export function isForgiven(word: string): boolean {
  return word.length >= shortestForgivenWord && word.length <= longestForgivenWord && !/\d/.test(word)
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

/** Hashes of the word and of every form with one letter taken out. */
export function deletions(word: string): number[] {
  const forms = new Set([hash(word, -1)])
  for (let i = 0; i < word.length; i++) forms.add(hash(word, i))
  return [...forms]
}

/** Whether one letter added, left out, replaced or swapped with its neighbour makes one word of the other. */
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
