import { isId } from '../../../contract/common.ts'
import { documentsSummary } from '../../../contract/documents-summary.ts'
import type { DuplicateReason } from '../../../contract/error-codes.ts'
import type { EventType } from '../../../contract/events.ts'
import type {
  CreateOrganizationRequest,
  OrganizationListResponse,
  OrganizationResponse,
  UpdateOrganizationRequest,
} from '../../../contract/organizations.ts'
import { foldText } from '../../../contract/text-folding.ts'
import type { Actor } from '../../platform/actor.ts'
import { type AuditEntry, appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Failure, Invalid } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { type IdempotencyKey, withIdempotency } from '../../platform/idempotency/idempotency.ts'
import { type Change, changeOf, updateFaults } from './organization-change.ts'
import { draftOrganization, type OrganizationDraft, type RegisteredParty } from './organization-draft.ts'
import * as store from './organization-store.ts'

/** The party register, as far as organizations need it. */
export interface PartyRegister {
  /** The parties of an INN, the best first. */
  findByInn(db: Db, inn: string): Promise<RegisteredParty[]>
  /** Told in the transaction that creates or changes an organization, so that the party search finds it. */
  organizationSaved(db: Db, organization: OrganizationResponse): Promise<void>
}

/** The documents, as far as organizations need them. */
export interface BankDetailsFollower {
  /** Told in the transaction that changes the bank details. */
  bankDetailsChanged(db: Db, organizationId: string, actor: Actor): Promise<void>
}

export interface OrganizationServiceParts {
  db: Db
  now: () => Date
  parties: PartyRegister
  documents: BankDetailsFollower
}

export type OrganizationService = ReturnType<typeof createOrganizationService>

/** What the search of organizations or of parties reads. */
const searchedFields = [
  'ogrn',
  'kpp',
  'full_name',
  'short_name',
  'registry_status',
  'registration_date',
  'liquidation_date',
  'legal_address',
  'okved_main',
  'director',
  'external_id',
] as const

/** Counting the hits of a search stops here. */
const countedHits = 1000

