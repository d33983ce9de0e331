import { en } from '../console/i18n/en.ts'
import { ru } from '../console/i18n/ru.ts'

export type Words = typeof en.kontor

/** The texts of the console in a language, so that a journey is written once for both. */
export function wordsOf(locale: string): Words {
  return locale.startsWith('ru') ? ru.kontor : en.kontor
}
