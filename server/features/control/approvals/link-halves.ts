import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { LinkHalf } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Proofs, Standing } from '../../../platform/proofs/proofs.ts'
import type { ComparedColumn } from '../../../platform/proofs/proven-column.ts'
import { hashReadableCode, readableCode } from '../../../platform/readable-code.ts'
import { vaultSealed } from '../../../platform/vault/vault-sealed.ts'
import { listVotes } from './approval-store.ts'

const bytes = 15

export type LinkHalves = ReturnType<typeof createLinkHalves>

/**
 * Halves of links to set a password. Who votes on creating or resetting an account is shown one, once, and gives it to
 * the person whom they know; who asked has the other half. So the vote confirms the wish, and the half the person.
 */
export function createLinkHalves({ proofs }: { proofs: Pick<Proofs, 'prove' | 'check'> }) {
  /** Whether the service has given this half to its voter. */
  function check(
    db: Db,
    half: { approval_id: string; administrator_id: string; link_half: Buffer; proof: Buffer | null },
  ): Promise<Standing> {
    const { approval_id, administrator_id, link_half, proof } = half
    const fields = fieldsOf(approval_id, administrator_id, link_half)
    return proofs.check(db, 'link_half', `${approval_id}/${administrator_id}`, fields, proof)
  }

  return {
    check,

    /** A new half, and the columns of the vote that keep its proven hash. */
    async make(db: Db, approvalId: string, administratorId: string) {
      const half = readableCode(randomBytes(bytes))
      const hash = hashReadableCode(half, (bytes * 8) / 5) as Buffer
      const proof = await proofs.prove(db, 'link_half', fieldsOf(approvalId, administratorId, hash))
      if (proof === null) throw vaultSealed()
      return { half, columns: { link_half: hash, link_half_proof: proof } }
    },

    /** The halves of these voters. One that was put into the database, or is of an earlier release, is not there. */
    async of(db: Db, approvalId: string, voters: readonly string[]): Promise<LinkHalf[]> {
      const found: LinkHalf[] = []
      for (const { approval_id, administrator_id, link_half, link_half_proof: proof } of await listVotes(db, [
        approvalId,
      ])) {
        if (!voters.includes(administrator_id) || !link_half) continue
        if ((await check(db, { approval_id, administrator_id, link_half, proof })) === 'proven')
          found.push({ administratorId: administrator_id, hash: link_half })
      }
      return found
    },
  }
}

/** Where these proofs are. */
export const linkHalfColumn: ComparedColumn = {
  kind: 'link_half',
  table: 'approval_votes',
  key: ['approval_id', 'administrator_id'],
  column: 'link_half_proof',
  fieldsOf: ({ approval_id, administrator_id, link_half }) =>
    fieldsOf(approval_id, administrator_id, link_half ?? Buffer.alloc(0)),
  name: 'Halves of links',
  unproven: 'without a proof, so that they open nothing',
  // Those of earlier releases have another form, and open nothing.
  where: sql`link_half is not null and link_half_key_version is null`,
  nameOf: ({ approval_id, administrator_id }) =>
    `The half of administrator ${administrator_id} on approval ${approval_id}`,
}

function fieldsOf(approval_id: string, administrator_id: string, hash: Buffer) {
  return { approval_id, administrator_id, hash: hash.toString('hex') }
}
