import { type Script, scriptOf, toAscii } from './ascii.ts'
import { editsBetween } from './edits.ts'
import {
  type LegalForm,
  legalFormAt,
  longLegalForms,
  shortestLongForm,
  splitGluedForm,
} from './legal-forms.ts'
import { inOneScript, otherReadings } from './look-alikes.ts'
import { soundOf } from './sounds.ts'
import {
  companyParticles,
  honorifics,
  numberOf,
  personParticles,
  sameParticles,
  sameWords,
} from './vocabulary.ts'

/** By whose rules a name is compared. `thing` is a vessel or an aircraft. */
export type NameKind = 'person' | 'company' | 'thing'

export interface NameWord {
  /** Lower-case ASCII, abbreviations of companies written out. */
  text: string
  sound: string
  /** The word in its own script, in lower case. */
  native: string
  script: Script
  kind: 'word' | 'initial' | 'particle' | 'number'
}

/** A name as it is compared: words without titles, legal forms and punctuation. */
export interface PreparedName {
  kind: NameKind
  words: readonly NameWord[]
  legalForm: LegalForm | undefined
  /** A bit for each word of the surname, if the name says which that is: «LYSTRAND, Ingvild». */
  surname: number | undefined
  /** Equal for names that differ only in case, script, punctuation, order, titles and spelling of the legal form. */
  key: string
}

const apostrophes = /['’‘ʼʻʿʾ`´′ˈ]/g
const dotted = /(?<![\p{L}\p{N}])(?:\p{L}{1,3}\.)+\p{L}{1,3}(?![\p{L}\p{N}])\.?/gu
const slashed = /(?<![\p{L}])(\p{L})\/(\p{L})(?![\p{L}])/gu
const special = /[.&%/'’‘ʼʻʿʾ`´′ˈ]|\p{Cf}/u
const invisible = /\p{Cf}/gu
const ofWords = /[\p{L}\p{M}\p{N}]/u
// A digit among letters stands for the letter that it resembles: nobody has a digit in a name.
const lookalikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'b',
  7: 't',
  8: 'b',
  9: 'g',
}
const mostWords = 24
// What is longer is no name and no word. Their beginnings are compared.
const longestName = 2_000
const longestWord = 100

/** The name, and what else it may be if its letters stand for those of another script. */
export function readingsOf(name: string): string[] {
  return [name, ...otherReadings(normalize(name))]
}

function normalize(name: string): string {
  return name.slice(0, longestName).normalize('NFKC')
}

/** Prepares a name for comparison. The same text always gives the same result. */
export function prepareName(name: string, kind: NameKind): PreparedName {
  const normalized = normalize(name)
  const spelled = kind === 'person' ? givenNameFirst(normalized) : normalized
  const tokens = tokensOf(spelled, kind)
  const { rest, legalForm } = withoutLegalForm(tokens, kind)
  const words = joinedNumbers(rest.map((token, at) => wordOf(token, kind, at === 0)))
  const withoutTitles = words.filter(
    (word) => kind !== 'person' || word.kind !== 'word' || !honorifics.has(word.text),
  )
  // A name that consists of titles alone keeps them.
  const kept = withoutTitles.some((word) => word.kind === 'word') ? withoutTitles : words
  const surname = kind === 'person' ? surnameIn(kept, normalized) : undefined
  return { kind, words: kept, legalForm, surname, key: keyOf(kept, spelled) }
}

/** «LYSTRAND, Ingvild» as «Ingvild LYSTRAND». */
function givenNameFirst(name: string): string {
  const comma = name.indexOf(',')
  return comma < 0 ? name : `${name.slice(comma + 1)} ${name.slice(0, comma)}`
}

/** The words that stand before the comma. */
function surnameIn(words: readonly NameWord[], name: string): number | undefined {
  const comma = name.indexOf(',')
  if (comma < 0) return undefined
  const before = new Set(
    tokensOf(name.slice(0, comma), 'person').map((token) => wordOf(token, 'person', false).text),
  )
  let bits = 0
  for (const [at, word] of words.entries()) if (word.kind === 'word' && before.has(word.text)) bits |= 1 << at
  return bits === 0 ? undefined : bits
}

interface Token {
  written: string
  ascii: string
  /** The legal form that this word is with a typo at most. */
  misspeltForm: LegalForm | undefined
  word: NameWord | undefined
  wordOfPerson: NameWord | undefined
}

// A book repeats its words: what was made of one is kept for the next name that has it.
const keptTokens = new Map<string, readonly Token[]>()
const mostKept = 50_000
const longestKept = 40

function tokensOf(name: string, kind: NameKind): Token[] {
  const tokens: Token[] = []
  for (const written of writtenWords(spaced(name, kind))) {
    for (const token of tokensOfWord(written.slice(0, longestWord))) {
      tokens.push(token)
      if (tokens.length >= mostWords) return tokens
    }
  }
  return tokens
}

function tokensOfWord(written: string): readonly Token[] {
  const known = keptTokens.get(written)
  if (known) return known
  const tokens: Token[] = []
  for (const glued of mayBeGlued(written) ? splitGluedForm(written).split(' ') : [written]) {
    const part = inOneScript(glued)
    const ascii = toAscii(part)
    if (ascii === '') continue
    tokens.push({
      written: part,
      ascii,
      misspeltForm: misspeltForm(ascii),
      word: undefined,
      wordOfPerson: undefined,
    })
  }
  if (written.length <= longestKept) {
    if (keptTokens.size >= mostKept) keptTokens.clear()
    keptTokens.set(written, tokens)
  }
  return tokens
}

/** What each sign of the basic plane is: looked up once, because regular expressions cost most of a comparison. */
const signs = new Uint8Array(0x10000)
const isSeen = 1
const isOfWord = 2
const isSpecial = 4

function signAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const known = signs[code] as number
  if (known !== 0) return known
  const sign = text[at] as string
  const found = isSeen | (ofWords.test(sign) ? isOfWord : 0) | (special.test(sign) ? isSpecial : 0)
  signs[code] = found
  return found
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000
}

