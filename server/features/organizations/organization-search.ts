import { sql } from 'kysely'
import { leiFault } from '../../../contract/values/identifiers.ts'
import { foldText, foldWords, withoutLegalForms } from '../../../contract/values/text-folding.ts'
import type { FoundItem } from '../../../contract/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { accountOf } from '../../platform/search/accounts.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'

type FoundRow = {
  id: string
  name: string
  inn: string
  own: boolean
  by: 'id' | 'external_id' | 'inn_or_ogrn' | 'name'
}

/** More are read than are shown, so that a name that is exactly the one comes first. */
const read = 20

/**
 * As the list is searched, the newest first. If nothing is found, also without the legal form, and what the same keys type
 * in the other layout.
 */
export const organizationSearch: SearchSource = {
  permission: 'organizations:read',
  async find(db, { text, otherLayout, id }, limit) {
    const readings = [text, otherLayout ?? ''].flatMap((typed) => [
      { typed, folded: foldText(typed) },
      { typed, folded: coreOf(typed) },
    ])
    const tried = new Set([''])
    for (const { typed, folded } of readings) {
      if (tried.has(folded)) continue
      tried.add(folded)
      const found = await search(db, { typed, folded, id })
      if (found.length > 0) return found.toSorted((a, b) => rank(a, folded) - rank(b, folded)).slice(0, limit)
    }
    return []
  },
}

async function search(
  db: Db,
  { typed, folded, id }: { typed: string; folded: string; id: string | undefined },
): Promise<FoundItem[]> {
  const { rows } = await sql<FoundRow>`${keptPlan}
    select id, coalesce(short_name, full_name) as name, inn, own,
      case when id = ${id ?? null}::uuid then 'id' when external_id = ${typed} then 'external_id'
        when ${folded} ~ '^[0-9]+$' and (inn like ${`${folded}%`} or ogrn like ${`${folded}%`}) then 'inn_or_ogrn'
        else 'name' end as by
    from organizations
    where id = ${id ?? null}::uuid
      or seq = any (array(select seq from find_organizations(${folded}, ${read}) as seq))
    order by seq desc
  `.execute(db)
  return rows.map(({ id, name, inn, own, by }) => ({
    kind: 'organization',
    id,
    organization_id: id,
    title: name,
    subtitle: inn,
    own,
    matched: by,
  }))
}

/** The folded words without the legal form: «ООО «Ромашка»» is «ромашка». */
function coreOf(name: string): string {
  return withoutLegalForms(foldWords(name)).join(' ')
}

/** The name itself before those that begin with it, and these before those that contain it. */
function rank({ title, matched }: FoundItem, folded: string): number {
  if (matched !== 'name') return 0
  const core = coreOf(title)
  if (core === folded || foldText(title) === folded) return 1
  return core.startsWith(folded) ? 2 : 3
}

/** A legal entity identifier, however it is spaced. */
export const leiSearch: SearchSource = {
  permission: 'organizations:read',
  waitsFor: { index: 'organizations_by_lei', kind: 'organization', by: 'lei' },
  async find(db, { text }, limit) {
    const lei = text.replaceAll(/\s/g, '').toUpperCase()
    if (leiFault(lei) !== null) return []
    const { rows } = await sql<Pick<FoundRow, 'id' | 'name' | 'own'>>`${keptPlan}
      select id, coalesce(short_name, full_name) as name, own from organizations
      where lei = ${lei} order by seq desc limit ${limit}
    `.execute(db)
    return rows.map(({ id, name, own }) => ({
      kind: 'organization',
      id,
      organization_id: id,
      title: name,
      subtitle: lei,
      own,
      matched: 'lei',
    }))
  },
}

/** The organization whose bank account it is. */
export const accountSearch: SearchSource = {
  permission: 'organizations:read',
  waitsFor: { index: 'organizations_by_account', kind: 'organization', by: 'account' },
  async find(db, { text }, limit) {
    const account = accountOf(text)
    if (account === undefined) return []
    const { rows } = await sql<Pick<FoundRow, 'id' | 'name' | 'inn' | 'own'>>`${keptPlan}
      select id, coalesce(short_name, full_name) as name, inn, own from organizations
      where bank_details is not null and bank_details ->> 'settlement_account' = ${account} order by seq desc limit ${limit}
    `.execute(db)
    return rows.map(({ id, name, inn, own }) => ({
      kind: 'organization',
      id,
      organization_id: id,
      title: name,
      subtitle: inn,
      own,
      matched: 'account',
    }))
  },
}
