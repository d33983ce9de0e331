import { sql } from 'kysely'
import type { FoundItem } from '../../../contract/search.ts'
import { foldText } from '../../../contract/text-folding.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'

type FoundRow = { id: string; name: string; inn: string; by: 'id' | 'external_id' | 'inn_or_ogrn' | 'name' }

/** As the list is searched; if nothing is found, also what the same keys type in the other layout. */
export const organizationSearch: SearchSource = {
  permission: 'organizations:read',
  async find(db, { text, otherLayout, id }, limit) {
    const search = async (typed: string): Promise<FoundItem[]> => {
      const folded = foldText(typed)
      const { rows } = await sql<FoundRow>`
        select id, coalesce(short_name, full_name) as name, inn,
          case when id = ${id ?? null}::uuid then 'id' when external_id = ${typed} then 'external_id'
            when ${folded} ~ '^[0-9]+$' and (inn like ${`${folded}%`} or ogrn like ${`${folded}%`}) then 'inn_or_ogrn'
            else 'name' end as by
        from organizations
        where id = ${id ?? null}::uuid
          or seq = any (array(select seq from find_organizations(${folded}, ${limit}) as seq))
        order by seq desc limit ${limit}
      `.execute(db)
      return rows.map(({ id, name, inn, by }) => ({
        kind: 'organization',
        id,
        organization_id: id,
        title: name,
        subtitle: inn,
        matched: by,
      }))
    }
    if (foldText(text) === '') return []
    const found = await search(text)
    return found.length > 0 || !otherLayout ? found : search(otherLayout)
  },
}
