import type { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import type { PartySearchItem, PartySearchListResponse } from '../../../contract/organizations/parties.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockCurrentGeneration } from './index/generations.ts'
import type { Party } from './model/party.ts'
import { searchForm } from './model/search-form.ts'
import { deletions, isCorrectable } from './model/typo.ts'
import * as store from './party-store.ts'
import { matchOf } from './search/highlight.ts'
import { createPartySearch } from './search/party-search.ts'
import { findPartiesByInn } from './search/search-store.ts'

export type PartyService = ReturnType<typeof createPartyService>

/** The fields of an organization that the search shows or looks in. */
export type OrganizationRequisites = Pick<
  OrganizationResponse,
  | 'id'
  | 'inn'
  | 'ogrn'
  | 'kpp'
  | 'type'
  | 'full_name'
  | 'short_name'
  | 'registry_status'
  | 'registration_date'
  | 'liquidation_date'
  | 'director'
  | 'legal_address'
  | 'okved_main'
>

export function createPartyService({ db, now }: { db: Db; now: () => Date }) {
  const findPage = createPartySearch(db)

  return {
    async search(q: string, limit: number, offset: number): Promise<PartySearchListResponse> {
      const page = await findPage(q, limit, offset)
      const inns = page.parties.map(({ party }) => party.inn).filter((inn) => inn !== '')
      const onboarded = inns.length > 0 ? await store.findOnboarded(db, inns) : []
      return {
        items: page.parties.map(
          ({ party, organizationId }): PartySearchItem => ({
            ...party,
            organization_id: organizationId ?? onboardedAs(party, onboarded),
            match: matchOf(party, page.readings),
          }),
        ),
        total: page.total,
        total_is_exact: page.totalIsExact,
        limit,
        offset,
      }
    },

    /** The parties of the register with this INN, best first. A company can be listed with several KPP. */
    async findByInn(db: Db, inn: string): Promise<Party[]> {
      return findPartiesByInn(db, await lockCurrentGeneration(db), inn)
    },

    /** Must be called in the transaction that creates or changes an organization, so that the search finds it at once. */
    async organizationSaved(db: Db, organization: OrganizationRequisites): Promise<void> {
      const party: Party = {
        inn: organization.inn ?? '',
        ogrn: organization.ogrn ?? '',
        kpp: organization.kpp,
        type: organization.type,
        full_name: organization.full_name,
        short_name: organization.short_name,
        status: organization.registry_status,
        registration_date: organization.registration_date,
        liquidation_date: organization.liquidation_date,
        director_name: organization.director?.name ?? null,
        address: organization.legal_address,
        region_code: null,
        okved_main: organization.okved_main,
        sme_category: null,
        source: 'organization',
        actual_on: now().toISOString().slice(0, 10),
      }
      const form = searchForm(party)
      // The lock keeps an import from being published until this transaction ends.
      const generation = await lockCurrentGeneration(db)
      const registered = await findPartiesByInn(db, generation, party.inn)
      await store.saveOrganizationParty(
        db,
        { ...party, organization_id: organization.id },
        form,
        registered.length > 0,
      )
      await store.saveVocabulary(
        db,
        [...form.vocabulary].filter(isCorrectable).map((word) => ({ word, deletions: deletions(word) })),
      )
    },
  }
}

/** The organization as which a party was onboarded. One without KPP stands for all branches of the company. */
function onboardedAs(
  party: Party,
  onboarded: readonly { organization_id: string; inn: string; kpp: string | null }[],
): string | null {
  const sameInn = onboarded.filter(({ inn }) => inn === party.inn)
  const exact = sameInn.find(({ kpp }) => kpp === party.kpp)
  const company = sameInn.find(({ kpp }) => kpp === null || party.kpp === null)
  return (exact ?? company)?.organization_id ?? null
}
