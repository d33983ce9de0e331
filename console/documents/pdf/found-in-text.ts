import { foldText, foldWords, withoutLegalForms } from '../../../contract/values/text-folding.ts'

/** How a value is written in documents. */
export type WrittenAs = 'number' | 'name' | 'person' | 'address'

const before = '(?<![\\p{L}\\p{N}])'
const after = '(?![\\p{L}\\p{N}])'

/** Words that addresses have or leave out. */
const fillers =
  'г|гор|город|ул|улица|д|дом|обл|область|р|н|район|п|пос|поселок|пер|переулок|пр|просп|проспект|кт|ш|шоссе|наб|набережная|б|бул|бульвар|пл|площадь|к|корп|корпус|стр|строение|кв|квартира|оф|офис|пом|помещение|ком|комната|эт|этаж|вн|тер|муниципальный|округ|мо|россия|российская|федерация'
const isFiller = new RegExp(`^(?:${fillers}|\\d{6})$`)

/**
 * What finds a value in the text of a file, which is folded (pdf/page-text.ts): numbers also with spaces between digits,
 * names without their legal form, people also by their initials, addresses without «г.», «ул.» and the postal code.
 * Undefined if too little is left to be told from chance.
 */
export function patternOf(value: string, as: WrittenAs): RegExp | undefined {
  const alternatives = alternativesOf(value, as)
  return alternatives.length === 0
    ? undefined
    : new RegExp(`${before}(?:${alternatives.join('|')})${after}`, 'gu')
}

function alternativesOf(value: string, as: WrittenAs): string[] {
  const words = foldWords(value)
  switch (as) {
    case 'number': {
      const digits = foldText(value).replaceAll(' ', '')
      return digits.length < 4 ? [] : [[...digits].join(' ?')]
    }
    case 'name': {
      const own = withoutLegalForms(words)
      return own.join('').length < 3 ? [] : [own.join(' ')]
    }
    case 'person': {
      const [family, ...given] = words
      if (!family || given.length === 0) return []
      const initials = given.map((name) => name.charAt(0)).join(' ?')
      return [words.join(' '), `${family} ${initials}`, `${initials} ?${family}`]
    }
    case 'address': {
      const own = words.filter((word) => !isFiller.test(word))
      return own.length < 2 ? [] : [own.join(`(?: (?:${fillers}))* `)]
    }
  }
}

/** What somebody has typed into the field: a part of a text, or a number with or without spaces. */
export function patternOfTyped(typed: string): RegExp | undefined {
  const folded = foldText(typed)
  if (folded === '') return undefined
  const isNumber = /^[\d ]+$/.test(folded)
  return new RegExp(isNumber ? [...folded.replaceAll(' ', '')].join(' ?') : folded, 'gu')
}
