import type { Db } from '../../platform/db/database.ts'
import type { Place, Vault } from '../../platform/vault/vault.ts'
import type { PersonRow } from './people-tables.ts'

export type IdentityNumbers = ReturnType<typeof createIdentityNumbers>

/** Numbers of identity documents, sealed with the key of the person. */
export function createIdentityNumbers({ vault }: { vault: Pick<Vault, 'seal' | 'open'> }) {
  return {
    async seal(db: Db, person: Pick<PersonRow, 'id' | 'organization_id'>, number: string): Promise<Buffer> {
      const plaintext = Buffer.from(number, 'utf8')
      const sealed = await vault.seal(db, placeOf(person), plaintext)
      plaintext.fill(0)
      return sealed
    },

    /** Null without a document. */
    async open(db: Db, person: PersonRow): Promise<string | null> {
      if (person.document_number === null) return null
      const plaintext = await vault.open(db, placeOf(person), person.document_number)
      const number = plaintext.toString('utf8')
      plaintext.fill(0)
      return number
    },
  }
}

/** The last signs, enough to tell two documents of a person apart: at most four, and at most a third of the number. */
export function maskNumber(number: string): string {
  const signs = [...number.trim()]
  const shown = Math.min(4, Math.floor(signs.length / 3))
  return `••••${signs.slice(signs.length - shown).join('')}`
}

function placeOf({ id, organization_id }: Pick<PersonRow, 'id' | 'organization_id'>): Place {
  return {
    organizationId: organization_id,
    table: 'organization_people',
    record: id,
    field: 'document_number',
  }
}
