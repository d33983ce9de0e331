import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { checkParty, type RawParty } from './check-party.ts'
import type { Entry } from './entries.ts'

const categories: Record<string, string> = { '1': 'micro', '2': 'small', '3': 'medium' }

/** More than this without a new tag is no register. */
const mostBetweenTags = 4 * 1024 * 1024

// From the largest part of an address to the smallest: region, district, city, settlement.
const addressParts = ['Регион', 'Район', 'Город', 'НаселПункт']

/** Reads a VO_RRMSPSV XML file, the format in which the tax service publishes its register of small and medium business. */
export async function* readRsmp(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry[]> {
  let entries: Entry[] = []
  let document: { raw: RawParty; line: number; address: string[] } | undefined
  let damage: Entry | undefined
  let sinceTag = 0
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    damage ??= { line: parser.line, fault: `the XML is damaged (${error.message.replace(/^\d+:\d+: /, '')})` }
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    const value = (attribute: string) => textOf(attributes[attribute])
    if (name === 'Документ') {
      document = {
        raw: { actual_on: isoDate(value('ДатаСост')), sme_category: categories[value('КатСубМСП')] ?? '' },
        line: parser.line,
        address: [],
      }
      return
    }
    if (!document) return
    const { raw, address } = document
    if (name === 'ОргВклМСП') {
      raw.inn = value('ИННЮЛ')
      raw.ogrn = value('ОГРН')
      // The full name is sometimes empty, although the format requires it.
      raw.full_name = value('НаимОрг') || value('НаимОргСокр')
      raw.short_name = value('НаимОргСокр')
    } else if (name === 'ИПВклМСП') {
      raw.inn = value('ИННФЛ')
      raw.ogrn = value('ОГРНИП')
    } else if (name === 'ФИОИП') {
      const person = [value('Фамилия'), value('Имя'), value('Отчество')]
        .filter((part) => part !== '')
        .join(' ')
      if (person !== '') {
        raw.full_name = `Индивидуальный предприниматель ${person}`
        raw.short_name = `ИП ${person}`
      }
    } else if (name === 'СведМН') {
      raw.region_code = value('КодРегион')
    } else if (addressParts.includes(name)) {
      address[addressParts.indexOf(name)] = [value('Тип'), value('Наим')]
        .filter((part) => part !== '')
        .join(' ')
    } else if (name === 'СвОКВЭДОсн') {
      raw.okved_main = value('КодОКВЭД')
    }
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'Документ' || !document || damage) return
    document.raw.address = document.address.filter(Boolean).join(', ')
    entries.push({ line: document.line, ...checkParty(document.raw, 'rsmp') })
    document = undefined
  })

  const decoder = new TextDecoder('utf-8')
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk, { stream: true }))
    // The parser keeps a tag, a comment or a text until its end.
    sinceTag += chunk.length
    if (sinceTag > mostBetweenTags)
      damage ??= { line: parser.line, fault: 'the XML is damaged (a tag or a text does not end)' }
    if (damage) break
    yield entries
    entries = []
  }
  if (!damage) parser.write(decoder.decode()).close()
  if (damage) entries.push(damage)
  yield entries
}

function textOf(attribute: string | SaxesAttributeNS | undefined): string {
  return typeof attribute === 'string' ? attribute.trim() : ''
}

/** DD.MM.YYYY → YYYY-MM-DD. Other text is returned unchanged and fails the check of dates. */
function isoDate(text: string): string {
  const [day, month, year, more] = text.split('.')
  return year !== undefined && more === undefined ? `${year}-${month}-${day}` : text
}
