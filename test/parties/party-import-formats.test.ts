import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCurrentGeneration } from '../../server/features/parties/index/generations.ts'
import { findPartiesByInn } from '../../server/features/parties/search/search-store.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { zipFile } from '../support/files/zip-file.ts'
import { importFiles, temporaryFile } from '../support/given/party-fixtures.ts'
import { cloneDatabase } from '../support/service/harness.ts'

let databaseUrl: string
let db: Db

beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  db = connect(databaseUrl, { max: 1 })
})
afterAll(() => db.destroy())

function given(name: string, content: string | Buffer): string {
  const file = temporaryFile(name)
  writeFileSync(file, content)
  return file
}

async function stored(inn: string) {
  return findPartiesByInn(db, await findCurrentGeneration(db), inn)
}

const rsmp = (documents: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Файл xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ИдФайл="VO_RRMSPSV_0000_9965_20260110_1" ВерсФорм="4.01" ТипИнф="РЕЕСТРМСП" ВерсПрог="1.0" КолДок="3">
<ИдОтпр><ФИООтв Фамилия="-" Имя="-"/></ИдОтпр>
${documents}
</Файл>`

const company = `<Документ ИдДок="1" ДатаСост="10.01.2026" ДатаВклМСП="01.08.2016" ВидСубМСП="1" КатСубМСП="2" ПризНовМСП="2" СведСоцПред="2" ССЧР="57">
<ОргВклМСП НаимОрг="ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ &quot;РОМАШКА &amp; КО&quot;" НаимОргСокр="ООО &quot;РОМАШКА&quot;" ИННЮЛ="7707083893" ОГРН="1027700132195"/>
<СведМН КодРегион="54"><Регион Тип="ОБЛАСТЬ" Наим="НОВОСИБИРСКАЯ"/><Город Тип="ГОРОД" Наим="НОВОСИБИРСК"/></СведМН>
<СвОКВЭД><СвОКВЭДОсн КодОКВЭД="46.90" НаимОКВЭД="Торговля" ВерсОКВЭД="2014"/><СвОКВЭДДоп КодОКВЭД="47.11" НаимОКВЭД="Розница" ВерсОКВЭД="2014"/></СвОКВЭД>
</Документ>`

const trader = `<Документ ИдДок="2" ДатаСост="10.01.2026" ДатаВклМСП="01.08.2016" ВидСубМСП="2" КатСубМСП="1">
<ИПВклМСП ИННФЛ="500100732259" ОГРНИП="304500116000157"><ФИОИП Фамилия="ПЁТРОВ" Имя="ИВАН"/></ИПВклМСП>
<СведМН КодРегион="50"/>
<СвОКВЭД/>
</Документ>`

const faulty = `<Документ ИдДок="3" ДатаСост="10.01.2026" ВидСубМСП="1" КатСубМСП="1">
<ОргВклМСП НаимОрг="ООО" ИННЮЛ="7707083894" ОГРН="1027700132195"/>
</Документ>
<Документ ИдДок="4" ДатаСост="10.01.2026" ВидСубМСП="1" КатСубМСП="1">
<ОргВклМСП НаимОрг="ООО БЕЗ НОМЕРА" ИННЮЛ="7736050003" ОГРН=""/>
</Документ>`

test('the zip of the SME register is read file by file', async () => {
  const report = temporaryFile('rejected.txt')
  const zip = given(
    'rsmp.zip',
    zipFile({
      'VO_RRMSPSV_1.xml': rsmp(company + faulty),
      'README.txt': 'not a register',
      'VO_RRMSPSV_2.xml': '<Файл><Документ',
      'VO_RRMSPSV_3.xml': rsmp(trader),
    }),
  )

  const result = await importFiles(databaseUrl, [zip], { report })

  expect(result).toMatchObject({ parties: 2, skipped: 0, replaced: 0, rejected: 3 })
  expect(result.files).toEqual([{ name: 'rsmp.zip', format: 'rsmp', parties: 2, skipped: 0, rejected: 3 }])
  expect(result.rejections).toEqual([
    { file: 'rsmp.zip/VO_RRMSPSV_1.xml', line: 8, fault: 'the check digit of the INN is wrong' },
    { file: 'rsmp.zip/VO_RRMSPSV_1.xml', line: 11, fault: 'no OGRN' },
    { file: 'rsmp.zip/VO_RRMSPSV_2.xml', line: 1, fault: expect.stringContaining('the XML is damaged') },
  ])
  expect(readFileSync(report, 'utf8').split('\n')).toEqual([
    'rsmp.zip/VO_RRMSPSV_1.xml:8: the check digit of the INN is wrong',
    'rsmp.zip/VO_RRMSPSV_1.xml:11: no OGRN',
    expect.stringContaining('rsmp.zip/VO_RRMSPSV_2.xml:1: the XML is damaged'),
    '',
  ])
  expect(await stored('7707083893')).toEqual([
    {
      inn: '7707083893',
      ogrn: '1027700132195',
      kpp: null,
      type: 'legal',
      full_name: 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "РОМАШКА & КО"',
      short_name: 'ООО "РОМАШКА"',
      status: 'unknown',
      registration_date: null,
      liquidation_date: null,
      director_name: null,
      address: 'ОБЛАСТЬ НОВОСИБИРСКАЯ, ГОРОД НОВОСИБИРСК',
      region_code: '54',
      okved_main: '46.90',
      sme_category: 'small',
      source: 'rsmp',
      actual_on: '2026-01-10',
    },
  ])
  expect(await stored('500100732259')).toMatchObject([
    {
      type: 'individual',
      full_name: 'Индивидуальный предприниматель ПЁТРОВ ИВАН',
      short_name: 'ИП ПЁТРОВ ИВАН',
      sme_category: 'micro',
      address: null,
      okved_main: null,
    },
  ])
})

/** The columns of the golden copy that an import reads, and as many others as the real file has. */
const gleifHeader = [
  'LEI',
  'Entity.LegalName',
  'Entity.LegalName.xmllang',
  ...[1, 2, 3, 4, 5].flatMap((i) => [
    `Entity.OtherEntityNames.OtherEntityName.${i}`,
    `Entity.OtherEntityNames.OtherEntityName.${i}.xmllang`,
    `Entity.OtherEntityNames.OtherEntityName.${i}.type`,
  ]),
  'Entity.LegalAddress.xmllang',
  'Entity.LegalAddress.FirstAddressLine',
  'Entity.LegalAddress.City',
  'Entity.LegalAddress.Region',
  'Entity.LegalAddress.Country',
  'Entity.LegalAddress.PostalCode',
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.OtherRegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Entity.EntityStatus',
  'Entity.EntityCreationDate',
  'Entity.EntityExpirationDate',
  ...Array.from({ length: 170 }, (_, i) => `Entity.LegalEntityEvents.LegalEntityEvent.${i + 1}`),
  'Registration.LastUpdateDate',
  'Registration.RegistrationStatus',
  'Registration.ValidationAuthority.ValidationAuthorityID',
  'Registration.ValidationAuthority.ValidationAuthorityEntityID',
]

function gleifRow(values: Record<string, string>): string {
  return gleifHeader.map((column) => `"${(values[column] ?? '').replaceAll('"', '""')}"`).join(',')
}

