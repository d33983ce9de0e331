import type { Revision } from '../../platform/audit/audit-log.ts'
import type { ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Decided } from '../../platform/authorization/decided.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../platform/proofs/proven-rows.ts'
import { fieldsOf } from '../../platform/proofs/proven-table.ts'
import type { Releases } from '../../platform/proofs/releases.ts'
import { isUnder, type ProvenBatch, type SigningDecision } from '../wallets/signing/decision.ts'
import { provenBatches } from './batch/batch-decisions.ts'
import { batches, findBatch } from './batch/batch-store.ts'
import type { Batch } from './batch/batch-tables.ts'
import { isGivenUp, livingStatuses, transferEnd } from './transfer/signed-before.ts'
import { createTransferProofs } from './transfer/transfer-proofs.ts'
import type { Transfer } from './transfer/transfer-tables.ts'

/** Each transfer that was decided to be signed follows its decision. */
export const transferReleases: Releases = {
  action: 'transfer.signing',
  act: 'transfer.sign',
  makes: ['transfer.created'],
  decisionOf: ({ object_id }) => object_id ?? undefined,

  async *decisions(db, proofs) {
    const { findDecision } = createTransferProofs(proofs)
    let rows = await pageOf(db, undefined)
    while (rows.length > 0) {
      for (const transfer of rows.filter(({ decision_proof }) => decision_proof !== null)) {
        const decided = await findDecision(db, transfer)
        if (!decided) continue
        const { batch_id } = decided
        const isUnderAnother = batch_id !== undefined
        // One whose batch nobody has decided like this let something out without a decision.
        if (isUnderAnother && !(await isOfProvenBatch(db, proofs, decided))) continue
        const { id, organization_id: organizationId, replaces } = transfer
        yield {
          id,
          objectId: id,
          organizationId,
          decided,
          isUnderAnother,
          about: [id],
          isReplacement: replaces !== null,
        }
      }
      rows = await pageOf(db, rows.at(-1)?.id)
    }
  },
}

async function isOfProvenBatch(db: Db, proofs: Proofs, decided: SigningDecision): Promise<boolean> {
  const batch = await findBatch(db, decided.batch_id ?? '')
  const fields = batch && (await provenFields(db, proofs, batch))
  return fields !== undefined && isUnder(fields, decided)
}

/** What is proven of the batch; undefined if the service did not write it as it is. */
async function provenFields(db: Db, proofs: Proofs, batch: Batch): Promise<ProvenBatch | undefined> {
  const fields = await fieldsOf(db, provenBatches, batch)
  if (batch.proof === null || !(await proofs.isRight(db, 'transfer_batch', fields, batch.proof)))
    return undefined
  return fields as unknown as ProvenBatch
}

/** Each batch that was decided follows its decision, which its transfers rely on. */
export const batchReleases: Releases = {
  action: 'transfer_batch.decided',
  act: 'transfer.sign',
  makes: ['transfer_batch.created'],
  decisionOf: ({ object_id }) => object_id ?? undefined,

  async *decisions(db, proofs) {
    let rows = await decidedBatches(db, undefined)
    while (rows.length > 0) {
      for (const batch of rows) {
        const fields = await provenFields(db, proofs, batch)
        const decided = fields?.decision && (JSON.parse(fields.decision) as Decided)
        if (!fields || !decided) continue
        const { id, organization_id: organizationId, members } = fields
        const about = [id, ...members.map(({ transfer_id }) => transfer_id)]
        yield { id, objectId: id, organizationId, decided, about }
      }
      rows = await decidedBatches(db, rows.at(-1)?.id)
    }
  },
}

function decidedBatches(db: Db, after: string | undefined): Promise<Batch[]> {
  return batches(db)
    .where('decision', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(provenBatch)
    .execute()
}

function pageOf(db: Db, after: string | undefined): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(provenBatch)
    .execute()
}

/** Compares the intents of transfers, and the decisions to sign them, with their proofs, and with what was given up. */
export function createTransferReplay(proofs: Proofs | undefined): ReplayPart {
  const check = proofs && createTransferProofs(proofs)
  /** Whether a transfer was prepared when intents were proven already. */
  const created = new Map<string, boolean>()
  let isStarted = false
  const ends = new Map<string, { reached: Revision; least: number }>()

  async function isBroughtBack(db: Db, { id, status }: Transfer): Promise<boolean> {
    const end = ends.get(id)
    if (!end || !isGivenUp(end.reached.revision) || !livingStatuses.includes(status)) return false
    return !proofs || proofs.isTagged(db, end.reached, end.least)
  }

  const rows = provenRows<Transfer>({
    name: 'Transfers',
    unproven: 'of earlier releases, without a proof',
    isUnproven: ({ proof }) => proof === null,
    page: (db, last) => pageOf(db, last?.id),
    async problemsOf(db, transfer) {
      const { id, proof, decision, decision_proof } = transfer
      const problems: string[] = []
      const mustBeProven = created.get(id)
      if (mustBeProven === undefined)
        problems.push(`Transfer ${id} is in the database, but not in the audit log.`)
      if (mustBeProven && proof === null) problems.push(`Transfer ${id} is not what was prepared.`)
      created.delete(id)
      if (await isBroughtBack(db, transfer))
        problems.push(`Transfer ${id} was given up, and was brought back.`)
      if (proof !== null && (await check?.checkIntent(db, transfer)) === 'unproven')
        problems.push(`Transfer ${id} is not what was prepared.`)
      const isDecided = decision !== null || decision_proof !== null
      if (check && isDecided && !(await check.findDecision(db, transfer)))
        problems.push(`Transfer ${id} is not what was decided.`)
      return problems
    },
  })
  return {
    ...rows,
    actions: { 'transfer.created': 'never', 'proofs.started': 'always' },
    concerns: (event) => event.includes(`"kind":"${transferEnd}"`),
    visit({ action, object_id, isProven, revisions = [], leastTagKey }) {
      if (action === 'proofs.started') isStarted ||= isProven
      if (action === 'transfer.created' && object_id !== null) created.set(object_id, isStarted)
      for (const reached of revisions)
        if (reached.kind === transferEnd && reached.revision > (ends.get(reached.id)?.reached.revision ?? 0))
          ends.set(reached.id, { reached, least: leastTagKey })
      return undefined
    },
    async compare(db, replay) {
      const compared = await rows.compare(db, replay)
      const missing = [...created.keys()].map((id) => `Transfer ${id} was deleted from the database.`)
      return { ...compared, problems: [...compared.problems, ...missing] }
    },
  }
}
