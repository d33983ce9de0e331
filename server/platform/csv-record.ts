/** The fields of a record of CSV (RFC 4180); `open` if a quotation mark is not closed, `misplaced` if text follows a closing one. */
export function splitRecord(text: string, separator: string): string[] | 'open' | 'misplaced' {
  if (!text.includes('"')) return text.split(separator)
  const fields: string[] = []
  let at = 0
  for (;;) {
    let field = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        if (quote < 0) return 'open'
        field += text.slice(at, quote)
        at = quote + 1
        if (text[at] !== '"') break
        field += '"'
        at += 1
      }
      if (at < text.length && !text.startsWith(separator, at)) return 'misplaced'
    }
    // A quotation mark inside an unquoted field is an ordinary character.
    const end = text.indexOf(separator, at)
    field += text.slice(at, end < 0 ? text.length : end)
    fields.push(field)
    if (end < 0) return fields
    at = end + separator.length
  }
}
