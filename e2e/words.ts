import { english, type Messages, russian } from '../console/messages.ts'

export type Words = Messages

/** The texts of the console in a language, so that a journey is written once for both. */
export function wordsOf(locale: string): Words {
  return locale.startsWith('ru') ? russian : english
}