export function createOrganizationService({ db, now, parties, documents }: OrganizationServiceParts) {
  const today = () => now().toISOString().slice(0, 10)

  async function list(page: {
    limit: number
    offset: number
    q?: string
  }): Promise<OrganizationListResponse> {
    const { limit, offset } = page
    const { rows, ...total } =
      page.q === undefined ? await everything(limit, offset) : await matching(foldText(page.q), limit, offset)
    const day = today()
    return { items: rows.map((row) => toResponse(row, day)), ...total, limit, offset }
  }

  async function everything(limit: number, offset: number) {
    const { rows, counted } = await store.findPage(db, limit, offset)
    return { rows, total: counted, total_is_exact: true }
  }

  async function matching(q: string, limit: number, offset: number) {
    if (q === '') return { rows: [], total: 0, total_is_exact: true }
    const countUpTo = Math.max(countedHits + 1, offset + limit)
    const { rows, counted } = await store.findMatchingPage(db, q, { limit, offset, countUpTo })
    if (counted < countUpTo) return { rows, total: counted, total_is_exact: true }
    return { rows, total: Math.max(countedHits, offset + rows.length), total_is_exact: false }
  }

  async function create(
    body: CreateOrganizationRequest,
    actor: Actor,
    key: IdempotencyKey | null,
  ): Promise<OrganizationResponse> {
    let draft: OrganizationDraft | undefined
    const creation = withIdempotency(db, key, async (db) => {
      const drafted = draftOrganization(body, await parties.findByInn(db, body.inn))
      if ('faults' in drafted) throw new Invalid(drafted.faults)
      draft = drafted
      const at = now()
      const row = await store.insertOrganization(db, {
        ...draft,
        id: newId(),
        kyb_reason: null,
        created_at: at,
        updated_at: at,
        created_by: actor.id ?? actor.name,
      })
      const organization = await saved(db, row)
      const { id, inn, kpp, type, kyb_status, version, source } = organization
      const object = { type: 'organization', id }
      await recordEvent(db, {
        type: 'organization.created',
        object,
        organizationId: id,
        data: { inn, kpp, type, kyb_status, version },
        at,
      })
      const details = { inn, kpp, source, sent: Object.keys(body) }
      await appendAudit(db, {
        actor,
        action: 'organization.created',
        object,
        organizationId: id,
        details,
        at,
      })
      return organization
    })
    return creation.catch((error) => refuseDuplicate(error, draft))
  }

  async function read(id: string): Promise<OrganizationResponse> {
    return toResponse(found(isId(id) ? await store.findOrganization(db, id) : undefined), today())
  }

  async function update(
    id: string,
    body: UpdateOrganizationRequest,
    actor: Actor,
  ): Promise<OrganizationResponse> {
    let asked: { inn: string; kpp: string | null; external_id: string | null } | undefined
    const updating = db.transaction().execute(async (db) => {
      const row = await hold(db, id)
      const faults = updateFaults(row, body)
      if (faults.length > 0) throw new Invalid(faults)
      if (body.version !== undefined && body.version !== row.version) {
        throw new Failure('conflict', 'version_conflict', 'The organization has changed since it was read.', {
          version: row.version,
        })
      }
      const change = changeOf(row, body)
      if (Object.keys(change).length === 0) return toResponse(row, today())
      asked = { ...row, ...change }
      const at = now()
      const updated = await store.updateOrganization(db, id, {
        ...change,
        version: row.version + 1,
        updated_at: at,
      })
      const organization = searchedFields.some((key) => key in change)
        ? await saved(db, updated)
        : toResponse(updated, today())
      const entries = await tellOfChange(db, row, change, body, actor, at)
      if (!('bank_details' in change)) {
        await appendAudit(db, ...entries)
        return organization
      }
      await documents.bankDetailsChanged(db, id, actor)
      await appendAudit(db, ...entries)
      // The document may have gone back to pending, which the summary shows.
      return toResponse(found(await store.findOrganization(db, id)), today())
    })
    return updating.catch((error) => refuseDuplicate(error, asked, id))
  }

  /** One event and one audit row for what was changed, and one of each for a decision. */
  async function tellOfChange(
    db: Db,
    row: store.OrganizationRow,
    change: Change,
    body: UpdateOrganizationRequest,
    actor: Actor,
    at: Date,
  ): Promise<AuditEntry[]> {
    const object = { type: 'organization', id: row.id }
    const version = row.version + 1
    const kybStatus = change.kyb_status ?? row.kyb_status
    const decided = body.kyb_status !== undefined && 'kyb_status' in change
    const changed = Object.keys(change).filter(
      (key) => !decided || !['kyb_status', 'kyb_reason'].includes(key),
    )
    const told: { action: EventType; data: Record<string, unknown> }[] = []
    if (changed.length > 0) {
      told.push({ action: 'organization.updated', data: { changed, kyb_status: kybStatus, version } })
    }
    if (decided) {
      const data = { from: row.kyb_status, to: kybStatus, reason: change.kyb_reason ?? null, version }
      told.push({ action: 'organization.kyb_decided', data })
    }
    for (const { action: type, data } of told) {
      await recordEvent(db, { type, object, organizationId: row.id, data, at })
    }
    return told.map(({ action, data }) => ({
      actor,
      action,
      object,
      organizationId: row.id,
      details: data,
      at,
    }))
  }

  /** What is searched of the organization follows in the same transaction. */
  async function saved(db: Db, { seq, ...row }: store.OrganizationRow & { seq: number }) {
    await store.saveSearchTexts(db, seq, searchTexts(row))
    const organization = toResponse(row, today())
    await parties.organizationSaved(db, organization)
    return organization
  }

  /** Nothing was stored; says which organization stands in the way. */
  async function refuseDuplicate(
    error: unknown,
    asked: { inn: string; kpp: string | null; external_id: string | null } | undefined,
    except?: string,
  ): Promise<never> {
    const constraint = (error as { constraint?: string }).constraint
    const reason = duplicateReasons[constraint ?? '']
    if (!asked || !reason) throw error
    const existing =
      constraint === 'organizations_external_id'
        ? await store.findByExternalId(db, asked.external_id as string)
        : await store.findByRequisites(db, { ...asked, except })
    throw duplicate(reason, existing?.id)
  }

  /** For other parts: the organization, its row held until the transaction ends. */
  async function hold(db: Db, id: string): Promise<store.OrganizationRow> {
    return found(isId(id) ? await store.lockOrganization(db, id) : undefined)
  }

  return {
    list,
    create,
    read,
    update,
    hold,
  }
}

/** By the constraint that was violated. */
const duplicateReasons: Record<string, DuplicateReason> = {
  organizations_requisites: 'organization_inn_kpp',
  organizations_requisites_alone: 'organization_inn',
  organizations_external_id: 'organization_external_id',
}

function found(row: store.OrganizationRow | undefined): store.OrganizationRow {
  if (!row) throw new Failure('not_found', 'organization_not_found', 'There is no such organization.')
  return row
}

function searchTexts(row: store.OrganizationRow): store.SearchTexts {
  const names = [row.full_name, row.short_name ?? ''].map(foldText).filter((name) => name !== '')
  return {
    names: names.join('\n'),
    inn: row.inn,
    ogrn: row.ogrn,
    external_id: row.external_id && (foldText(row.external_id) || null),
  }
}

function toResponse(row: store.OrganizationRow | store.PageRow, day: string): OrganizationResponse {
  return {
    id: row.id,
    type: row.type,
    inn: row.inn,
    ogrn: row.ogrn,
    kpp: row.kpp,
    full_name: row.full_name,
    short_name: row.short_name,
    registry_status: row.registry_status,
    registration_date: row.registration_date,
    liquidation_date: row.liquidation_date,
    legal_address: row.legal_address,
    actual_address: row.actual_address,
    okved_main: row.okved_main,
    director: row.director,
    contact: row.contact,
    bank_details: row.bank_details,
    kyb_status: row.kyb_status,
    kyb_reason: row.kyb_reason,
    documents_summary: documentsSummary(row.type, row.document_slots, day),
    wallets_count: row.wallets_count,
    external_id: row.external_id,
    notes: row.notes,
    source: row.source,
    version: row.version,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    created_by: row.created_by,
  }
}
