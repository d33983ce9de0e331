import { isId } from '../../../contract/api/common.ts'
import { canonicalDecimal } from '../../../contract/money/decimal.ts'
import {
  type CreateOrganizationPersonBody,
  type IdentityDocumentResponse,
  maxPeople,
  type OrganizationPersonListResponse,
  type OrganizationPersonResponse,
  type UpdateOrganizationPersonBody,
} from '../../../contract/organizations/organization-people.ts'
import { personFieldFaults } from '../../../contract/organizations/organization-people-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { byId, readItems } from '../../platform/lists/page.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { demandVersion, type ExpectedVersions } from '../../platform/versions.ts'
import type { OrganizationRecords, OrganizationRow } from '../organizations/organization-records.ts'
import type { OrganizationWriter } from '../organizations/organization-writer.ts'
import { type IdentityNumbers, maskNumber } from './identity-numbers.ts'
import { ownershipFaults } from './ownership.ts'
import type { PeopleFollowers } from './people-followers.ts'
import * as store from './people-store.ts'
import type { PersonRow } from './people-tables.ts'
import { tellOfPerson } from './people-traces.ts'
import { toPerson } from './person-response.ts'
import { shownContact, shownDirector } from './shown-people.ts'

export interface PeopleServiceParts {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'requireOpen'>
  auditValues: Pick<AuditValues, 'requireOpen' | 'record'>
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>
  requisites: Pick<OrganizationWriter, 'changeShown'>
  numbers: IdentityNumbers
  followers: PeopleFollowers
}

export type PeopleService = ReturnType<typeof createPeopleService>

/**
 * The people behind organizations. Every change locks the organization, so that shares, chains and the first of a role
 * are those of the commit.
 */
