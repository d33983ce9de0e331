import { foldWords, withoutLegalForms } from '../../../contract/values/text-folding.ts'

interface Named {
  short_name: string | null
  full_name: string
}

export function nameOf({ short_name, full_name }: Named): string {
  return short_name ?? full_name
}

/** The full name, unless it is the short one with its legal form spelled out. */
export function otherName({ short_name, full_name }: Named): string | null {
  if (short_name === null) return null
  const words = (name: string) => withoutLegalForms(foldWords(name)).join(' ')
  return words(short_name) === words(full_name) ? null : full_name
}

const legalForms: readonly (readonly [RegExp, string])[] = [
  [/^общество с ограниченной ответственностью\s/i, 'ООО '],
  [/^публичное акционерное общество\s/i, 'ПАО '],
  [/^закрытое акционерное общество\s/i, 'ЗАО '],
  [/^акционерное общество\s/i, 'АО '],
  [/^индивидуальный предприниматель\s/i, 'ИП '],
]

/** A name that a bank writes out, with its legal form in letters: in one line, the form would be all there is room for. */
export function inOneLine(name: string): string {
  const [form, letters] = legalForms.find(([form]) => form.test(name)) ?? []
  return form && letters ? name.replace(form, letters) : name
}
