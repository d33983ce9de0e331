import type { RawBuilder } from 'kysely'
import type { Role } from '../../../../contract/roles.ts'
import type { Db } from '../../../platform/db/database.ts'

/** An administrator, with what decides about votes. */
export interface Person {
  id: string
  name: string
  role: Role
  isActive: boolean
  /** Since when the role is held, and since when the credentials are known to the person. */
  roleSince: Date
  credentialsSince: Date
  /** People who created, promoted, enabled or reset this account, without anybody independent having confirmed it. */
  madeBy: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: the value is the administrators feature's own
export type PeopleColumn = { select: RawBuilder<any>; read(value: any): Person[] }

/** What the administrators feature knows about people. */
export interface People {
  listPeople(db: Db): Promise<Person[]>
  /** The same as a column, for a statement that reads something else too. */
  column: PeopleColumn
  /** The administrator who created the API key. */
  makerOf(db: Db, apiKeyId: string): Promise<string | undefined>
}

/**
 * Whose hands an account may be in: its own, and those of the people who made it, directly or through other accounts.
 * Whoever holds the link of a new account could be that person.
 */
export function createHands(people: readonly Person[]) {
  const byId = new Map(people.map((person) => [person.id, person]))
  const known = new Map<string, ReadonlySet<string>>()

  function handsOf(id: string): ReadonlySet<string> {
    const cached = known.get(id)
    if (cached) return cached
    const hands = new Set([id])
    // A set is visited in the order in which items are added, also those added meanwhile.
    for (const one of hands) for (const maker of byId.get(one)?.madeBy ?? []) hands.add(maker)
    known.set(id, hands)
    return hands
  }

  /** Whether one person may be behind both accounts. */
  function mayBeOne(a: string, b: string): boolean {
    const hands = handsOf(a)
    return [...handsOf(b)].some((id) => hands.has(id))
  }

  return {
    mayBeOne,

    /** Accounts of these of which no two may be one person, taken in their order. */
    independent(ids: readonly string[]): string[] {
      const chosen: string[] = []
      for (const id of ids) if (!chosen.some((other) => mayBeOne(id, other))) chosen.push(id)
      return chosen
    },
  }
}

/** The accounts that may be this person's, their own first. */
export function accountsOf(people: readonly Person[], id: string): string[] {
  const { mayBeOne } = createHands(people)
  return [id, ...people.map((person) => person.id).filter((other) => other !== id && mayBeOne(other, id))]
}
export type Hands = ReturnType<typeof createHands>
