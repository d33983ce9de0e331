import type { DependentPerson } from '../../../../contract/administrators/independence.ts'
import type { Actor } from '../../../platform/actor.ts'
import { createAccountLineage } from '../../administrators/accounts/account-lineage.ts'
import type { Person } from './people.ts'

export interface Named {
  id: string
  name: string
}

/** With which somebody on the machine confirms that an account belongs to a person of its own. */
export function confirmCommand({ email }: Pick<Person, 'email'>): string {
  return `npx kontor admin confirm ${email}`
}

/** The command names an e-mail address, which only those see who manage administrators. */
export function maySeeCommands({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return permissions.has('administrators:manage')
}

/** Active people whose account counts as somebody else, because nobody independent has confirmed it. */
export function dependentPeople(
  people: readonly Person[],
  actor: Pick<Actor, 'permissions'>,
): DependentPerson[] {
  const lineage = createAccountLineage(people)
  const nameOf = namesOf(people)
  return people.flatMap((person) => {
    const counts_as = lineage.countsAs(person.id).map(nameOf)
    if (!person.isActive || counts_as.length === 0) return []
    const command = maySeeCommands(actor) ? confirmCommand(person) : null
    return [{ id: person.id, name: person.name, counts_as, command }]
  })
}

export function namesOf(people: readonly Person[]): (id: string) => Named {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (id) => ({ id, name: names.get(id) ?? '' })
}

/** `Anna counts as Olga` */
export function dependenceSentence({ name, counts_as }: Pick<DependentPerson, 'name' | 'counts_as'>): string {
  return `${name} counts as ${counts_as.map((other) => other.name).join(' and ')}`
}