/** The sequences of letters, marks and digits. */
function writtenWords(text: string): string[] {
  const words: string[] = []
  let start = -1
  for (let at = 0; at < text.length; at++) {
    let length = 1
    let isPart: boolean
    if (isSurrogate(text.charCodeAt(at))) {
      const sign = String.fromCodePoint(text.codePointAt(at) as number)
      length = sign.length
      isPart = ofWords.test(sign)
    } else isPart = (signAt(text, at) & isOfWord) !== 0
    if (isPart) {
      if (start < 0) start = at
    } else if (start >= 0) {
      words.push(text.slice(start, at))
      start = -1
    }
    at += length - 1
  }
  if (start >= 0) words.push(text.slice(start))
  return words
}

function hasSpecial(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (isSurrogate(text.charCodeAt(at)) || (signAt(text, at) & isSpecial) !== 0) return true
  return false
}

/** The name without signs that are no borders of words. Most names have none of them, which costs less to see first. */
function spaced(name: string, kind: NameKind): string {
  if (!hasSpecial(name)) return name
  const letters = name.replace(invisible, '').replace(slashed, '$1$2').replace(apostrophes, '')
  const undotted = letters.replace(dotted, (initials) =>
    kind === 'person' && /^(?:\p{L}\.)+\p{L}?$/u.test(initials)
      ? initials.replaceAll('.', '. ')
      : initials.replaceAll('.', ''),
  )
  return undotted.replaceAll('&', ' and ').replaceAll('%', ' percent ')
}

/** A legal form without a space before or after it has another case than the name: neither «Ромашка» nor «РОМАШКА». */
function mayBeGlued(written: string): boolean {
  if (written.length < 4) return false
  const rest = written.slice(1)
  return rest !== rest.toLowerCase() && written !== written.toUpperCase()
}

/** Takes the legal forms out. A name that consists of nothing else keeps its words. */
function withoutLegalForm(
  tokens: Token[],
  kind: NameKind,
): { rest: Token[]; legalForm: LegalForm | undefined } {
  if (kind === 'thing') return { rest: tokens, legalForm: undefined }
  const ascii = tokens.map((token) => token.ascii)
  const rest: Token[] = []
  let legalForm: LegalForm | undefined
  for (let at = 0; at < tokens.length; ) {
    const found =
      legalFormAt(ascii, at) ?? (kind === 'company' ? misspeltFormAt(tokens, ascii, at) : undefined)
    if (found !== undefined && (kind === 'company' || isFormOfPerson(found, ascii, at))) {
      if (legalForm === undefined || legalForm === 'other') legalForm = found.form
      at += found.length
    } else {
      rest.push(tokens[at] as Token)
      at += 1
    }
  }
  return rest.length > 0 ? { rest, legalForm } : { rest: tokens, legalForm: undefined }
}

