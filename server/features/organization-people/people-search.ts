import { sql } from 'kysely'
import { foldWords, withoutLegalForms } from '../../../contract/values/text-folding.ts'
import type { FoundItem } from '../../../contract/work/search.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { beginsWith, fewestLetters, inOrder } from '../../platform/search/beginning.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = { id: string; organization_id: string; name: string; organization_name: string }

const name = sql`search_person_name(person.name)`
const latinName = sql`search_person_name(person.name_latin)`
const words = sql`string_to_array(search_person_name(person.name || ' ' || coalesce(person.name_latin, '')), ' ')`

/** By how the name begins, or by whole words of it in any order, in either script. Never by a number of the person. */
export const peopleSearch: SearchSource = {
  permission: 'organizations:read',
  async find(db, { text, otherLayout, id }, limit) {
    const search = async (typed: string): Promise<FoundItem[]> => {
      const sought = sql`search_person_name(${typed})`
      // Half of all companies have the words of a legal form: to look for them would take longest.
      const distinctive = withoutLegalForms(foldWords(typed))
      const { rows } = await sql<FoundRow>`${keptPlan}
        select found.id, found.organization_id, found.name, organization.name as organization_name
        from (
          (select 1 as place, person.id, person.organization_id, person.name from organization_people as person
            where person.id = ${id ?? null}::uuid)
          union all
          (select 2, person.id, person.organization_id, person.name from organization_people as person
            where ${beginsWith(name, sought)} order by ${inOrder(name)}, person.id limit ${limit})
          union all
          (select 2, person.id, person.organization_id, person.name from organization_people as person
            where person.name_latin is not null and ${beginsWith(latinName, sought)}
            order by ${inOrder(latinName)}, person.id limit ${limit})
          union all
          (select 3, person.id, person.organization_id, person.name from organization_people as person
            where ${words} @> ${distinctive}::text[] and ${distinctive.length > 0} limit ${limit})
        ) as found
        join ${organizationSummaries} as organization on organization.id = found.organization_id
        order by found.place, found.name, found.id
      `.execute(db)
      const people = new Map(rows.map((row) => [row.id, row]))
      return [...people.values()].slice(0, limit).map((row) => ({
        kind: 'person',
        id: row.id,
        organization_id: row.organization_id,
        title: row.name,
        subtitle: row.organization_name,
        matched: row.id === id ? 'id' : 'name',
      }))
    }
    for (const typed of [text, otherLayout ?? '']) {
      if (!id && !hasLetters(typed)) continue
      const found = await search(typed)
      if (found.length > 0) return found
    }
    return []
  },
}

/** A number is never the name of a person; an id is looked up. */
function hasLetters(text: string): boolean {
  return (text.match(/\p{L}/gu) ?? []).length >= fewestLetters
}