export function createPeopleService({
  db: pool,
  now,
  vault,
  auditValues,
  organizations,
  requisites,
  numbers,
  followers,
}: PeopleServiceParts) {
  async function requirePerson(db: Db, organizationId: string, id: string): Promise<PersonRow> {
    const person = isId(id) ? await store.findPerson(db, organizationId, id) : undefined
    if (!person) throw new Failure('not_found', 'person_not_found', 'The organization has no such person.')
    return person
  }

  /** Writes a change, shows it in the organization, and tells everybody of it. */
  async function write(
    db: Db,
    organization: OrganizationRow,
    { before, after }: { before: PersonRow | null; after: PersonRow | null },
    actor: Actor,
  ): Promise<void> {
    const at = after?.updated_at ?? now()
    const shownBefore = await firstOnes(db, organization.id)
    if (after && before) await store.updatePerson(db, after)
    else if (after) await store.insertPerson(db, after)
    else if (before) await store.deletePerson(db, before.id)
    const shownAfter = await firstOnes(db, organization.id)
    const roles = new Set([before?.role, after?.role])
    const shown = {
      ...(roles.has('director') && {
        director: shownDirector(organization.director, {
          before: shownBefore.director,
          after: shownAfter.director,
        }),
      }),
      ...(roles.has('contact') && {
        contact: shownContact(organization.contact, {
          before: shownBefore.contact,
          after: shownAfter.contact,
        }),
      }),
    }
    const action = after ? (before ? 'person.updated' : 'person.created') : 'person.deleted'
    await tellOfPerson(db, auditValues, action, { before, after }, { by: actor, at })
    await requisites.changeShown(db, organization, shown, actor)
    if (after)
      await followers.personSaved(db, { person: after, documentNumber: await numbers.open(db, after) })
    else if (before) await followers.personRemoved(db, before)
  }

  async function firstOnes(db: Db, organizationId: string) {
    return {
      director: await store.findFirst(db, organizationId, 'director'),
      contact: await store.findFirst(db, organizationId, 'contact'),
    }
  }

  /** Throws if the person does not fit its role, its schema, or the other owners. */
  async function demandFit(db: Db, person: PersonRow): Promise<void> {
    const faults = personFieldFaults({ ...person, identity_document: person.document_type })
    if (faults.length === 0 && person.role === 'owner') {
      const [owners, companies] = [
        await store.listOwners(db, person.organization_id),
        await store.findCompanies(db, person.organization_id),
      ]
      faults.push(...ownershipFaults(person, [...owners, ...companies]))
    }
    if (faults.length > 0) throw new Invalid(faults)
  }

  /** The columns of the document that is sent; those of the one before if it is the same. */
  async function documentColumns(
    db: Db,
    person: PersonRow,
    document: NonNullable<CreateOrganizationPersonBody['identity_document']> | null,
  ): Promise<Pick<PersonRow, (typeof documentKeys)[number]>> {
    if (document === null) return noDocument
    const isSameNumber = (await numbers.open(db, person)) === document.number
    return {
      document_type: document.type,
      document_number: isSameNumber
        ? person.document_number
        : await numbers.seal(db, person, document.number),
      document_number_masked: maskNumber(document.number),
      document_issued_on: document.issued_on ?? null,
    }
  }

  return {
    async list(
      organizationId: string,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<OrganizationPersonListResponse> {
      await organizations.require(pool, organizationId)
      return readItems(store.peopleOf(pool, organizationId), byId, page, toPerson, true)
    },

    async read(organizationId: string, id: string): Promise<OrganizationPersonResponse> {
      await organizations.require(pool, organizationId)
      return toPerson(await requirePerson(pool, organizationId, id))
    },

    create(
      organizationId: string,
      body: CreateOrganizationPersonBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<OrganizationPersonResponse> {
      auditValues.requireOpen()
      return withIdempotency(pool, key, async (db) => {
        const organization = await organizations.lock(db, organizationId)
        if ((await store.countPeople(db, organization.id)) >= maxPeople) throw tooManyPeople()
        const at = now()
        const plain: PersonRow = {
          ...noDocument,
          id: newId(),
          organization_id: organization.id,
          role: body.role,
          schema: body.schema,
          name: body.name,
          name_latin: body.name_latin ?? null,
          birth_date: body.birth_date ?? null,
          citizenship: body.citizenship ?? null,
          inn: body.inn ?? null,
          share: body.share ? canonicalDecimal(body.share) : null,
          parent_id: body.parent_id ?? null,
          version: 1,
          created_at: at,
          updated_at: at,
        }
        const person = { ...plain, ...(await documentColumns(db, plain, body.identity_document ?? null)) }
        await demandFit(db, person)
        await write(db, organization, { before: null, after: person }, actor)
        return toPerson(person)
      })
    },

    update(
      organizationId: string,
      id: string,
      { version: _expected, identity_document: document, share, ...fields }: UpdateOrganizationPersonBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<OrganizationPersonResponse> {
      auditValues.requireOpen()
      return pool.transaction().execute(async (db) => {
        const organization = await organizations.lock(db, organizationId)
        const before = await requirePerson(db, organization.id, id)
        await demandEditedVersion(db, expected, {
          name: 'person',
          object: { type: 'person', id: before.id },
          version: before.version,
          actions: ['person.updated'],
        })
        const asked: PersonRow = {
          ...before,
          ...fields,
          ...(share !== undefined && { share: share && canonicalDecimal(share) }),
          ...(document !== undefined && (await documentColumns(db, before, document))),
        }
        const isChanged = (Object.keys(asked) as (keyof PersonRow)[]).some(
          (key) => asked[key] !== before[key],
        )
        if (!isChanged) return toPerson(before)
        await demandFit(db, asked)
        const after = { ...asked, version: before.version + 1, updated_at: now() }
        await write(db, organization, { before, after }, actor)
        return toPerson(after)
      })
    },

    remove(
      organizationId: string,
      id: string,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<{ status: 'ok' }> {
      auditValues.requireOpen()
      return pool.transaction().execute(async (db) => {
        const organization = await organizations.lock(db, organizationId)
        const before = await requirePerson(db, organization.id, id)
        demandVersion(expected, before.version, 'person')
        const owners = await store.findOwnersThrough(db, organization.id, id)
        if (owners.length > 0) throw personInUse(owners)
        await write(db, organization, { before, after: null }, actor)
        return { status: 'ok' as const }
      })
    },

    /** The read is recorded first: if that fails, nothing is shown. */
    async readDocument(organizationId: string, id: string, actor: Actor): Promise<IdentityDocumentResponse> {
      const organization = await organizations.require(pool, organizationId)
      const person = await requirePerson(pool, organization.id, id)
      vault.requireOpen()
      if (person.document_type === null) {
        throw new Failure('not_found', 'identity_document_not_found', 'The person has no identity document.')
      }
      await pool.transaction().execute(async (db) =>
        recordChange(db, actor, {
          action: 'person.identity_document_read',
          object: { type: 'person', id: person.id },
          organizationId: organization.id,
          details: { type: person.document_type },
          at: now(),
        }),
      )
      return {
        person_id: person.id,
        type: person.document_type,
        number: (await numbers.open(pool, person)) as string,
        issued_on: person.document_issued_on,
      }
    },
  }
}

const documentKeys = [
  'document_type',
  'document_number',
  'document_number_masked',
  'document_issued_on',
] as const

const noDocument = {
  document_type: null,
  document_number: null,
  document_number_masked: null,
  document_issued_on: null,
}

function tooManyPeople(): Failure {
  return new Failure('conflict', 'too_many_people', 'The organization has too many people.', {
    most: maxPeople,
  })
}

function personInUse(ids: string[]): Failure {
  return new Failure('conflict', 'person_in_use', 'Others own the organization through this company.', {
    person_ids: ids,
  })
}