const gleifCompany = {
  LEI: '253400V1H6ART1UQ0N98',
  'Entity.LegalName': 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "ГАЗПРОМ"',
  'Entity.LegalAddress.FirstAddressLine': 'пр-кт Лахтинский, д. 2',
  'Entity.LegalAddress.City': 'Санкт-Петербург',
  'Entity.LegalAddress.Country': 'RU',
  'Entity.LegalAddress.PostalCode': '197229',
  'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000499',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '1027700070518',
  'Registration.ValidationAuthority.ValidationAuthorityEntityID': '7736050003',
  'Entity.EntityStatus': 'ACTIVE',
  'Entity.EntityCreationDate': '2002-08-02T00:00:00+00:00',
  'Registration.LastUpdateDate': '2025-11-03T08:10:00+00:00',
  'Registration.RegistrationStatus': 'ISSUED',
}

test('the entities of the GLEIF golden copy that have an INN and an OGRN are imported', async () => {
  const rows = [
    gleifHeader.map((column) => `"${column}"`).join(','),
    gleifRow(gleifCompany),
    gleifRow({ ...gleifCompany, 'Entity.LegalAddress.Country': 'DE' }),
    gleifRow({ ...gleifCompany, 'Registration.ValidationAuthority.ValidationAuthorityEntityID': '' }),
    gleifRow({ ...gleifCompany, 'Registration.RegistrationStatus': 'DUPLICATE' }),
    gleifRow({
      ...gleifCompany,
      'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '7707083893',
      'Registration.ValidationAuthority.ValidationAuthorityEntityID': '1027700132195',
      'Entity.EntityStatus': 'INACTIVE',
      'Entity.EntityExpirationDate': '2024-02-29T00:00:00Z',
    }),
    gleifRow({ ...gleifCompany, 'Entity.LegalName': ' ' }),
  ].join('\r\n')
  const zip = given('lei2.csv.zip', zipFile({ '20260110-lei2-golden-copy.csv': rows }))

  const result = await importFiles(databaseUrl, [zip])

  expect(result).toMatchObject({
    parties: 2,
    skipped: 3,
    rejected: 1,
    rejections: [{ file: 'lei2.csv.zip/20260110-lei2-golden-copy.csv', line: 7, fault: 'no name' }],
  })
  expect(await stored('7736050003')).toMatchObject([
    {
      ogrn: '1027700070518',
      status: 'active',
      address: '197229, Санкт-Петербург, пр-кт Лахтинский, д. 2',
      registration_date: '2002-08-02',
      liquidation_date: null,
      actual_on: '2025-11-03',
      source: 'gleif',
    },
  ])
  expect(await stored('7707083893')).toMatchObject([{ status: 'liquidated', liquidation_date: '2024-02-29' }])
})

