import type { DocumentKind } from '../../contract/organizations/documents.ts'

/** Words by which a file names what it is, in Russian, in English and in Latin letters. With `*`, also how they go on. */
const words: readonly [kind: DocumentKind, words: readonly string[]][] = [
  ['charter', ['устав*', 'ustav*', 'charter*', 'articles']],
  ['inn-certificate', ['инн', 'inn', 'постановк*']],
  ['ogrn-certificate', ['огрн', 'огрнип', 'ogrn', 'ogrnip', 'егрюл', 'егрип', 'egrul', 'egrip']],
  ['bank-details', ['банк*', 'реквизит*', 'bank*', 'rekvizit*', 'requisites']],
  ['kyc-representative', ['паспорт*', 'pasport*', 'passport*', 'личност*', 'identity', 'kyc']],
  ['power-of-attorney', ['доверенност*', 'doverennost*', 'attorney', 'poa']],
  ['other', ['прочее', 'иное', 'other']],
]

/** Whose document it is; a power of attorney names the representative as well. */
const representative = ['представител*', 'predstavitel*', 'representative*']

/** The kind of document that a file name tells of; undefined if it tells of none, or of several. */
export function guessedKind(fileName: string): DocumentKind | undefined {
  const named = wordsOf(fileName)
  const has = (all: readonly string[]) => all.some((word) => named.some((one) => fits(one, word)))
  const found = words.flatMap(([kind, all]) => (has(all) ? [kind] : []))
  if (found.length === 0 && has(representative)) return 'kyc-representative'
  return found.length === 1 ? found[0] : undefined
}

/** Without the extension. Some systems write «й» as two characters, and programs write names in one word. */
function wordsOf(fileName: string): string[] {
  return fileName
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
}

function fits(one: string, word: string): boolean {
  return word.endsWith('*') ? one.startsWith(word.slice(0, -1)) : one === word
}
