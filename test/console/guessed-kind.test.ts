import { expect, test } from 'vitest'
import { guessedKind } from '../../console/documents/guessed-kind.ts'
import { en } from '../../console/documents/messages.en.ts'
import { ru } from '../../console/documents/messages.ru.ts'
import { documentKinds } from '../../contract/organizations/documents.ts'

test.each([
  ['Устав ООО «Ромашка» (2024).pdf', 'charter'],
  ['ustav_romashka.PDF', 'charter'],
  ['Articles of association.pdf', 'charter'],
  ['ИНН_7701234560.pdf', 'inn-certificate'],
  ['svid-inn.jpg', 'inn-certificate'],
  ['Свидетельство о постановке на учёт.pdf', 'inn-certificate'],
  ['ОГРНИП.png', 'ogrn-certificate'],
  ['лист записи ЕГРЮЛ.pdf', 'ogrn-certificate'],
  ['Карточка с реквизитами.docx', 'bank-details'],
  ['bank_details.pdf', 'bank-details'],
  ['Паспорт представителя.jpg', 'kyc-representative'],
  ['PassportScan.jpg', 'kyc-representative'],
  ['Доверенность на представителя № 7.pdf', 'power-of-attorney'],
  ['Power of Attorney.pdf', 'power-of-attorney'],
  // As macOS writes it: «й» and «ё» in two characters each.
  ['Банковский счёт.pdf'.normalize('NFD'), 'bank-details'],
])('%s is taken for %s', (name, kind) => {
  expect(guessedKind(name)).toBe(kind)
})

test.each([
  'скан 0001.pdf',
  'IMG_20260131.jpg',
  'innovation.pdf',
  'ИНН и ОГРН.pdf',
  'паспорт и доверенность.pdf',
  '.pdf',
  '',
  '\ud800',
])('%j is asked for', (name) => {
  expect(guessedKind(name)).toBeUndefined()
})

test('a file with the name of a kind, in either language, is of this kind', () => {
  for (const { document_kind } of [en, ru])
    for (const kind of documentKinds) expect(guessedKind(`${document_kind[kind]}.pdf`)).toBe(kind)
})
