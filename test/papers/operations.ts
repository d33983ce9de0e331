import { setTimeout as wait } from 'node:timers/promises'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'
import type { Changes, Maker, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { newCompany } from '../support/given/given-paper.ts'

const ofPaper = (rest: string): Maker => {
  return async (world) => {
    const { request_id, id } = await world.keptPaper('the one')
    return { path: `/v1/purchase-requests/${request_id}/papers/${id}${rest}` }
  }
}

/** Its file is made after it was issued. */
async function untilRendered(world: World, issued: { id: string }): Promise<PaperResponse> {
  let paper: PaperResponse = await world.call('GET', `/v1/papers/${issued.id}`)
  while (paper.file === null) {
    await wait(50)
    paper = await world.call('GET', `/v1/papers/${issued.id}`)
  }
  return paper
}

export const requests: Requests = {
  createDeskCompany: async () => ({ path: '/v1/desk/companies', body: newCompany() }),
  readDeskCompany: async (world) => ({ path: `/v1/desk/companies/${(await world.deskCompany()).id}` }),
  updateDeskCompany: async (world) => {
    const { id } = await world.call('POST', '/v1/desk/companies', newCompany())
    return { path: `/v1/desk/companies/${id}`, body: { short_name: 'ООО «Новая»', version: 1 } }
  },
  listPapers: async (world) => ({
    path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/papers`,
  }),
  issuePaper: async (world) => ({
    path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/papers`,
    body: { kind: 'invoice', company_id: (await world.deskCompany()).id, language: 'ru' },
  }),
  readClientContract: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/contract`,
  }),
  setClientContract: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/contract`,
    body: { contract: { number: `12/${world.next()}`, date: '2026-01-15' } },
  }),
  makeReconciliationAct: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/reconciliation-act?from=2026-01-01&to=2026-01-31&language=ru&format=pdf&company_id=${(await world.deskCompany()).id}`,
  }),
  archivePapers: async (world) => {
    const company = await world.call('POST', '/v1/desk/companies', newCompany())
    const path = `/v1/purchase-requests/${(await world.approvedRequest()).id}/papers`
    const issued = { kind: 'invoice', company_id: company.id, language: 'ru' }
    const paper = await untilRendered(world, await world.call('POST', path, issued))
    return { path: `/v1/paper-archive?from=${paper.date}&to=${paper.date}&company_id=${company.id}` }
  },
  readPaper: ofPaper(''),
  findPaper: async (world) => ({ path: `/v1/papers/${(await world.keptPaper('the one')).id}` }),
  readPaperContent: async (world) => {
    const { request_id, id } = await untilRendered(world, await world.keptPaper('the one'))
    return { path: `/v1/purchase-requests/${request_id}/papers/${id}/content` }
  },
  voidPaper: async (world) => {
    const { request_id, id } = await world.paper()
    const path = `/v1/purchase-requests/${request_id}/papers/${id}/void`
    return { path, body: { reason: 'Исправлена сумма' } }
  },
}

export const changes: Changes = {
  createDeskCompany: ['desk_company.created'],
  updateDeskCompany: ['desk_company.updated'],
  issuePaper: ['paper.issued'],
  setClientContract: ['client_contract.set'],
  voidPaper: ['paper.voided'],
}