/** Short forms are also words and initials («AS», «SA»). A sole trader's stands first, others after the name. */
function isFormOfPerson(
  { form, length }: { form: LegalForm; length: number },
  words: readonly string[],
  at: number,
): boolean {
  if (form === 'trader') return at === 0
  return form === 'limited' && at > 1 && at + length === words.length && words[at]?.length === 3
}

const stockCompany = 'joint stock company'

/** Typos in long legal forms. The first letter is right: others would cost more than they find. */
function misspeltFormAt(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
): { form: LegalForm; length: number } | undefined {
  const word = words[at] as string
  if (
    word.charCodeAt(0) === stockCompany.charCodeAt(0) &&
    editsBetween(words.slice(at, at + 3).join(' '), stockCompany, 2) <= 2
  ) {
    return { form: 'stock', length: Math.min(3, words.length - at) }
  }
  const form = tokens[at]?.misspeltForm
  return form && { form, length: 1 }
}

function misspeltForm(word: string): LegalForm | undefined {
  if (word.length < shortestLongForm) return undefined
  for (const [form, family] of longLegalForms) {
    if (form[0] === word[0] && editsBetween(word, form, 1) <= 1) return family
  }
  return undefined
}

/** The word of a token. Whether it is a connecting word can depend on where it stands. */
function wordOf(token: Token, kind: NameKind, isFirst: boolean): NameWord {
  if (kind !== 'person') {
    token.word ??= makeWord(token, kind, false)
    return token.word
  }
  token.wordOfPerson ??= makeWord(token, kind, false)
  return isFirst && token.wordOfPerson.kind === 'particle' ? makeWord(token, kind, true) : token.wordOfPerson
}

function makeWord({ written, ascii }: Token, kind: NameKind, isFirst: boolean): NameWord {
  const script = scriptOf(written)
  const native = script === 'latin' || script === 'cyrillic' ? ascii : written.toLowerCase()
  if (kind === 'person') {
    if (ascii.length === 1 && script !== 'signs')
      return { text: ascii, sound: ascii, native, script, kind: 'initial' }
    const text =
      /\d/.test(ascii) && /[a-z]/.test(ascii)
        ? ascii.replaceAll(/\d/g, (digit) => lookalikes[digit] ?? '')
        : ascii
    const particle = sameParticles.get(text) ?? text
    // «Ben» is a given name where nothing stands before it.
    if (personParticles.has(particle) && script !== 'signs' && !(isFirst && text === 'ben')) {
      return { text: particle, sound: particle, native, script, kind: 'particle' }
    }
    return { text, sound: soundOf(text), native, script, kind: 'word' }
  }
  const number = numberOf(ascii)
  if (number !== undefined) return { text: String(number), sound: '', native, script, kind: 'number' }
  const text = sameWords.get(ascii) ?? sameParticles.get(ascii) ?? ascii
  return {
    text,
    sound: soundOf(text),
    native,
    script,
    kind: companyParticles.has(text) ? 'particle' : 'word',
  }
}

/** «forty» «four» as 44. */
function joinedNumbers(words: NameWord[]): NameWord[] {
  const joined: NameWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (
      word.kind === 'number' &&
      before?.kind === 'number' &&
      /^[2-9]0$/.test(before.text) &&
      /^[1-9]$/.test(word.text)
    ) {
      const text = String(Number(before.text) + Number(word.text))
      joined[joined.length - 1] = { ...before, text }
    } else joined.push(word)
  }
  return joined
}

function keyOf(words: readonly NameWord[], spelled: string): string {
  const texts: string[] = []
  for (const word of words)
    if (word.kind !== 'particle') texts.push(word.script === 'signs' ? word.native : word.text)
  return texts.length > 0 ? texts.sort().join(' ') : spelled.toLowerCase().trim()
}
