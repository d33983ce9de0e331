import { describe, expect, test } from 'vitest'
import { withOwn } from '../../console/i18n/own-texts.ts'
import { own as en } from '../../console/messages.en.ts'
import { own as ru } from '../../console/messages.ru.ts'

/** By name: with their types, those of browsers would come into the tests. */
async function stock(language: 'english' | 'russian') {
  const { default: texts } = await import(`ra-language-${language}`)
  return texts.default ?? texts
}

type Tree = { [name: string]: string | Tree }

function leaves(tree: object, path: string[] = []): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : leaves(value, [...path, name]),
  )
}

function textAt(tree: object, path: string): string {
  return path.split('.').reduce<unknown>((at, name) => (at as Tree)[name], tree) as string
}

/** Where the same thing is named. */
const sameThings: Record<string, readonly string[]> = {
  'client advances': ['menu.credits', 'credits.title', 'queue.credits', 'views.lists.credits'],
  'sanctions screening': ['menu.screening', 'screening.title', 'screening.short'],
  'screening hits': ['queue.hits', 'views.lists.hits'],
  'statement lines': ['statements.lines_title', 'statements.lines', 'views.lists.statement-lines'],
  documents: ['menu.documents', 'documents.title', 'views.lists.documents'],
  payments: ['menu.payments', 'payments.title', 'views.lists.payments'],
  transfers: ['menu.transfers', 'transfers.title', 'views.lists.transfers'],
  approvals: ['menu.approvals', 'approvals.title', 'views.lists.approvals'],
  administrators: ['menu.administrators', 'administrators.title', 'views.lists.administrators'],
  security: ['menu.security', 'security.title'],
  policy: ['menu.policy', 'policy.title'],
}

const languages = [
  {
    language: 'English',
    own: en,
    all: withOwn({ reactAdmin: await stock('english'), own: en }),
    // Stock texts of frameworks, and names that a thing has lost.
    forbidden: [/bad link/i, /\blogout\b(?! token)/i, /dataProvider/, /form is not valid/i, /unallocated/i],
    names: {
      'menu.credits': 'Client advances',
      'menu.screening': 'Sanctions screening',
      'queue.payments': 'Unmatched payments',
    },
  },
  {
    language: 'Russian',
    own: ru,
    all: withOwn({ reactAdmin: await stock('russian'), own: ru }),
    // No verb says whether who did something is a man or a woman.
    forbidden: [/\((а|ла|ась|[а-яё]+ла)\)/i, /скрининг/i, /нераспредел/i, /валид(ен|на|ны)/i, /dataProvider/],
    names: {
      'menu.credits': 'Авансы клиентов',
      'menu.screening': 'Проверка по перечням',
      'queue.payments': 'Невыясненные платежи',
      'request_status.completed': 'Выполнена',
    },
  },
]

describe.each(languages)('$language', ({ own, all, forbidden, names }) => {
  test('has no stock text of a framework, and no word that the console does not use', () => {
    const shown = leaves({ kontor: own, ...Object.fromEntries(Object.entries(all.ra).filter(isShown)) })
    const found = shown.filter(([, text]) => forbidden.some((word) => word.test(text)))
    expect(found).toEqual([])
  })

  test('calls a thing by one name in the menu, in its title, in its queue and in its views', () => {
    for (const [path, name] of Object.entries(names)) expect(textAt(own, path), path).toBe(name)
    const named = Object.values(sameThings).map((places) => [...new Set(places.map((at) => textAt(own, at)))])
    expect(named.filter(({ length }) => length > 1)).toEqual([])
  })

  test('says in a history first what was done where the language would have to say who did it', () => {
    if (own === en) return
    const sentences = leaves(own.sentence).filter(([, text]) => text.includes('%{who}'))
    expect(sentences.filter(([, text]) => /^%\{who\} \S/.test(text))).toEqual([])
  })
})

/** The parts of the texts of react-admin that the console shows. */
function isShown([part]: [string, unknown]): boolean {
  return ['auth', 'message', 'navigation', 'notification', 'page'].includes(part)
}
