import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { completeInn } from '../../contract/values/identifiers.ts'
import { type ListFile, readList, UnreadableList } from '../../server/features/screening/lists/read-list.ts'
import { parseBirthDate } from '../../server/features/screening/model/birth-dates.ts'
import { countryCode } from '../../server/features/screening/model/countries.ts'
import { diffEntries, type ListEntry, type ListRow } from '../../server/features/screening/model/entry.ts'
import { fc, runs } from '../support/cases/properties.ts'

const folder = new URL('list/', import.meta.url)
const parts = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']
const texts = new Map(parts.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]))
const inn = completeInn('770812345')

function fileOf(name: string, text: string, chunk = 1 << 16): ListFile {
  const bytes = Buffer.from(text)
  return {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    },
  }
}

async function read(
  ...files: ListFile[]
): Promise<{ entries: ListEntry[]; faults: (ListRow & { fault: string })[] }> {
  const entries: ListEntry[] = []
  const faults: (ListRow & { fault: string })[] = []
  for await (const { rows } of readList(files)) {
    for (const row of rows) {
      if ('entry' in row) entries.push(row.entry)
      else faults.push(row)
    }
  }
  return { entries, faults }
}

const readOfac = (changed: Record<string, string> = {}, chunk?: number) =>
  read(...parts.map((name) => fileOf(name, changed[name] ?? (texts.get(name) as string), chunk)))

describe('the SDN list', () => {
  test('an entry has what all four files say about it', async () => {
    const { entries, faults } = await readOfac()
    expect(faults).toEqual([])
    expect(entries.map(({ id, schema }) => `${id} ${schema}`)).toEqual([
      '1001 Person',
      '1002 Organization',
      '1003 Person',
      '1004 Organization',
      '1005 Vessel',
      '1006 Person',
      '1007 Organization',
      '1008 Person',
      '1009 Airplane',
      '1010 Organization',
      '1011 LegalEntity',
    ])
    expect(entries[0]).toMatchObject({
      names: [
        { name: 'VESELKOV, Arkadiy Timofeevich', weak: false },
        { name: 'WESELKOW, Arkadij', weak: false },
        { name: 'VESELKOV, Arkady', weak: false },
        { name: 'VESNA', weak: true },
      ],
      birthDates: [{ from: '1961-03-14', to: '1961-03-14', circa: false }],
      countries: ['ru'],
      identifiers: [
        { kind: 'inn', value: completeInn('5001234567') },
        { kind: 'passport', value: '4509123456' },
      ],
      programs: ['TESTLIST1'],
    })
    expect(entries[1]).toMatchObject({ countries: ['ru'], programs: ['TESTLIST1', 'TESTLIST2'] })
    expect(entries[1]?.identifiers).toContainEqual({ kind: 'inn', value: inn })
    expect(entries[2]?.birthDates).toEqual([
      { from: '1968-01-01', to: '1972-12-31', circa: false },
      { from: '1970-01-01', to: '1970-12-31', circa: true },
    ])
    expect(entries[4]).toMatchObject({ countries: ['kp'], identifiers: [{ kind: 'imo', value: '9000001' }] })
  })

  test('a remark continues where it was cut, and addresses have their networks', async () => {
    const entry = (await readOfac()).entries[5]
    expect(entry?.names.map(({ name }) => name)).toEqual([
      'LYSTRAND, Ingvild',
      'INGRID VON NORDEN',
      'NORDLICHT',
    ])
    expect(entry?.addresses.map(({ network }) => network)).toEqual(['bitcoin', 'bitcoin', 'ethereum', 'tron'])
  })

  test('what the small files say about an entry that sdn.csv lacks is not lost', async () => {
    const { entries } = await readOfac()
    expect(entries.at(-1)).toMatchObject({ id: '1011', names: [], countries: ['pa'] })
    expect(entries.at(-1)?.addresses).toHaveLength(1)
  })

  test('a damaged row costs only itself', async () => {
    const lines = (texts.get('sdn.csv') as string).split('\n')
    lines[1] = '1002,"no end,-0- '
    lines[3] = 'x,y'
    lines.splice(5, 0, '1001,"THE SAME ID",-0- ,"T",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ')
    const { entries, faults } = await readOfac({ 'sdn.csv': lines.join('\n') })
    expect(faults.map(({ line, fault }) => `${line}: ${fault}`)).toEqual([
      '2: a quotation mark is misplaced or not closed',
      '4: the first column is not a number',
      '6: the id is there twice',
    ])
    // Its aliases are found all the same.
    expect(entries.find(({ id }) => id === '1002')?.names).toHaveLength(2)
    expect(entries.filter(({ id }) => id !== '1002')).toHaveLength(9)
  })

  test('wherever the file ends, the rows before are the same', async () => {
    const { entries } = await readOfac()
    const bytes = Buffer.from(texts.get('sdn.csv') as string)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: bytes.length }),
        fc.integer({ min: 1, max: 500 }),
        async (end, chunk) => {
          const text = bytes.subarray(0, end).toString()
          const whole = text.split('\n').length - 1
          const cut = await readOfac({ 'sdn.csv': text }, chunk)
          expect(cut.entries.slice(0, Math.min(whole, 10))).toEqual(entries.slice(0, Math.min(whole, 10)))
          expect(cut.faults.length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: runs(40) },
    )
  })
})

