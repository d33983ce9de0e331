import { randomBytes } from 'node:crypto'
import type { LinkHalf } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { hashReadableCode, readableCode } from '../../../platform/readable-code.ts'
import { createRowProofs } from '../../../platform/vault/row-proofs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { listVotes } from './approval-store.ts'

const label = 'link half 1'
const bytes = 15

export type LinkHalves = ReturnType<typeof createLinkHalves>

/**
 * Halves of links to set a password. Who votes on creating or resetting an account is shown one, once, and gives it to
 * the person whom they know; who asked has the other half. So the vote confirms the wish, and the half the person.
 */
export function createLinkHalves({ vault }: { vault: Pick<Vault, 'hash'> }) {
  const rows = createRowProofs({ vault })

  return {
    /** A new half, and the columns of the vote that keep its proven hash. */
    async make(db: Db, approvalId: string, administratorId: string) {
      const half = readableCode(randomBytes(bytes))
      const hash = hashReadableCode(half, (bytes * 8) / 5) as Buffer
      const { key_version, proof } = await rows.prove(db, label, fieldsOf(approvalId, administratorId, hash))
      return {
        half,
        columns: { link_half: hash, link_half_key_version: key_version, link_half_proof: proof },
      }
    },

    /** The halves of these voters. One that was put into the database is not there. */
    async of(db: Db, approvalId: string, voters: readonly string[]): Promise<LinkHalf[]> {
      const found: LinkHalf[] = []
      for (const { administrator_id, ...vote } of await listVotes(db, [approvalId])) {
        const { link_half: hash, link_half_key_version: key_version, link_half_proof: proof } = vote
        if (!voters.includes(administrator_id) || !hash || key_version === null || !proof) continue
        const fields = fieldsOf(approvalId, administrator_id, hash)
        if (await rows.isProven(db, label, fields, { key_version, proof }))
          found.push({ administratorId: administrator_id, hash })
      }
      return found
    },
  }
}

function fieldsOf(approval_id: string, administrator_id: string, hash: Buffer) {
  return { approval_id, administrator_id, hash: hash.toString('hex') }
}
