import type { ScreeningReason } from '../../contract/organizations/screening.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

export interface Speech {
  /** Whether it speaks for a match, or against. */
  isFor: boolean
  text: string
}

/** Says a reason in sentences: what agrees, and what does not. */
export function reasonSpeech(
  reason: ScreeningReason,
  translate: Translate,
  { locale, countryName }: { locale: string; countryName: (code: string) => string },
): Speech[] {
  const say = (name: string, isFor: boolean, values: Record<string, unknown> = {}): Speech => ({
    isFor,
    text: translate(`kontor.screening_reason.${name}`, values),
  })
  const list = (texts: readonly string[] = []) => new Intl.ListFormat(locale).format(texts)
  switch (reason.code) {
    case 'identifier_equal':
      return [say('identifier_equal', true, { kind: kindName(reason.kind, translate), value: reason.value })]
    case 'address_equal':
      return [say('address_equal', true, { value: reason.value })]
    case 'name':
      return ofName(reason, say, list)
    case 'birth_date': {
      const values = { own: list(reason.own), listed: list(reason.listed) }
      const isFor = reason.agreement === 'equal' || reason.agreement === 'year'
      return [say(`birth_date_${reason.agreement}`, isFor, values)]
    }
    case 'country': {
      const names = (codes: readonly string[] = []) => list(codes.map(countryName))
      const values = { own: names(reason.own), listed: names(reason.listed) }
      return [say(`country_${reason.agreement}`, reason.agreement === 'equal', values)]
    }
  }
}

type Say = (name: string, isFor: boolean, values?: Record<string, unknown>) => Speech

function ofName(reason: ScreeningReason, say: Say, list: (texts?: readonly string[]) => string): Speech[] {
  const { only_in_name: ours = [], only_in_listed: theirs = [], agreed = [] } = reason
  const isWhole = ours.length === 0 && theirs.length === 0
  const isEqual = isWhole && agreed.every(({ how }) => how === 'equal')
  const values = { name: reason.name, listed: reason.listed_name }
  return [
    say(isEqual ? 'name_equal' : isWhole ? 'name_similar' : 'name_partly', true, values),
    ...(ours.length > 0 ? [say('only_ours', false, { words: list(ours), smart_count: ours.length })] : []),
    ...(theirs.length > 0
      ? [say('only_theirs', false, { words: list(theirs), smart_count: theirs.length })]
      : []),
    ...(reason.legal_form === 'differs' ? [say('legal_form_differs', false)] : []),
    ...(reason.weak ? [say('weak_alias', false)] : []),
  ]
}

export function kindName(kind: string | undefined, translate: Translate): string {
  return translate(`kontor.identifier_kind.${kind}`, { _: kind ?? '' })
}
