import { unzip } from './unzip.ts'

/** A cell of a workbook: a number in its style, or a text. */
export interface Cell {
  text: string
  /** The place in the list of styles; 1 is a date. Undefined for texts. */
  style: number | undefined
}

/** The rows of the only sheet, with its head. */
export function readWorkbook(file: Buffer): Cell[][] {
  const sheet = unzip(file).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: s="(\d+)")?(?: t="inlineStr")?(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, style, content = '']) => {
        const value = /<v>(.*)<\/v>/.exec(content)?.[1]
        if (value !== undefined) return { text: value, style: Number(style ?? 0) }
        const text = /<t[^>]*>(.*)<\/t>/s.exec(content)?.[1] ?? ''
        return { text: unescaped(text), style: undefined }
      },
    ),
  )
}

/** The day that a cell with a date shows. */
export function dayOf({ text }: Cell): string {
  return new Date(Date.parse('1899-12-30') + Number(text) * 86_400_000).toISOString().slice(0, 10)
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
