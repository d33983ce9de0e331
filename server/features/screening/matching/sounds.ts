/**
 * How a word sounds, roughly and in any language: spellings that transliterations mix up become the same. Used only to
 * make the distance between two words smaller, never to call different words equal.
 */
const spellings: readonly [RegExp, string][] = [
  [/(.)\1+/g, '$1'],
  [/^hs/, 'x'],
  [/tsch|tch|tsh|cz/g, 'C'],
  [/shch|sch/g, 'S'],
  [/dzh|dj|zh/g, 'j'],
  [/ch/g, 'C'],
  [/sh/g, 'S'],
  [/ph/g, 'f'],
  [/kh|q|ck/g, 'k'],
  [/ts|tz/g, 'z'],
  [/([bdgt])h/g, '$1'],
  [/x/g, 'ks'],
  [/c(?=[ei])/g, 's'],
  [/c/g, 'k'],
  [/w/g, 'v'],
  [/oo|ou|ue/g, 'u'],
  [/ee|ie/g, 'i'],
  [/ae|ai(?=[^aeiouy])/g, 'a'],
  [/oe/g, 'o'],
  [/y/g, 'i'],
  [/(?<=[aeiou])j/g, 'i'],
  [/(?<=[aeiou])h(?![aeiou])/g, ''],
  [/(.)\1+/g, '$1'],
]

const kept = new Map<string, string>()
const mostKept = 200_000

export function soundOf(word: string): string {
  const found = kept.get(word)
  if (found !== undefined) return found
  let sound = word
  for (const [spelling, by] of spellings) sound = sound.replace(spelling, by)
  if (kept.size >= mostKept) kept.clear()
  kept.set(word, sound)
  return sound
}

const classes: Record<string, string> = {
  b: 'p',
  p: 'p',
  f: 'f',
  v: 'f',
  d: 't',
  t: 't',
  g: 'k',
  k: 'k',
  h: '',
  s: 's',
  z: 's',
  S: 's',
  C: 's',
  j: 's',
  x: 's',
  l: 'l',
  r: 'l',
  m: 'm',
  n: 'n',
}

/** The consonants by class, for scripts that write no vowels or only whole syllables: «mhmd», «beilake» and «barack». */
export function consonantsOf(sound: string): string {
  let classesOfWord = ''
  for (const letter of sound) {
    const consonant = classes[letter] ?? ''
    if (!classesOfWord.endsWith(consonant) || consonant === '') classesOfWord += consonant
  }
  return classesOfWord
}
