/**
 * Letters of one script that are written for those of another, so that a name looks the same and is compared as another:
 * «Круглов» with a Latin «o».
 */

/** Latin letters and the Cyrillic ones that look like them in print. */
const equal = pairs('AА BВ CС EЕ HН IІ JЈ KК MМ OО PР TТ XХ YУ aа cс eе iі jј oо pр xх yу')
/** Those that a reader takes for each other where the rest of the word is of that script. */
const close = pairs('NИ RЯ UИ WШ bь hн kк mм nп rг tт uи wш')
/** Rare Cyrillic letters that stand for Latin ones only. */
const rare = pairs('SЅ QԚ WԜ sѕ dԁ hһ lӏ qԛ vѵ wԝ bв')
const latinOfGreek = new Map(
  pairs('AΑ BΒ EΕ ZΖ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ YΥ XΧ aα eε iι kκ nη oο pρ tτ uυ vν xχ yγ cϲ').map(
    ([latin, greek]) => [greek, latin],
  ),
)
const cyrillicOf = new Map([...close, ...equal])
const latinOf = new Map([...rare, ...close, ...equal].map(([latin, cyrillic]) => [cyrillic, latin]))
const lookEqual = new Set(equal.flat())

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => [pair[0] as string, pair[1] as string])
}

const latinLetter = /\p{Script=Latin}/u
const cyrillicLetter = /\p{Script=Cyrillic}/u
const greekLetter = /\p{Script=Greek}/u
const lettersOfWord = /[\p{L}\p{M}]+/gu
const otherThanEqual = new RegExp(`(?![${[...lookEqual].join('')}])\\p{L}`, 'u')

interface WordScripts {
  /** The word without Greek letters, unless it has no others. */
  letters: string
  /** Whether all of its letters can be read in the script. */
  canBeLatin: boolean
  canBeCyrillic: boolean
  isMixed: boolean
  /** The script it is read in if no other word is looked at. */
  script: 'latin' | 'cyrillic' | undefined
}

/** The word with all letters of one script, as far as they have look-alikes there. */
export function inOneScript(word: string): string {
  if (isOfOneScript(word)) return word
  const { letters, isMixed, script } = scriptsOf(word)
  return isMixed && script ? readAs(letters, script) : letters
}

/**
 * The name with each word in the other script that it could be of, where the words around it are of that script:
 * «Круглов Apxun». A name of nothing but Latin letters that look like Cyrillic ones could be Cyrillic as a whole.
 */
export function otherReadings(name: string): string[] {
  if (!latinLetter.test(name)) return []
  if (!cyrillicLetter.test(name)) return otherThanEqual.test(name) ? [] : [reading(name, 'cyrillic')]
  const scripts = [...name.matchAll(lettersOfWord)].map(([word]) => scriptsOf(word))
  const readings: string[] = []
  if (scripts.some(couldBe('cyrillic'))) readings.push(reading(name, 'cyrillic'))
  if (scripts.some(couldBe('latin')) && scripts.some(({ script }) => script === 'latin'))
    readings.push(reading(name, 'latin'))
  return readings
}

function couldBe(other: 'latin' | 'cyrillic') {
  return ({ script, canBeLatin, canBeCyrillic }: WordScripts) =>
    script !== undefined && script !== other && (other === 'latin' ? canBeLatin : canBeCyrillic)
}

function reading(name: string, script: 'latin' | 'cyrillic'): string {
  return name.replace(lettersOfWord, (word) => {
    const scripts = scriptsOf(word)
    return couldBe(script)(scripts) ? readAs(scripts.letters, script) : word
  })
}

function readAs(letters: string, script: 'latin' | 'cyrillic'): string {
  const other = script === 'latin' ? latinOf : cyrillicOf
  return [...letters].map((letter) => other.get(letter) ?? letter).join('')
}

/** Most words are of one script, which is seen without looking anything up. */
function isOfOneScript(word: string): boolean {
  let hasLatin = false
  let hasOther = false
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 0x250 ? code > 0x40 : code >= 0x1e00 && code < 0x1f00) hasLatin = true
    else if (code >= 0x370 && code < 0x530) hasOther = true
  }
  return !(hasLatin && hasOther) && !(hasOther && greekLetter.test(word) && cyrillicLetter.test(word))
}

function scriptsOf(word: string): WordScripts {
  const hasOthers = latinLetter.test(word) || cyrillicLetter.test(word)
  const letters =
    hasOthers && greekLetter.test(word)
      ? [...word].map((letter) => latinOfGreek.get(letter) ?? letter).join('')
      : word
  const counts = { latin: 0, cyrillic: 0, onlyLatin: 0, onlyCyrillic: 0 }
  let [canBeLatin, canBeCyrillic] = [hasOthers, hasOthers]
  for (const letter of letters) {
    if (latinLetter.test(letter)) {
      counts.latin++
      if (!lookEqual.has(letter)) counts.onlyLatin++
      if (!cyrillicOf.has(letter)) canBeCyrillic = false
    } else if (cyrillicLetter.test(letter)) {
      counts.cyrillic++
      if (!lookEqual.has(letter)) counts.onlyCyrillic++
      if (!latinOf.has(letter)) canBeLatin = false
    }
  }
  const isMixed = counts.latin > 0 && counts.cyrillic > 0
  return { letters, canBeLatin, canBeCyrillic, isMixed, script: hasOthers ? scriptFrom() : undefined }

  function scriptFrom(): 'latin' | 'cyrillic' {
    if (!isMixed) return counts.latin > 0 ? 'latin' : 'cyrillic'
    if (canBeLatin !== canBeCyrillic) return canBeLatin ? 'latin' : 'cyrillic'
    return counts.onlyLatin > counts.onlyCyrillic ? 'latin' : 'cyrillic'
  }
}
