import type { DuplicateReason } from '../../../contract/api/error-codes.ts'
import type {
  CreateOrganizationRequest,
  KybStatus,
  KybWarning,
  OrganizationResponse,
  UpdateOrganizationRequest,
} from '../../../contract/organizations/organizations.ts'
import type { Actor } from '../../platform/actor.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { approvalBlocked } from './approval-blocked.ts'
import type { KybGate } from './kyb-gate.ts'
import { besideDecision, type Change, changeOf, updateFaults } from './organization-change.ts'
import { draftOrganization, isForeign, type OrganizationDraft } from './organization-draft.ts'
import type { OrganizationPeople } from './organization-people.ts'
import type { OrganizationRecords } from './organization-records.ts'
import { toResponse } from './organization-response.ts'
import * as store from './organization-store.ts'
import type { OrganizationRow } from './organization-tables.ts'
import type { OrganizationWriter, PartyRegister } from './organization-writer.ts'

/** Screening, as far as organizations need it. */
export interface OrganizationFollower {
  /** Called in the transaction that creates or changes an organization, before its audit row. */
  organizationSaved(db: Db, organization: OrganizationRow): Promise<void>
  /** Called before an approval, outside of its transaction, so that it can name the hits that block it. */
  catchUp(organizationId: string): Promise<void>
}

/** The documents, as far as organizations need them. */
export interface BankDetailsFollower {
  /** Called in the transaction that changes the bank details; returns the organization as it is afterwards. */
  bankDetailsChanged(db: Db, locked: OrganizationRow, by: By): Promise<OrganizationRow>
}

export interface OrganizationServiceParts {
  db: Db
  now: () => Date
  auditValues: Pick<AuditValues, 'requireOpen' | 'record'>
  records: OrganizationRecords
  writer: OrganizationWriter
  parties: Pick<PartyRegister, 'findByInn'>
  documents: BankDetailsFollower
  people: OrganizationPeople
  gate: KybGate
  screening: OrganizationFollower
  authorization: Pick<Authorization, 'permit'>
}

export type OrganizationService = ReturnType<typeof createOrganizationService>

/** What no two organizations have in common. */
type UniqueFields = Pick<OrganizationRow, 'inn' | 'kpp' | 'external_id' | 'country' | 'registration_number'>

/** What is not compared with sanctions lists. */
const notCompared = [
  'legal_address',
  'actual_address',
  'bank_details',
  'ownership_statement',
  'notes',
  'kyb_status',
  'kyb_reason',
]

