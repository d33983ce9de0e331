import type { Blocker } from '../../../../contract/purchase-request-rules.ts'
import type { SubjectKind } from '../../../../contract/screening.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Subject } from '../model/subject.ts'

/** A party of ours, with what of it is compared. */
export interface ScreenedParty {
  kind: SubjectKind
  /** The organization, person or payment; of a destination address, the request. */
  id: string
  organizationId: string
  /** As people know it. */
  name: string
  compared: Subject
}

/** What other features need of screening. They call it in the transaction of their change. */
export interface Screening {
  /** Compares the party with the lists, if anything changed that is compared, and records hits. */
  save(db: Db, party: ScreenedParty): Promise<void>
  /** The party is gone: its hits are closed. */
  remove(db: Db, kind: SubjectKind, id: string): Promise<void>
  /**
   * What blocks this organization: hits of the organization and its people, of these other parties, and lists that are
   * too old. Parties that were not compared with the current lists yet are compared first.
   */
  blockersOf(
    db: Db,
    organizationId: string,
    others?: readonly { kind: 'payer' | 'address'; id: string }[],
  ): Promise<Blocker[]>
}
