import { en } from '../console/i18n/en.ts'
import { ru } from '../console/i18n/ru.ts'

export type Words = typeof en.kontor

/** What the console says in a language: a journey that is the same in both is written once. */
export function wordsOf(locale: string): Words {
  return locale.startsWith('ru') ? ru.kontor : en.kontor
}
