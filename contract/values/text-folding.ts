/**
 * Normalizes names for search. Stored names and queries go through the same functions, so that case, ё/е, quotes,
 * hyphens and legal forms make no difference.
 */

const apostrophes = /['’‘ʼ`´′]/g
const separators = /[^\p{L}\p{N}\p{M}]+/gu

// A table for the characters of nearly all names: Latin and Cyrillic without combining marks, quotes and dashes. An
// import folds tens of millions of names; a text with other characters takes the slow path.
const simpleCharacters: (string | undefined)[] = []
for (const [first, last] of [
  [0x20, 0x24f],
  [0x400, 0x482],
  [0x48a, 0x52f],
  [0x2010, 0x203a],
  [0x2116, 0x2116],
] as const) {
  for (let code = first; code <= last; code++) {
    const character = String.fromCharCode(code)
    simpleCharacters[code] = foldAny(character) || (foldAny(`a${character}b`) === 'ab' ? '' : ' ')
  }
}

/** Folds a text: lower case, ё as е, no apostrophes, all other characters (quotes, hyphens, №) as one space. */
export function foldText(text: string): string {
  let folded = ''
  let gap = false
  for (let i = 0; i < text.length; i++) {
    const character = simpleCharacters[text.charCodeAt(i)]
    if (character === undefined) return foldAny(text)
    if (character === ' ') {
      gap = folded !== ''
    } else if (character !== '') {
      folded += gap ? ` ${character}` : character
      gap = false
    }
  }
  return folded
}

function foldAny(text: string): string {
  return text
    .replaceAll('№', ' ')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replace(apostrophes, '')
    .replace(separators, ' ')
    .trim()
}

/** The folded words of a text, in order. */
export function foldWords(text: string): string[] {
  const folded = foldText(text)
  return folded === '' ? [] : folded.split(' ')
}

// Legal forms as words and abbreviations, folded. The longest match is used.
const legalForms = [
  'ооо',
  'оао',
  'зао',
  'пао',
  'нао',
  'ао',
  'одо',
  'ип',
  'чп',
  'кфх',
  'гкфх',
  'ано',
  'тсж',
  'тсн',
  'снт',
  'днт',
  'гск',
  'жск',
  'пк',
  'спк',
  'муп',
  'гуп',
  'фгуп',
  'фгбу',
  'фгбоу',
  'гбу',
  'гбоу',
  'гку',
  'мбу',
  'мбоу',
  'мбдоу',
  'мку',
  'оо',
  'роо',
  'общество с ограниченной ответственностью',
  'общество с дополнительной ответственностью',
  'акционерное общество',
  'открытое акционерное общество',
  'закрытое акционерное общество',
  'публичное акционерное общество',
  'непубличное акционерное общество',
  'индивидуальный предприниматель',
  'глава крестьянского фермерского хозяйства',
  'крестьянское фермерское хозяйство',
  'автономная некоммерческая организация',
  'товарищество собственников жилья',
  'товарищество собственников недвижимости',
  'садоводческое некоммерческое товарищество',
  'гаражно строительный кооператив',
  'жилищно строительный кооператив',
  'производственный кооператив',
  'сельскохозяйственный производственный кооператив',
  'потребительский кооператив',
  'муниципальное унитарное предприятие',
  'государственное унитарное предприятие',
  'федеральное государственное унитарное предприятие',
  'llc',
  'ltd',
  'limited',
  'jsc',
  'ojsc',
  'cjsc',
  'pjsc',
  'ooo',
  'oao',
  'zao',
  'pao',
  'limited liability company',
  'joint stock company',
  'public joint stock company',
  'private joint stock company',
  'open joint stock company',
  'closed joint stock company',
].map((form) => form.split(' '))

const legalFormsByFirstWord = new Map<string, string[][]>()
for (const form of legalForms.sort((a, b) => b.length - a.length)) {
  const first = form[0] as string
  legalFormsByFirstWord.set(first, [...(legalFormsByFirstWord.get(first) ?? []), form])
}

/** The number of folded words from `at` on that form a legal form: 4 at «общество с ограниченной …», usually 0. */
export function legalFormAt(words: readonly string[], at: number): number {
  const form = legalFormsByFirstWord
    .get(words[at] as string)
    ?.find((candidate) => candidate.every((word, i) => words[at + i] === word))
  return form?.length ?? 0
}

/** The folded words without legal forms («ООО», «общество с ограниченной …»). */
export function withoutLegalForms(words: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; ) {
    const length = legalFormAt(words, at)
    if (length === 0) kept.push(words[at] as string)
    at += length || 1
  }
  return kept
}
