import { isCountryCode } from '../../../contract/values/countries.ts'

/** The name of a country by its code, in any case. */
export function countryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return (code) => {
    try {
      return names.of(code.toUpperCase()) ?? code
    } catch {
      // Some lists have a text where others have a code.
      return code
    }
  }
}

export interface Country {
  /** ISO 3166-1 alpha-2, in upper case. */
  code: string
  name: string
  /** In the other language of the console, by which it is found too. */
  otherName: string
}

/** All countries by name. The runtime knows the names, so that none have to be loaded. */
export function countriesIn(locale: string): Country[] {
  const [name, otherName] = [locale, locale.startsWith('ru') ? 'en' : 'ru'].map((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return (code: string) => names.of(code)
  }) as [(code: string) => string | undefined, (code: string) => string | undefined]
  const collator = new Intl.Collator(locale)
  return codes()
    .flatMap((code) => {
      const [shown, other] = [name(code), otherName(code)]
      return shown === undefined || other === undefined ? [] : [{ code, name: shown, otherName: other }]
    })
    .sort((a, b) => collator.compare(a.name, b.name))
}

function codes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
}

/** Whether what was typed is a part of its name in either language, or its code. */
export function isFoundBy({ code, name, otherName }: Country, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  return [name, otherName].some((one) => one.toLowerCase().includes(text)) || code.toLowerCase() === text
}
