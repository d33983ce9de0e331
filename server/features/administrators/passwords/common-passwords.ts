import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The most frequent words in published lists of leaked passwords (such as the NCSC's 100,000 and the yearly rankings).
 * Russian words are also included as typed with a Latin keyboard layout: «пароль» is gfhjkm.
 */
const words = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)
const longest = Math.max(...[...words].map((word) => word.length))

const letterLikeDigits: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  $: 's',
  '5': 's',
}

/**
 * Whether a password consists of one or two common words with digits and punctuation. Three words are accepted as a
 * passphrase. `own` are words that an attacker would try first: name and e-mail address of the account.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < 5 || !/\p{L}/u.test(plain) || isSequence(plain)) return true
  const bare = [...plain].map((letter) => letterLikeDigits[letter] ?? letter).join('')
  const names = own.map((name) => name.toLowerCase()).filter((name) => name.length >= 3)
  return [plain, bare].some((text) => words.has(text) || isMadeOfFewWords(text, names))
}

function isMadeOfFewWords(text: string, names: readonly string[]): boolean {
  const found = new Set<string>()
  let strange = 0
  for (let at = 0; at < text.length; ) {
    const word = longestWordAt(text, at, names)
    if (word) found.add(word)
    else if (/\p{L}/u.test(text[at] as string)) strange += 1
    at += word?.length ?? 1
  }
  return found.size <= 2 && strange <= 2
}

function longestWordAt(text: string, at: number, names: readonly string[]): string | undefined {
  const own = names.find((name) => text.startsWith(name, at))
  for (let length = Math.min(longest, text.length - at); length >= 3; length -= 1) {
    const word = text.slice(at, at + length)
    if (words.has(word)) return own && own.length > length ? own : word
  }
  return own
}

/** Such as abcdefgh or 87654321: each character is one step from the previous one. */
function isSequence(text: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < text.length; at += 1) steps.add(text.charCodeAt(at) - text.charCodeAt(at - 1))
  return steps.size === 1 && [1, -1].includes([...steps][0] as number)
}