const un = `<?xml version="1.0"?>
<CONSOLIDATED_LIST dateGenerated="2026-01-01"><INDIVIDUALS>
<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>TARO</FIRST_NAME><SECOND_NAME>MISAKO</SECOND_NAME><UN_LIST_TYPE>TEST</UN_LIST_TYPE>
<REFERENCE_NUMBER>TSi.001</REFERENCE_NUMBER><NAME_ORIGINAL_SCRIPT>太郎 美佐子</NAME_ORIGINAL_SCRIPT>
<NATIONALITY><VALUE>Democratic People's Republic of Korea</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Taro the &amp;</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>TK 12-345, issued in 2001</NUMBER></INDIVIDUAL_DOCUMENT>
</INDIVIDUAL>
<INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>BROKEN</FIRST_NAM></INDIVIDUAL>
</INDIVIDUALS><ENTITIES>
<ENTITY><DATAID>3</DATAID><FIRST_NAME>Coastal Front</FIRST_NAME><REFERENCE_NUMBER>TSe.001</REFERENCE_NUMBER>
<ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Front of the Coast</ALIAS_NAME></ENTITY_ALIAS></ENTITY>
</ENTITIES></CONSOLIDATED_LIST>`

describe('the list of the UN', () => {
  test.each([1, 7, 100_000])('is read in chunks of %i bytes', async (chunk) => {
    const { entries, faults } = await read(
      fileOf('un.xml', un.replace('<?xml version="1.0"?>\n', ''), Math.max(chunk, 20)),
    )
    expect(entries.map(({ id }) => id)).toEqual(['TSi.001', 'TSe.001'])
    expect(entries[0]).toMatchObject({
      schema: 'Person',
      names: [
        { name: 'TARO MISAKO', weak: false },
        { name: '太郎 美佐子', weak: false },
        { name: 'Taro the &', weak: true },
      ],
      birthDates: [{ from: '1960-01-01', to: '1962-12-31', circa: false }],
      countries: ['kp'],
      identifiers: [{ kind: 'passport', value: 'TK12345' }],
      programs: ['TEST'],
    })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ line: 9 })
  })

  test('a DTD is not read', async () => {
    await expect(read(fileOf('un.xml', `<!DOCTYPE x [<!ENTITY a "b">]>${un}`))).rejects.toThrow(
      UnreadableList,
    )
  })
})

