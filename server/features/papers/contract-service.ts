import { fault } from '../../../contract/api/faults.ts'
import type {
  ClientContractResponse,
  SetClientContractBody,
} from '../../../contract/purchase-requests/client-contracts.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { deleteContract, findContract, putContract } from './contract-store.ts'

export type ContractService = ReturnType<typeof createContractService>

/** The contract with each client. Papers that are issued from now on name it; those that were issued stay as they are. */
export function createContractService({
  db: pool,
  now,
  days,
  organizations,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>
}) {
  return {
    async read(organizationId: string): Promise<ClientContractResponse> {
      await organizations.require(pool, organizationId)
      return respond(pool, organizationId)
    },

    /** The same again changes nothing. */
    set(organizationId: string, body: SetClientContractBody, actor: Actor): Promise<ClientContractResponse> {
      return pool.transaction().execute(async (db) => {
        const { id } = await organizations.lock(db, organizationId, 'change')
        const at = now()
        const given = body.contract
        if (given && given.date > days.dayOf(at))
          throw new Invalid([fault(['body', 'contract', 'date'], 'contract_of_future')])
        const known = await findContract(db, id)
        const isSame = given
          ? known?.number === given.number && known.signed_on === given.date
          : known === undefined
        if (isSame) return respond(db, id)
        if (given)
          await putContract(db, {
            organization_id: id,
            number: given.number,
            signed_on: given.date,
            updated_at: at,
          })
        else await deleteContract(db, id)
        recordChange(db, actor, {
          action: 'client_contract.set',
          object: { type: 'organization', id },
          organizationId: id,
          details: { number: given?.number ?? null, date: given?.date ?? null },
          data: { organization_id: id, contract: given },
          at,
        })
        return respond(db, id)
      })
    },
  }
}

async function respond(db: Db, organizationId: string): Promise<ClientContractResponse> {
  const row = await findContract(db, organizationId)
  return {
    organization_id: organizationId,
    contract: row ? { number: row.number, date: row.signed_on } : null,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}
