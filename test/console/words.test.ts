import { describe, expect, test } from 'vitest'
import { withOwn } from '../../console/i18n/own-texts.ts'
import { own as en } from '../../console/messages.en.ts'
import { own as ru } from '../../console/messages.ru.ts'
import { type ListName, listNamed } from '../../contract/lists/all.ts'

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

/** Where the same thing is named, and the list of it. */
const sameThings: Record<string, { texts: readonly string[]; list?: ListName }> = {
  'client advances': { texts: ['menu.credits', 'credits.title', 'queue.credits'], list: 'credits' },
  'sanctions screening': { texts: ['menu.screening', 'screening.title', 'screening.short'] },
  'screening hits': { texts: ['queue.hits'], list: 'hits' },
  'statement lines': { texts: ['statements.lines_title', 'statements.lines'], list: 'statement-lines' },
  documents: { texts: ['menu.documents', 'documents.title'], list: 'documents' },
  payments: { texts: ['menu.payments', 'payments.title'], list: 'payments' },
  transfers: { texts: ['menu.transfers', 'transfers.title'], list: 'transfers' },
  approvals: { texts: ['menu.approvals', 'approvals.title'], list: 'approvals' },
  administrators: { texts: ['menu.administrators', 'administrators.title'], list: 'administrators' },
  security: { texts: ['menu.security', 'security.title'] },
  policy: { texts: ['menu.policy', 'policy.title'] },
}

const languages = [
  {
    language: 'English',
    locale: 'en' as const,
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
    locale: 'ru' as const,
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

describe.each(languages)('$language', ({ locale, own, all, forbidden, names }) => {
  test('has no stock text of a framework, and no word that the console does not use', () => {
    const shown = leaves({ kontor: own, ...Object.fromEntries(Object.entries(all.ra).filter(isShown)) })
    const found = shown.filter(([, text]) => forbidden.some((word) => word.test(text)))
    expect(found).toEqual([])
  })

  test('calls a thing by one name in the menu, in its title, in its queue and in its list', () => {
    for (const [path, name] of Object.entries(names)) expect(textAt(own, path), path).toBe(name)
    for (const [thing, { texts, list }] of Object.entries(sameThings)) {
      const titles = list ? [listNamed(list).title[locale]] : []
      expect(new Set([...texts.map((at) => textAt(own, at)), ...titles]).size, thing).toBe(1)
    }
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
