/** An account, and who made it without anybody independent having confirmed it. */
export interface Made {
  id: string
  madeBy: readonly string[]
}

/**
 * Who may be behind an account: its own person, and those who made it, directly or through other accounts. Whoever holds
 * the link of a new account could be that person.
 */
export function createAccountLineage(people: readonly Made[]) {
  const byId = new Map(people.map((person) => [person.id, person]))
  const known = new Map<string, ReadonlySet<string>>()

  function behind(id: string): ReadonlySet<string> {
    const cached = known.get(id)
    if (cached) return cached
    const ids = new Set([id])
    // A set is visited in the order in which items are added, also those added meanwhile.
    for (const one of ids) for (const maker of byId.get(one)?.madeBy ?? []) ids.add(maker)
    known.set(id, ids)
    return ids
  }

  /** The people who may be behind both accounts. */
  function shared(a: string, b: string): string[] {
    const behindA = behind(a)
    return [...behind(b)].filter((id) => behindA.has(id))
  }

  /** Whether one person may be behind both accounts. */
  function mayBeOne(a: string, b: string): boolean {
    return shared(a, b).length > 0
  }

  return {
    mayBeOne,
    shared,

    /** The others whom this account counts as. Empty for an account that belongs to a person of its own. */
    countsAs: (id: string): string[] => [...behind(id)].filter((other) => other !== id),

    /** Accounts of these of which no two may be one person, taken in their order. */
    independent(ids: readonly string[]): string[] {
      const chosen: string[] = []
      for (const id of ids) if (!chosen.some((other) => mayBeOne(id, other))) chosen.push(id)
      return chosen
    },
  }
}
export type AccountLineage = ReturnType<typeof createAccountLineage>