test('entities of FollowTheMoney, one per line', async () => {
  const person = {
    id: 'NK-1',
    schema: 'Person',
    caption: 'Арон Лыстранд',
    target: true,
    properties: {
      name: ['Aron Lystrand', 'Арон Лыстранд'],
      weakAlias: ['Aro'],
      birthDate: ['1970-05', '1970'],
      nationality: ['ru'],
      innCode: [completeInn('5001234567')],
      topics: ['sanction'],
    },
  }
  const wallet = {
    id: 'NK-2',
    schema: 'CryptoWallet',
    properties: { publicKey: ['0x00000000000000000000000000000000000000AA'], currency: ['ETH'] },
  }
  const lines = [
    person,
    wallet,
    { id: 'a', schema: 'Address', properties: { full: ['x'] } },
    { schema: 'Person', properties: {} },
  ]
  const { entries, faults } = await read(
    fileOf('entities.ftm.json', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id":`),
  )
  expect(entries.map(({ id, schema }) => `${id} ${schema}`)).toEqual(['NK-1 Person', 'NK-2 Other'])
  expect(entries[0]?.names[0]).toEqual({ name: 'Арон Лыстранд', weak: false })
  expect(entries[1]?.addresses).toEqual([
    { network: 'ethereum', address: '0x00000000000000000000000000000000000000AA' },
  ])
  expect(faults.map(({ line, fault }) => `${line}: ${fault}`)).toEqual([
    '4: the object has no id',
    '5: the line is not JSON',
  ])
})

test('tables with named columns: targets.simple.csv, and lists of one’s own in Russian', async () => {
  const targets = `id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones
Q1,Company,"Zaryanka, LLC","ООО ""Зарянка"";Zaryanka Ltd",,ru;by,"Omsk, Street 1",${inn};88-12-34,TEST,
Q2,Robot,X,,,,,,,
Q1,Company,Twice,,,,,,,
Q3,Person,Y`
  const first = await read(fileOf('targets.simple.csv', targets))
  expect(first.entries).toHaveLength(1)
  expect(first.entries[0]).toMatchObject({
    names: [{ name: 'Zaryanka, LLC' }, { name: 'ООО "Зарянка"' }, { name: 'Zaryanka Ltd' }],
    countries: ['by', 'ru'],
    identifiers: [
      { kind: 'inn', value: inn },
      { kind: 'other', value: '881234' },
    ],
  })
  expect(first.faults.map(({ line }) => line)).toEqual([3, 4, 5])

  const own = await read(
    fileOf(
      'own.csv',
      '\ufeffФИО;Дата рождения;ИНН;Паспорт\nВеселков Аркадий;14.03.1961;;45 09 123456\n;;;\n',
    ),
  )
  expect(own.entries[0]).toMatchObject({
    schema: 'LegalEntity',
    birthDates: [{ from: '1961-03-14', to: '1961-03-14' }],
    identifiers: [{ kind: 'passport', value: '4509123456' }],
  })
  expect(own.faults).toHaveLength(1)
  await expect(read(fileOf('other.csv', 'a,b\n1,2\n'))).rejects.toThrow(UnreadableList)
})

test('changes between generations are told by hash; the order of aliases and the programs do not count', async () => {
  const before = (await readOfac()).entries
  const sorted = (texts.get('alt.csv') as string).trim().split('\n').toReversed().join('\n')
  const same = await readOfac({
    'alt.csv': sorted,
    'sdn.csv': (texts.get('sdn.csv') as string).replace('"TESTLIST1"', '"OTHER"'),
  })
  expect(diffEntries(before, same.entries)).toEqual({ added: [], changed: [], removed: [] })
  const other = await readOfac({
    'sdn.csv': (texts.get('sdn.csv') as string).replace('DOB 1975', 'DOB 1976').replace('1009,', '2009,'),
  })
  expect(diffEntries(before, other.entries)).toEqual({
    added: ['2009'],
    changed: ['1008'],
    removed: ['1009'],
  })
})

test.each([
  ['10 Dec 1948', '1948-12-10', '1948-12-10', false],
  ['1948-12-10', '1948-12-10', '1948-12-10', false],
  ['10.12.1948', '1948-12-10', '1948-12-10', false],
  ['Feb 1948', '1948-02-01', '1948-02-29', false],
  ['1948', '1948-01-01', '1948-12-31', false],
  ['30 Feb 1948', '1948-01-01', '1948-12-31', false],
  ['circa 1948', '1948-01-01', '1948-12-31', true],
  ['1948 to 1950', '1948-01-01', '1950-12-31', false],
  ['1940s', '1940-01-01', '1949-12-31', false],
])('the birth date %j', (text, from, to, circa) => {
  expect(parseBirthDate(text)).toEqual({ from, to, circa })
})

test('texts that are no birth dates or countries', () => {
  expect(parseBirthDate('unknown')).toBeUndefined()
  expect(countryCode('Atlantis')).toBeUndefined()
  expect([
    countryCode('Россия'),
    countryCode('Korea, North'),
    countryCode('RU'),
    countryCode('Türkiye'),
  ]).toEqual(['ru', 'kp', 'ru', 'tr'])
})
