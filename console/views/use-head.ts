import { useCallback } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { List } from '../../contract/lists/list.ts'
import type { Language } from '../../contract/words/languages.ts'

/** What a column, a filter or a sum of a list is called: as its declaration says, or as in other lists. */
export function useHead({ heads }: Pick<List, 'heads'>): (name: string) => string {
  const translate = useTranslate()
  const locale = useLocale() as Language
  return useCallback(
    (name) => heads[name]?.[locale] ?? translate(`kontor.heads.${name}`),
    [heads, locale, translate],
  )
}
