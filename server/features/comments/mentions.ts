export type Mentionable = { id: string; name: string }

/**
 * Whom a text mentions: after an `@`, the whole name of a person, or the first word of it. A name that two people have
 * mentions nobody.
 */
export function mentionsIn(text: string, people: readonly Mentionable[]): string[] {
  const spoken = text.normalize('NFC').toLowerCase()
  const named = people.map(({ id, name }) => ({ id, name: name.normalize('NFC').toLowerCase().trim() }))
  const found = new Set<string>()
  for (let at = spoken.indexOf('@'); at >= 0; at = spoken.indexOf('@', at + 1)) {
    // An address such as anna@example.com mentions nobody.
    if (at > 0 && isPartOfWord(spoken[at - 1])) continue
    const id = mentionedAt(spoken.slice(at + 1), named)
    if (id) found.add(id)
  }
  return [...found]
}

function mentionedAt(rest: string, people: readonly Mentionable[]): string | undefined {
  const whole = people.filter(({ name }) => rest.startsWith(name) && !isPartOfWord(rest[name.length]))
  const longest = Math.max(0, ...whole.map(({ name }) => name.length))
  if (longest > 0) return onlyOne(whole.filter(({ name }) => name.length === longest))
  const [word = ''] = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(rest) ?? []
  return onlyOne(people.filter(({ name }) => word !== '' && name.split(/\s+/u)[0] === word))
}

function onlyOne(people: readonly Mentionable[]): string | undefined {
  return people.length === 1 ? people[0]?.id : undefined
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
