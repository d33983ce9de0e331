import { type Fault, fault } from '../../../contract/api/faults.ts'
import type { By } from '../../platform/audit/change.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationPeople } from '../organizations/organization-people.ts'
import type { OrganizationRow } from '../organizations/organization-records.ts'
import type { IdentityNumbers } from './identity-numbers.ts'
import { areOwnersNamed } from './ownership.ts'
import type { PeopleFollowers } from './people-followers.ts'
import * as store from './people-store.ts'
import type { PersonRow } from './people-tables.ts'
import { tellOfPerson } from './people-traces.ts'
import { describedAs } from './shown-people.ts'

/** Called by the organizations feature. A separate file, because the people themselves need organizations. */
export function createPeopleFollower({
  now,
  auditValues,
  numbers,
  followers,
}: {
  now: () => Date
  auditValues: Pick<AuditValues, 'record'>
  numbers: IdentityNumbers
  followers: PeopleFollowers
}): OrganizationPeople {
  async function describe(
    db: Db,
    before: PersonRow | undefined,
    name: string | null | undefined,
    inn: string | null,
    by: By,
  ): Promise<void> {
    if (!before || !name) return
    const described = describedAs(before, name, inn)
    if (before.name === described.name && before.inn === described.inn) return
    const at = now()
    const after = { ...before, ...described, version: before.version + 1, updated_at: at }
    await store.updatePerson(db, after)
    await tellOfPerson(db, auditValues, 'person.updated', { before, after }, { by, at })
    await followers.personSaved(db, { person: after, documentNumber: await numbers.open(db, after) })
  }

  return {
    async shownFaults(db, { id }, { director, contact }): Promise<Fault[]> {
      const faults: Fault[] = []
      if (director !== undefined) {
        const first = await store.findFirst(db, id, 'director')
        if (first && director === null) faults.push(fault(['body', 'director'], 'kept_as_person'))
        if (first?.schema === 'Company' && director?.inn) {
          faults.push(fault(['body', 'director', 'inn'], 'company_inn_length'))
        }
      }
      if (contact !== undefined && !contact?.name && (await store.findFirst(db, id, 'contact'))) {
        faults.push(fault(['body', ...(contact ? ['contact', 'name'] : ['contact'])], 'kept_as_person'))
      }
      return faults
    },

    async shownChanged(db, before: OrganizationRow, { id, director, contact }, changed, by) {
      if (changed.includes('director')) {
        const first = await store.findFirst(db, id, 'director')
        // What the organization has not changed stays as the person has it.
        const isSameInn = director?.inn === before.director?.inn && director?.name === before.director?.name
        const inn = first?.schema === 'Company' || isSameInn ? (first?.inn ?? null) : (director?.inn ?? null)
        await describe(db, first, director?.name, inn, by)
      }
      if (changed.includes('contact')) {
        const first = await store.findFirst(db, id, 'contact')
        const isSameName = first?.name === contact?.name
        await describe(db, first, contact?.name, isSameName ? (first?.inn ?? null) : null, by)
      }
    },

    async areOwnersNamed(db, organizationId) {
      return areOwnersNamed(await store.listOwners(db, organizationId))
    },
  }
}
