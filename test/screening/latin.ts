const letters: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** Russian as OFAC writes it in Latin letters. */
export function toLatin(text: string): string {
  return [...text]
    .map((sign) => {
      const latin = letters[sign.toLowerCase()]
      if (latin === undefined) return sign
      return sign === sign.toLowerCase() ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1)
    })
    .join('')
}
