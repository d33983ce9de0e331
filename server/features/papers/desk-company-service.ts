import { isId } from '../../../contract/api/common.ts'
import { currencyByNumber } from '../../../contract/money/account-currency.ts'
import { canonicalDecimal } from '../../../contract/money/decimal.ts'
import type {
  CreateDeskCompanyBody,
  DeskBankAccount,
  DeskCompanyListResponse,
  DeskCompanyResponse,
  DeskSignatory,
  DeskVat,
  UpdateDeskCompanyBody,
} from '../../../contract/organizations/desk-companies.ts'
import { requisitesOfInnFaults } from '../../../contract/organizations/organization-rules.ts'
import { typeOfInn } from '../../../contract/values/identifiers.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ChangedObject } from '../../platform/audit/audit-log.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { byId, readItems } from '../../platform/lists/page.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OwnOrganizations } from '../organizations/own-organizations.ts'
import { hasRequests } from '../purchase-requests/waiting-requests.ts'
import type { ShownCompany } from './desk-company-store.ts'
import * as store from './desk-company-store.ts'
import { toFuelWallets } from './fuel-wallets.ts'
import type { DeskCompanyRow } from './paper-tables.ts'
import { ownName, soleTrader } from './sole-trader.ts'

export type DeskCompanyService = ReturnType<typeof createDeskCompanyService>

