import { readFileSync } from 'node:fs'
import type { Client, Reply } from '../support/service/harness.ts'

export type Content = string | Uint8Array

/** The invented files in the format of OFAC. */
export const ofacFiles: Record<string, string> = Object.fromEntries(
  ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((name) => [
    name,
    readFileSync(new URL(`list/${name}`, import.meta.url), 'utf8'),
  ]),
)

export const unFile = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-01-31T00:00:00Z">
<INDIVIDUALS>
<INDIVIDUAL><FIRST_NAME>TORVALD</FIRST_NAME><SECOND_NAME>QUISTGARD</SECOND_NAME><UN_LIST_TYPE>Invented</UN_LIST_TYPE>
<REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER><NATIONALITY><VALUE>Norway</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Торвальд Квистгард</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1957-05-06</DATE></INDIVIDUAL_DATE_OF_BIRTH>
</INDIVIDUAL>
</INDIVIDUALS>
<ENTITIES><ENTITY><FIRST_NAME>NORDHAVN SALVAGE FUND</FIRST_NAME><REFERENCE_NUMBER>XXe.002</REFERENCE_NUMBER></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

export const ftmFile = [
  {
    id: 'inv-1',
    schema: 'Person',
    target: true,
    properties: { name: ['Бережков Захар Ильич'], birthDate: ['1970-02-03'], topics: ['sanction'] },
  },
  {
    id: 'inv-2',
    schema: 'Company',
    target: true,
    properties: { name: ['Глубинпромснаб'], innCode: ['7708123450'], topics: ['sanction'] },
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

/** A table with one named person in each row. */
export function tableOf(
  rows: readonly { id: string; name: string; schema?: string; more?: string }[],
): string {
  const lines = rows.map(({ id, name, schema = 'Person', more = '' }) => `${id},${schema},"${name}",${more}`)
  return `id,schema,name,identifiers\n${lines.join('\n')}\n`
}

/** Names of people who differ from each other. */
export function people(count: number, mark = 'a'): { id: string; name: string }[] {
  const letters = 'bdfgklmnprstvz'
  return Array.from({ length: count }, (_, at) => {
    const word = (seed: number) =>
      [seed, seed >> 3, seed >> 6, seed >> 9]
        .map((part) => `${letters[Math.abs(part * 7 + 3) % letters.length]}${'aeiou'[Math.abs(part) % 5]}`)
        .join('')
    return { id: `${mark}${at}`, name: `${word(at * 37 + 11)}${mark} ${word(at * 101 + 5)}ov` }
  })
}

export function importList(
  client: Client,
  list: string | null,
  files: Record<string, Content>,
  {
    field = 'file',
    force,
    kind,
    headers = {},
  }: { field?: string; force?: string; kind?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) {
    form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  }
  if (list !== null) form.set('list', list)
  if (kind !== undefined) form.set('kind', kind)
  if (force !== undefined) form.set('force', force)
  return client.post('/v1/screening/lists', form, headers)
}

/** The entries that somebody with this name is found as. */
export async function idsFor(client: Client, name: string, schema = 'Person'): Promise<string[]> {
  const { body } = await client.post('/v1/screening/check', { schema, name })
  return body.items.map(({ list, entry }: { list: string; entry: { id: string } }) => `${list}:${entry.id}`)
}
