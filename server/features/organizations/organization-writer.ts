import type { EventType } from '../../../contract/events/events.ts'
import type { KybStatus, KybWarning } from '../../../contract/organizations/organizations.ts'
import { foldText } from '../../../contract/values/text-folding.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { approvedAs } from './approved-as.ts'
import { type Change, changedFields, changeOf } from './organization-change.ts'
import type { RegisteredParty } from './organization-draft.ts'
import type { OrganizationRecords } from './organization-records.ts'
import * as store from './organization-store.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The party register, as far as organizations need it. */
export interface PartyRegister {
  /** The parties of an INN, the best first. */
  findByInn(db: Db, inn: string): Promise<RegisteredParty[]>
  /** Called in the transaction that creates or changes an organization, so that the party search finds it. */
  organizationSaved(db: Db, organization: OrganizationRow): Promise<void>
}

/** What neither the search of organizations nor that of parties reads. */
const notSearched = [
  'actual_address',
  'contact',
  'bank_details',
  'country',
  'lei',
  'ownership_statement',
  'notes',
  'kyb_status',
  'kyb_reason',
]

/** A decision about KYB, and what was missing when it was made. */
interface Decision {
  to: KybStatus
  warnings: KybWarning[]
}

export type OrganizationWriter = ReturnType<typeof createOrganizationWriter>

/** Writes changes of organizations, also for the people, whom their organization shows. */
export function createOrganizationWriter({
  now,
  auditValues,
  records,
  parties,
}: {
  now: () => Date
  auditValues: Pick<AuditValues, 'record'>
  records: Pick<OrganizationRecords, 'change'>
  parties: Pick<PartyRegister, 'organizationSaved'>
}) {
  /** Writes a KYB decision about an organization whose row is locked, with the other fields of the same request. */
  function decide(
    db: Db,
    permit: Permit<'organization.decide_kyb'>,
    row: OrganizationRow,
    change: Change,
    decision: Decision,
  ): Promise<OrganizationRow> {
    return save(db, permit, row, change, decision)
  }

  /** Changes an organization whose row is locked, and tells of it. */
  async function save(
    db: Db,
    by: By,
    row: OrganizationRow,
    change: Change,
    decision: Decision | null,
  ): Promise<OrganizationRow> {
    const at = now()
    // They belong to their decision, as a reason does.
    const kept = change.kyb_status === undefined ? {} : { kyb_warnings: decision?.warnings ?? [] }
    const approved = decision?.to === 'approved' ? { approved_as: approvedAs({ ...row, ...change }) } : {}
    const version = row.version + 1
    const updated = await records.change(db, row, {
      ...change,
      ...kept,
      ...approved,
      version,
      updated_at: at,
    })
    if (Object.keys(change).some((key) => !notSearched.includes(key))) await saveSearched(db, updated)
    await tellOfChange(db, row, change, decision, { by, at })
    return updated
  }

  /** One change for the fields and one for a decision. */
  async function tellOfChange(
    db: Db,
    row: OrganizationRow,
    change: Change,
    decision: Decision | null,
    { by, at }: { by: By; at: Date },
  ): Promise<void> {
    const version = row.version + 1
    const kybStatus = change.kyb_status ?? row.kyb_status
    const decided = decision !== null && 'kyb_status' in change
    const changed = changedFields(change, decided)
    const tell = async (action: EventType, data: Record<string, unknown>, fields: readonly string[]) => {
      const values = { before: pick(row, fields), after: pick({ ...row, ...change }, fields) }
      recordChange(db, by, {
        action,
        object: { type: 'organization', id: row.id },
        organizationId: row.id,
        version,
        details: data,
        data,
        values: await auditValues.record(db, row.id, values, at),
        at,
      })
    }
    if (changed.length > 0)
      await tell('organization.updated', { changed, kyb_status: kybStatus, version }, changed)
    if (!decided) return
    const { warnings } = decision
    const data = {
      from: row.kyb_status,
      to: kybStatus,
      reason: change.kyb_reason ?? null,
      ...(warnings.length > 0 && { warnings }),
      version,
    }
    const fields = Object.keys(change).filter((field) => !changed.includes(field))
    await tell('organization.kyb_decided', data, fields)
  }

  /** The two searches read what was written in the same transaction. */
  async function saveSearched(db: Db, row: OrganizationRow): Promise<void> {
    await store.saveSearchTexts(db, row.seq, searchTexts(row))
    await parties.organizationSaved(db, row)
  }

  return {
    decide,
    /** Changes fields: no decision, but an approved organization may have to be reviewed again. */
    write: (db: Db, by: By, row: OrganizationRow, change: Change) => save(db, by, row, change, null),
    saveSearched,

    /** Changes the people whom the organization shows, if they differ. */
    async changeShown(
      db: Db,
      locked: OrganizationRow,
      shown: Partial<Pick<OrganizationRow, 'director' | 'contact'>>,
      by: By,
    ): Promise<void> {
      const change = changeOf(locked, shown)
      if (Object.keys(change).length > 0) await save(db, by, locked, change, null)
    },
  }
}

function pick(row: OrganizationRow, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, row[field as keyof OrganizationRow]]))
}

export function searchTexts(row: OrganizationRow): store.SearchTexts {
  const names = [row.full_name, row.short_name ?? ''].map(foldText).filter((name) => name !== '')
  return {
    names: names.join('\n'),
    inn: row.inn ?? '',
    ogrn: row.ogrn ?? foldText(row.registration_number ?? ''),
    external_id: row.external_id && (foldText(row.external_id) || null),
  }
}
