import { expect, test } from 'vitest'
import { foldText, foldWords, withoutLegalForms } from '../../contract/values/text-folding.ts'
import { fc } from '../support/cases/properties.ts'

test.each([
  ['ООО «Ёлка–Плюс»', 'ооо елка плюс'],
  ['ООО"Рога"и"Копыта"', 'ооо рога и копыта'],
  ['Альфа-Банк', 'альфа банк'],
  ["О'Кей", 'окей'],
  ['О’Кей', 'окей'],
  ['Школа № 5', 'школа 5'],
  // и + combining breve, е + combining diaeresis, as some exports write them
  ['Тои\u0306ота е\u0308ж', 'тойота еж'],
  ['  ', ''],
  ['«»-', ''],
])('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['Общество с ограниченной ответственностью "Ромашка"', ['ромашка']],
  ['ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "СБЕРБАНК РОССИИ"', ['сбербанк', 'россии']],
  ['Ромашка, ООО', ['ромашка']],
  ['ИП Иванов', ['иванов']],
  ['ООО', []],
  ['Общество с характером', ['общество', 'с', 'характером']],
])('the legal form of %j is separated', (name, words) => {
  expect(withoutLegalForms(foldWords(name))).toEqual(words)
})

test('folding twice changes nothing, and only words and single spaces remain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
      expect(folded).toMatch(/^$|^[^ ]+( [^ ]+)*$/)
    }),
  )
})

test('the fast path for common characters gives the same as the slow path', () => {
  const common = fc.string({
    unit: fc.constantFrom(...' abcXYZéßİñ-–«»"\'’№.,0129ёЁйЙАБЯа́ґЇ'),
    maxLength: 30,
  })
  fc.assert(
    fc.property(common, (text) => {
      // One sign outside the table sends the whole text the long way.
      expect(foldText(`${text} 漢`)).toBe(`${foldText(text)} 漢`.trim())
    }),
  )
})
