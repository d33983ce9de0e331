import { hashEnd, hashStart, hashStep } from './buckets.ts'

// Letters after these are not part of the keys: two words that are close have close beginnings, and keys stay few.
const longest = 8
const shortestWithTypo = 3
const mostHashes = 1 + longest + (longest * (longest - 1)) / 2

/** Letters that count as near are one letter of the key, so that half edits are none. */
const keyLetters = Uint16Array.from({ length: 128 }, (_, code) => code)
for (const [letter, near] of Object.entries({
  e: 'a',
  i: 'a',
  o: 'a',
  u: 'a',
  z: 's',
  t: 'd',
  p: 'b',
  k: 'g',
  v: 'f',
  C: 'S',
}))
  keyLetters[letter.charCodeAt(0)] = near.charCodeAt(0)

export interface SoundKey {
  clear(): void
  /** Appends the sound of a word. */
  add(sound: string): void
  /** A bit for each letter of the key. */
  letters(): number
  /**
   * Fills `hashes` with those of the key, and of the key without one letter, or up to two if `twice`. Returns how many
   * they are.
   */
  hash(twice: boolean): number
  hashes: Int32Array
}

/** The beginning of a sound, by which words with typos are found. One object serves many words, one after the other. */
export function createSoundKey(): SoundKey {
  const codes = new Uint16Array(longest)
  const hashes = new Int32Array(mostHashes)
  // Hashes of the beginning without one letter are those of the beginning up to it, continued after it.
  const begun = new Int32Array(longest + 1)
  let length = 0

  function continued(hash: number, from: number): number {
    let result = hash
    for (let i = from; i < length; i++) result = hashStep(result, codes[i] as number)
    return result
  }

  return {
    hashes,
    clear() {
      length = 0
    },
    add(sound) {
      for (let i = 0; i < sound.length && length < longest; i++) {
        const code = sound.charCodeAt(i)
        codes[length] = keyLetters[code] ?? code
        length += 1
      }
    },
    letters() {
      let bits = 0
      for (let i = 0; i < length; i++) bits |= 1 << ((codes[i] as number) & 31)
      return bits
    },
    hash(twice) {
      let count = 0
      begun[0] = hashStart
      for (let i = 0; i < length; i++) begun[i + 1] = hashStep(begun[i] as number, codes[i] as number)
      hashes[count++] = hashEnd(begun[length] as number)
      if (length < shortestWithTypo) return count
      for (let i = 0; i < length; i++) {
        let hash = begun[i] as number
        hashes[count++] = hashEnd(continued(hash, i + 1))
        if (!twice) continue
        for (let j = i + 1; j < length; j++) {
          hashes[count++] = hashEnd(continued(hash, j + 1))
          hash = hashStep(hash, codes[j] as number)
        }
      }
      return count
    },
  }
}
