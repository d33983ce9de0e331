/** The rows of a CSV as objects. `fetch` has taken the byte order mark away. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\n') rows.push([])
  }
  const [head = [], ...others] = rows.slice(0, -1)
  return others.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}
