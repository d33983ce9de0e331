import { docx, xlsx } from '../../../../contract/organizations/documents.ts'

/** The extensions of each type. The first one replaces a wrong extension. */
const extensions: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  [docx]: ['docx'],
  [xlsx]: ['xlsx'],
}

/** The limit of common file systems. */
const maxBytes = 255

/**
 * Cleans a file name: the last part of a path, without invisible, bidirectional or reserved characters, and with the
 * extension of its actual type.
 */
export function cleanFileName(given: string | undefined, contentType: string): string {
  const [base = '', extension] = splitExtension(lastPart(given ?? ''), contentType)
  const stem = tidy(base) || 'document'
  const safe = reservedOnWindows.test(stem) ? `_${stem}` : stem
  return `${cutToBytes(safe, maxBytes - extension.length - 1)}.${extension}`
}

const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? ''
}

/** Removes control, direction, zero-width and unassigned characters; replaces characters reserved by shells and Windows. */
function tidy(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[ .]+/, '')
    .replace(/(?<![ .])[ .]+$/, '')
}

/** An extension contains a letter and no spaces; the ends of «ред. 2» and «v1.2» are not extensions. */
function splitExtension(name: string, contentType: string): [base: string, extension: string] {
  const known = extensions[contentType] ?? ['bin']
  const match = /^(.*)\.([a-z0-9]{1,8})\s*$/isu.exec(name)
  const given = match?.[2]?.toLowerCase() ?? ''
  if (!match || !/[a-z]/.test(given)) return [name, known[0] ?? 'bin']
  return [match[1] ?? '', known.includes(given) ? given : (known[0] ?? 'bin')]
}

function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let cut = ''
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    cut += character
  }
  return cut.trimEnd()
}