/** The desk's own companies. They are registered in Russia: invoices have the requisites of Russian banks. */
export function createDeskCompanyService({
  db,
  now,
  organizations,
  ownOrganizations,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'lock' | 'change'>
  ownOrganizations: Pick<OwnOrganizations, 'name'>
}) {
  /** The organization is this company from now on. Its wallets pay clients, so it must not be one. */
  async function nameOrganization(db: Db, companyId: string, organizationId: string): Promise<ChangedObject> {
    // Nobody creates a request for it meanwhile.
    const locked = await organizations.lock(db, organizationId, 'alone')
    const { id } = locked
    const other = await store.findCompanyOf(db, id)
    if (other) throw duplicate('own_organization', other)
    if (await hasRequests(db, id)) throw organizationHasRequests()
    const at = now()
    await ownOrganizations.name(db, { organization_id: id, company_id: companyId, named_at: at })
    const { version } = await organizations.change(db, locked, {
      own: true,
      version: locked.version + 1,
      updated_at: at,
    })
    return { type: 'organization.updated', object: { type: 'organization', id }, version }
  }

  return {
    async list(page: { limit: number; cursor?: string | undefined }): Promise<DeskCompanyListResponse> {
      return readItems(store.companies(db), byId, page, toCompany)
    },

    async read(id: string): Promise<DeskCompanyResponse> {
      return toCompany(found(isId(id) ? await store.findShownCompany(db, id) : undefined))
    },

    async create(
      body: CreateDeskCompanyBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<DeskCompanyResponse> {
      try {
        return await withIdempotency(db, key, async (db) => {
          const at = now()
          const { organization_id: organizationId = null, ...given } = body
          const company: DeskCompanyRow = {
            ...given,
            id: newId(),
            kpp: body.kpp ?? null,
            latin_name: body.latin_name ?? null,
            latin_address: body.latin_address ?? null,
            vat: toVat(body.vat),
            director: body.director ?? signsAlone(body),
            accountant: body.accountant ?? null,
            bank_accounts: body.bank_accounts.map(toAccount),
            fuel_wallets: [],
            active: true,
            version: 1,
            created_at: at,
            updated_at: at,
          }
          await store.insertCompany(db, company)
          const shown = { ...company, organization_id: organizationId }
          const named = organizationId === null ? [] : [await nameOrganization(db, shown.id, organizationId)]
          told(db, 'desk_company.created', shown, actor, { inn: company.inn }, named)
          return toCompany(shown)
        })
      } catch (error) {
        if (!isDuplicateInn(error)) throw error
        throw duplicate('desk_company_inn', (await store.findCompanyByInn(db, body.inn))?.id)
      }
    },

    update(
      id: string,
      {
        version: _expected,
        bank_accounts,
        vat,
        organization_id: given,
        fuel_wallets,
        ...fields
      }: UpdateDeskCompanyBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<DeskCompanyResponse> {
      return db.transaction().execute(async (db) => {
        const locked = found(isId(id) ? await store.lockCompany(db, id, 'change') : undefined)
        await demandEditedVersion(db, expected, {
          name: 'company',
          object: { type: 'desk_company', id: locked.id },
          version: locked.version,
          actions: ['desk_company.updated'],
        })
        const faults = requisitesOfInnFaults(locked.inn, fields)
        if (faults.length > 0) throw new Invalid(faults)
        const known = await store.findOrganizationOf(db, locked.id)
        const fuel = fuel_wallets && (await toFuelWallets(db, given ?? known, fuel_wallets))
        const { full_name = locked.full_name } = fields
        const isRenamed = typeOfInn(locked.inn) !== 'legal' && full_name !== locked.full_name
        const changed: DeskCompanyRow = {
          ...locked,
          ...fields,
          ...(bank_accounts && { bank_accounts: bank_accounts.map(toAccount) }),
          ...(vat !== undefined && { vat: toVat(vat) }),
          ...(fuel && { fuel_wallets: fuel }),
          // A sole trader who has another name signs with it.
          ...(isRenamed && !fields.director && { director: signsAlone({ full_name }) }),
          version: locked.version + 1,
          updated_at: now(),
        }
        await store.updateCompany(db, changed)
        const isNamed = given !== undefined && given !== known
        if (isNamed && known !== null) throw organizationIsSet(known)
        const named = isNamed ? [await nameOrganization(db, locked.id, given)] : []
        const shown = { ...changed, organization_id: isNamed ? given : known }
        const names = [
          ...Object.keys(fields),
          ...(bank_accounts ? ['bank_accounts'] : []),
          ...(vat === undefined ? [] : ['vat']),
          ...(fuel ? ['fuel_wallets'] : []),
          ...(isNamed ? ['organization_id'] : []),
        ]
        told(db, 'desk_company.updated', shown, actor, { fields: names }, named)
        return toCompany(shown)
      })
    },

    /** The company, which does not change until the transaction ends; undefined if it may not issue papers. */
    async holdActive(db: Db, id: string): Promise<DeskCompanyRow | undefined> {
      const company = isId(id) ? await store.lockCompany(db, id, 'share') : undefined
      return company?.active ? { ...company, bank_accounts: company.bank_accounts.map(toAccount) } : undefined
    },
  }
}

function told(
  db: Db,
  action: 'desk_company.created' | 'desk_company.updated',
  company: ShownCompany,
  actor: Actor,
  details: Record<string, unknown>,
  alsoChanged: readonly ChangedObject[],
): void {
  const object = { type: 'desk_company', id: company.id }
  const { version, updated_at: at } = company
  recordChange(db, actor, { action, object, alsoChanged, version, details, data: toCompany(company), at })
}

function toAccount(account: CreateDeskCompanyBody['bank_accounts'][number]): DeskBankAccount {
  const { correspondent_bank: correspondent } = account
  return {
    settlement_account: account.settlement_account ?? null,
    bik: account.bik ?? null,
    bank_name: account.bank_name,
    correspondent_account: account.correspondent_account ?? null,
    currency: account.currency ?? currencyByNumber(account) ?? 'RUB',
    swift: account.swift ?? null,
    iban: account.iban ?? null,
    bank_latin_name: account.bank_latin_name ?? null,
    bank_latin_address: account.bank_latin_address ?? null,
    correspondent_bank: correspondent ? { ...correspondent, account: correspondent.account ?? null } : null,
    without_statements: account.without_statements ?? null,
  }
}

function toVat(vat: CreateDeskCompanyBody['vat']): DeskVat | null {
  if (!vat) return null
  return {
    rate: vat.rate ? canonicalDecimal(vat.rate) : null,
    ground: vat.ground ?? null,
    ground_en: vat.ground_en ?? null,
  }
}

/** A sole trader, who signs as nobody's director. */
function signsAlone({ full_name }: { full_name: string }): DeskSignatory {
  return { name: ownName(full_name), post: soleTrader.ru }
}

/** Accounts from before there were payments from abroad have fewer fields. */
function toCompany(row: ShownCompany): DeskCompanyResponse {
  const { created_at, updated_at, bank_accounts, ...fields } = row
  const accounts = bank_accounts.map(toAccount)
  return {
    ...fields,
    bank_accounts: accounts,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

function found<Row extends DeskCompanyRow>(row: Row | undefined): Row {
  if (!row) throw new Failure('not_found', 'desk_company_not_found', 'The desk has no such company.')
  return row
}

function isDuplicateInn(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'desk_companies_inn_key'
}

function organizationIsSet(organizationId: string): Failure {
  return new Failure(
    'conflict',
    'own_organization_set',
    'The company has been named as another organization, and its wallets may have paid clients.',
    { organization_id: organizationId },
  )
}

function organizationHasRequests(): Failure {
  return new Failure(
    'conflict',
    'organization_is_client',
    'The organization has purchase requests: it is a client, and no company of the desk.',
  )
}
