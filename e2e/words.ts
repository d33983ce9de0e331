import { own as english, type Messages } from '../console/messages.en.ts'
import { own as russian } from '../console/messages.ru.ts'

export type Words = Messages

/** The texts of the console in a language, so that a journey is written once for both. */
export function wordsOf(locale: string): Words {
  return locale.startsWith('ru') ? russian : english
}
