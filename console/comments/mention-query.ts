/** The name that is being typed after an `@` before the caret; null if none is. */
export function mentionQuery(text: string, caret: number): { start: number; typed: string } | null {
  const found = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]*)?)$/u.exec(text.slice(0, caret))
  const typed = found?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

/** People of whose names a part begins with what was typed. */
export function matchingPeople<Person extends { name: string }>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const sought = typed.toLowerCase()
  return people
    .filter(({ name }) => {
      const known = name.toLowerCase()
      return known.startsWith(sought) || known.split(/\s+/u).some((word) => word.startsWith(sought))
    })
    .slice(0, 6)
}
