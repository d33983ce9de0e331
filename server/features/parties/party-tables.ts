import type { Generated } from 'kysely'
import type { StoredActorColumn } from '../../platform/stored-actor.ts'
import type { Party } from './model/party.ts'

export interface PartyTables {
  party_generations: {
    generation: Generated<number>
    state: 'building' | 'current' | 'retired' | 'abandoned'
    started_at: Date
    finished_at: Date | null
    files: unknown
    parties: number | null
    skipped: number | null
    replaced: number | null
    rejected: number | null
    started_by: StoredActorColumn
    total_bytes: number | null
    progress: unknown
    rejections: Generated<unknown>
    failure: unknown
  }
  party_organizations: Omit<Party, 'region_code' | 'sme_category' | 'source'> & {
    n: Generated<number>
    organization_id: string
    is_in_register: boolean
    rank: number
    words: string
    joined_names: string
  }
  party_organization_words: { word: string; n: number; rank: number; inn: string }
  party_organization_vocabulary: { word: string; deletions: number[] }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends PartyTables {}
}
