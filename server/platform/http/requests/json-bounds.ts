/** Far more than any body of the contract has, and few enough for recursion. */
const deepest = 50
/** Members of objects and items of lists, all levels together. Only bulk operations have bodies with a hundred. */
const usualValues = 1_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Why a JSON text is more than the service reads, or undefined. It looks at each character once and builds nothing:
 * parsing and validating 1 MiB of short members takes a second, this takes two milliseconds.
 */
export function excessOf(text: string, mostValues = usualValues): string | undefined {
  let depth = 0
  let values = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === backslash) at += 1
      else if (code === quote) isString = false
    } else if (code === quote) {
      isString = true
    } else if (code === comma) {
      values += 1
    } else if (code === openBracket || code === openBrace) {
      values += 1
      depth += 1
      if (depth > deepest) return 'The request body is nested too deeply.'
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1
    }
    if (values > mostValues) return `The request body has more than ${mostValues} values.`
  }
  return undefined
}
