import englishMessages from 'ra-language-english'
import type { TranslationMessages } from 'react-admin'
import { en } from './en.ts'

/** The words of react-admin, with ours beside them, and in place of some. */
export function withOwn(base: TranslationMessages, own: typeof en): TranslationMessages {
  return {
    ...base,
    kontor: own.kontor,
    ra: { ...base.ra, notification: { ...base.ra.notification, ...own.ra.notification } },
  }
}

export const english = withOwn(englishMessages, en)
