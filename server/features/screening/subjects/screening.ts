import type { SubjectKind } from '../../../../contract/organizations/screening.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Subject } from '../model/subject.ts'

/** A party of ours, with what of it is compared. */
export interface ScreenedParty {
  kind: SubjectKind
  /** The organization, person, payment or credit; of a destination address, the request or the entry of the address book. */
  id: string
  organizationId: string
  /** As people know it. */
  name: string
  compared: Subject
}

export type PartyKey = Pick<ScreenedParty, 'kind' | 'id'>

/** What other features need of screening. */
export interface Screening {
  /**
   * In the transaction of a change, before its audit row: compares those parties with the lists in which something changed
   * that is compared, and records hits. If this node does not have the current lists yet, a job does so. Parties that are
   * gone are forgotten, and their hits are closed.
   */
  save(db: Db, parties: readonly ScreenedParty[], gone?: readonly PartyKey[]): Promise<void>
  /**
   * Outside of any transaction, before a step that hits can block: compares what waits to be compared of this organization
   * and these other parties, so that the step can name the hits.
   */
  catchUp(organizationId: string, others?: readonly PartyKey[]): Promise<void>
  /**
   * What blocks this organization: hits of itself and its people, of these other parties, and lists that are too old.
   * Changes nothing. Parties that are given as a whole count as they are given. What was not compared with the current
   * lists yet is compared now; so until the transaction ends no generation is published.
   */
  blockersOf(
    db: Db,
    organizationId: string,
    parties?: readonly (PartyKey | ScreenedParty)[],
  ): Promise<Blocker[]>
  /** Whether there is a sanctions list at all. */
  hasSanctionsList(db: Db): Promise<boolean>
}