export function createOrganizationService({
  db,
  now,
  auditValues,
  records,
  writer,
  parties,
  documents,
  people,
  gate,
  screening,
  authorization,
}: OrganizationServiceParts) {
  const today = () => now().toISOString().slice(0, 10)

  async function create(
    body: CreateOrganizationRequest,
    actor: Actor,
    key: IdempotencyKey | null,
  ): Promise<OrganizationResponse> {
    auditValues.requireOpen()
    let draft: OrganizationDraft | undefined
    const creation = withIdempotency(db, key, async (db) => {
      const registered = isForeign(body) ? [] : await parties.findByInn(db, body.inn as string)
      const drafted = draftOrganization(body, registered)
      if ('faults' in drafted) throw new Invalid(drafted.faults)
      draft = drafted
      const at = now()
      const row = await records.add(db, {
        ...draft,
        id: newId(),
        kyb_reason: null,
        created_at: at,
        updated_at: at,
        created_by: actor.id ?? actor.name,
      })
      await writer.saveSearched(db, row)
      await screening.organizationSaved(db, row)
      const organization = toResponse(row, today())
      const { id, inn, kpp, type, kyb_status, version, source } = organization
      const object = { type: 'organization', id }
      recordChange(db, actor, {
        action: 'organization.created',
        object,
        organizationId: id,
        version,
        details: { inn, kpp, source, sent: Object.keys(body) },
        values: await auditValues.record(db, id, { before: null, after: presentFields(drafted) }, at),
        data: { inn, kpp, type, kyb_status, version },
        at,
      })
      return organization
    })
    return creation.catch((error) => refuseDuplicate(error, draft))
  }

  async function read(id: string): Promise<OrganizationResponse> {
    return toResponse(await records.require(db, id), today())
  }

  async function findByExternalId(externalId: string): Promise<OrganizationResponse> {
    return toResponse(await records.requireByExternalId(db, externalId), today())
  }

  async function update(
    id: string,
    body: UpdateOrganizationRequest,
    actor: Actor,
    expected: ExpectedVersions,
  ): Promise<OrganizationResponse> {
    auditValues.requireOpen()
    if (body.kyb_status === 'approved') await screening.catchUp(id)
    let asked: UniqueFields | undefined
    const updating = db.transaction().execute(async (db) => {
      const row = await records.lock(db, id)
      const faults = [...updateFaults(row, body), ...(await people.shownFaults(db, row, body))]
      if (faults.length > 0) throw new Invalid(faults)
      await demandEditedVersion(db, expected, {
        name: 'organization',
        object: { type: 'organization', id: row.id },
        version: row.version,
        actions: ['organization.updated', 'organization.kyb_decided'],
        otherwise: ['kyb_status', 'kyb_reason'],
      })
      const change = changeOf(row, body)
      if (Object.keys(change).length === 0) return toResponse(row, today())
      let warnings: KybWarning[] = []
      if (change.kyb_status === 'approved') {
        const judged = await gate.judge(db, { ...row, ...change })
        if (judged.blockers.length > 0) throw approvalBlocked(judged.blockers)
        warnings = judged.warnings
      }
      const { kyb_status: to } = body
      const permit = to && (await permitDecision(db, row, change, { to, warnings }, actor))
      const by = permit ?? actor
      asked = { ...row, ...change }
      let updated =
        to && permit
          ? await writer.decide(db, permit, row, change, { to, warnings })
          : await writer.write(db, actor, row, change)
      await people.shownChanged(db, row, updated, Object.keys(change), by)
      if ('bank_details' in change) updated = await documents.bankDetailsChanged(db, updated, by)
      if (Object.keys(change).some((key) => !notCompared.includes(key)))
        await screening.organizationSaved(db, updated)
      return toResponse(updated, today())
    })
    return updating.catch((error) => refuseDuplicate(error, asked, id))
  }

  function permitDecision(
    db: Db,
    row: OrganizationRow,
    change: Change,
    { to, warnings }: { to: KybStatus; warnings: KybWarning[] },
    actor: Actor,
  ): Promise<Permit<'organization.decide_kyb'>> {
    return authorization.permit(db, actor, {
      act: 'organization.decide_kyb',
      subject: { type: 'organization', id: row.id, version: row.version },
      organizationId: row.id,
      content: {
        from: row.kyb_status,
        to,
        reason: change.kyb_reason ?? null,
        ...(warnings.length > 0 && { warnings }),
        ...besideDecision(change),
      },
      did: { created: [row.created_by] },
    })
  }

  /** Nothing was stored. The failure names the organization that is there already. */
  async function refuseDuplicate(
    error: unknown,
    asked: UniqueFields | undefined,
    except?: string,
  ): Promise<never> {
    const constraint = (error as { constraint?: string }).constraint
    const reason = duplicateReasons[constraint ?? '']
    if (!asked || !reason) throw error
    throw duplicate(reason, (await findHolder(reason, asked, except))?.id)
  }

  function findHolder(
    reason: DuplicateReason,
    { inn, kpp, external_id, country, registration_number }: UniqueFields,
    except: string | undefined,
  ): Promise<{ id: string } | undefined> {
    if (reason === 'organization_external_id') return store.findByExternalId(db, external_id as string)
    if (reason === 'organization_registration_number') {
      const registration = {
        country: country as string,
        registrationNumber: registration_number as string,
      }
      return store.findByRegistration(db, registration)
    }
    return store.findByRequisites(db, { inn: inn as string, kpp, except })
  }

  return {
    create,
    read,
    findByExternalId,
    update,
    /** In a transaction, because parties that were not compared with the lists yet are compared now. */
    async kybChecklist(id: string) {
      await screening.catchUp(id)
      return db.transaction().execute(async (db) => gate.checklist(db, await records.require(db, id)))
    },
  }
}

function presentFields(draft: OrganizationDraft): Record<string, unknown> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
}

/** By the constraint that was violated. */
const duplicateReasons: Record<string, DuplicateReason> = {
  organizations_requisites: 'organization_inn_kpp',
  organizations_requisites_alone: 'organization_inn',
  organizations_external_id: 'organization_external_id',
  organizations_registration_number: 'organization_registration_number',
}