test('only the invalid rows of a plain CSV file are rejected', async () => {
  const lines = [
    '\ufeffogrn;inn;full_name;status;kpp;registration_date;remark',
    '1027700132195;7707083893;"ПАО ""Сбер; банк""";active;773601001;2002-08-16;x',
    '1027700132195;7707083893;Мало полей',
    '1027700070518;7736050003;"Открытая кавычка;active;;;x',
    '1027700229193;7736207543;"Яндекс\nв две строки";active;;2000-02-29;x',
    '1027700229193;7736207543;Не тот день;active;;2001-02-29;x',
    '304500116000157;500100732259;ИП с КПП;active;773601001;;x',
    '304500116000157;500100732259;ИП Петров;dead;;;x',
    '304500116000157;7707083893;Чужой ОГРН;active;;;x',
    '304500116000157;500100732259;\ufffdИП;active;;;x',
    '',
    '304500116000157;500100732259;ИП Петров;;;;x',
  ]
  const result = await importFiles(databaseUrl, [given('plain.csv', lines.join('\r\n'))])

  expect(result.rejections.map(({ line, fault }) => [line, fault])).toEqual([
    [3, '3 fields, but the header has 7'],
    [4, 'a quotation mark is misplaced or not closed'],
    [7, 'registration_date is not a date'],
    [8, 'a sole trader has no KPP'],
    [9, 'the status is unknown'],
    [10, 'with an INN of 10 digits, the OGRN must have 13 digits'],
    [11, 'full_name is not readable text'],
  ])
  expect(result).toMatchObject({ parties: 3, rejected: 7 })
  expect(await stored('7707083893')).toMatchObject([{ full_name: 'ПАО "Сбер; банк"', kpp: '773601001' }])
  expect(await stored('7736207543')).toMatchObject([{ full_name: 'Яндекс\nв две строки' }])
  expect(await stored('500100732259')).toMatchObject([{ status: 'unknown', type: 'individual' }])
})

test('NDJSON is read line by line, and of duplicates in several files the last one is imported', async () => {
  const sber = { inn: '7707083893', ogrn: '1027700132195', full_name: 'ПАО Сбербанк' }
  const first = given(
    'first.ndjson',
    [
      JSON.stringify(sber),
      'not json',
      '[]',
      JSON.stringify({ ...sber, inn: 7707083893 }),
      JSON.stringify({ ...sber, kpp: '773601001', full_name: 'Филиал' }),
    ].join('\n'),
  )
  const second = given('second.ndjson', JSON.stringify({ ...sber, full_name: 'ПАО Сбер', status: 'active' }))

  const result = await importFiles(databaseUrl, [first, second])

  expect(result).toMatchObject({ parties: 2, replaced: 1, rejected: 3 })
  expect(result.rejections.map(({ line, fault }) => [line, fault])).toEqual([
    [2, 'not valid JSON'],
    [3, 'not a JSON object'],
    [4, 'inn is not a string'],
  ])
  expect(await stored('7707083893')).toMatchObject([
    { kpp: null, full_name: 'ПАО Сбер' },
    { kpp: '773601001', full_name: 'Филиал' },
  ])
})

test.each([
  ['an empty file', '', /empty/],
  ['a table of something else', 'name,price\nx,1\n', /header/],
  ['only faulty rows', 'inn,ogrn,full_name\n1,2,x\n', /No party was found/],
  ['a broken zip', Buffer.from('PK\x03\x04 and no more'), /zip|central directory/i],
])('%s is refused and the register does not change', async (_what, content, reason) => {
  const before = await findCurrentGeneration(db)

  await expect(importFiles(databaseUrl, [given('wrong.bin', content)])).rejects.toThrow(reason)

  expect(await findCurrentGeneration(db)).toBe(before)
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relname ~ '^part.*_[0-9]+$' order by relname
  `.execute(db)
  expect(rows.filter(({ relname }) => !relname.endsWith(`_${before}`))).toEqual([])
})

test('the message about a missing file contains its path', async () => {
  await expect(importFiles(databaseUrl, ['/nowhere/register.csv'])).rejects.toThrow('/nowhere/register.csv')
})
