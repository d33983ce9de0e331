/**
 * How a word sounds, roughly and in any language: spellings that transliterations mix up become the same. Used only to
 * make the distance between two words smaller, never to call different words equal.
 */
const spellings: Record<string, readonly (readonly [string, string])[]> = {
  a: [['ae', 'a']],
  b: [['bh', 'b']],
  c: [
    ['cz', 'C'],
    ['ch', 'C'],
    ['ck', 'k'],
    ['ce', 'se'],
    ['ci', 'si'],
    ['c', 'k'],
  ],
  d: [
    ['dzh', 'j'],
    ['dj', 'j'],
    ['dh', 'd'],
  ],
  e: [['ee', 'i']],
  g: [['gh', 'g']],
  i: [['ie', 'i']],
  k: [['kh', 'k']],
  o: [
    ['oo', 'u'],
    ['ou', 'u'],
    ['oe', 'o'],
  ],
  p: [['ph', 'f']],
  q: [['q', 'k']],
  s: [
    ['shch', 'S'],
    ['sch', 'S'],
    ['sh', 'S'],
  ],
  t: [
    ['tsch', 'C'],
    ['tch', 'C'],
    ['tsh', 'C'],
    ['ts', 'z'],
    ['tz', 'z'],
    ['th', 't'],
  ],
  u: [['ue', 'u']],
  w: [['w', 'v']],
  x: [['x', 'ks']],
  y: [['y', 'i']],
  z: [['zh', 'j']],
}

const kept = new Map<string, string>()
const mostKept = 50_000

export function soundOf(word: string): string {
  const found = kept.get(word)
  if (found !== undefined) return found
  const sound = hear(word)
  if (kept.size >= mostKept) kept.clear()
  kept.set(word, sound)
  return sound
}

function hear(word: string): string {
  // Chinese in the transcription of Wade and Giles: «Hsi» is «Xi».
  const text = word.startsWith('hs') ? `x${word.slice(2)}` : word
  let sound = ''
  for (let at = 0; at < text.length; ) {
    const letter = text[at] as string
    const spelling = spellings[letter]?.find(([written]) => text.startsWith(written, at))
    let heard = spelling === undefined ? letter : spelling[1]
    at += spelling === undefined ? 1 : spelling[0].length
    const last = sound.at(-1) ?? ''
    if (isVowel(last)) {
      if (letter === 'j') heard = 'i'
      else if (letter === 'h' && !isVowel(text[at] ?? '')) continue
    }
    // «Hussein» and «Hussain», «Hussayn».
    if (heard === 'i' && last === 'a' && at < text.length && !isVowel(text[at] as string)) continue
    sound += heard[0] === last ? heard.slice(1) : heard
  }
  return sound
}

function isVowel(letter: string): boolean {
  return letter !== '' && 'aeiouy'.includes(letter)
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
