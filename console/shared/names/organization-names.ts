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
