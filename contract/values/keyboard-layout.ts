const latinKeys = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'

const toRussian = new Map([...latinKeys].map((key, i) => [key, russianKeys[i] as string]))
const toLatin = new Map([...russianKeys].map((key, i) => [key, latinKeys[i] as string]))

/**
 * The text that the same keys type in the other layout: «hjvfirf» → «ромашка», «ыиук» → «sber». Undefined if the text has
 * letters of both alphabets or of none.
 */
export function otherLayout(text: string): string | undefined {
  const latin = /[a-z]/i.test(text)
  const russian = /[а-яё]/i.test(text)
  if (latin === russian) return undefined
  const table = latin ? toRussian : toLatin
  return [...text].map((char) => table.get(char) ?? char).join('')
}
