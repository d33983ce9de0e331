import { sql } from 'kysely'
import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../../platform/proofs/proven-rows.ts'
import { createLinkHalves } from './link-halves.ts'

type HalfRow = {
  id: string
  approval_id: string
  administrator_id: string
  link_half: Buffer
  proof: Buffer | null
}

/** Compares the halves of links with their proofs. Those of earlier releases have another form, and open nothing. */
export function createLinkHalfReplay(proofs: Proofs | undefined): ReplayPart {
  const halves = proofs && createLinkHalves({ proofs })
  return provenRows<HalfRow>({
    name: 'Halves of links',
    unproven: 'without a proof, so that they open nothing',
    async page(db, after = '') {
      const { rows } = await sql<HalfRow>`
        select concat(approval_id, '/', administrator_id) as id, approval_id, administrator_id, link_half,
          link_half_proof as proof
        from approval_votes
        where link_half is not null and link_half_key_version is null
          and concat(approval_id, '/', administrator_id) > ${after}
        order by id limit ${provenBatch}`.execute(db)
      return rows
    },
    async problemsOf(db, { approval_id, administrator_id, link_half, proof }) {
      const standing = await halves?.check(db, { approval_id, administrator_id, link_half, proof })
      return standing === 'unproven'
        ? [`The half of administrator ${administrator_id} on approval ${approval_id} is not of the service.`]
        : []
    },
  })
}
