import { damaged } from './damaged.ts'
import { linesOf, type Text } from './text.ts'

/** A field of a SWIFT message with its lines; the tag is empty for the end of a message. */
export interface MtField {
  tag: string
  lines: string[]
  line: number
}

const tagForm = /^:(\d\d[A-Z]?|NS):/
/** Of a field. The standard has six, banks send more. */
const mostLines = 100

/** Whether the beginning of a file is that of a SWIFT message: perhaps with its headers, or with lines that name the bank. */
export function isMt(head: Buffer): boolean {
  const before = /^(\xef\xbb\xbf)?(\s|\{[^\n]*\n|(:94[02]:|[A-Z0-9]{3,20}( [A-Z0-9]{2,24})?)[ \t]*\r?\n)*:20:/
  return before.test(plain(head.toString('latin1')))
}

/** The fields of all messages of a file. Headers and what comes between messages is left out. */
export function* fieldsOf(text: Text): Generator<MtField> {
  let field: MtField | undefined
  let isInside = false
  let number = 0
  for (const raw of linesOf(text, () => nameOf(field))) {
    number += 1
    const line = plain(raw).trimEnd()
    if (line.includes('\0')) throw damaged('statement_text', { line: number, section: nameOf(field) })
    // `-`, `-XXX` or `-}{5:…}`: nothing of a field begins like this.
    if (isInside && /^-(XXX|\}.*)?$/.test(line)) {
      if (field) yield field
      yield { tag: '', lines: [], line: number }
      field = undefined
      isInside = false
      continue
    }
    const tag = tagForm.exec(line)?.[1]
    if (tag !== undefined) {
      if (!isInside && tag !== '20') throw damaged('statement_text', { line: number, section: 'MT940' })
      if (field) yield field
      isInside = true
      field = { tag, lines: [line.slice(tag.length + 2)], line: number }
    } else if (!isInside) {
      // The blocks of SWIFT, or the bank and the type, as some banks write them.
      if (!/^(\{.*|:94[02]:|[A-Z0-9]{3,20}( [A-Z0-9]{2,24})?|-\}.*)?$/.test(line))
        throw damaged('statement_text', { line: number, section: 'MT940' })
    } else if (line !== '') {
      if (!field || field.lines.length >= mostLines)
        throw damaged('statement_text', { line: number, section: nameOf(field) })
      field.lines.push(line)
    }
  }
  if (field) yield field
}

const frames = [String.fromCharCode(1), String.fromCharCode(3)]

/** Without the characters that SWIFT puts around messages in files. */
function plain(text: string): string {
  return frames.reduce((all, frame) => all.replaceAll(frame, ''), text)
}

function nameOf(field: MtField | undefined): string {
  return field ? `:${field.tag}:` : 'MT940'
}
