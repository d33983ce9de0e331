import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/purchase-requests/papers.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { sendContent } from '../../platform/http/responses/content-response.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ContractService } from './contract-service.ts'
import type { DeskCompanyService } from './desk-company-service.ts'
import type { PaperService } from './paper-service.ts'
import type { ReconciliationService } from './reconciliation-service.ts'

export function paperRoutes(
  app: FastifyInstance,
  {
    companies,
    papers,
    contracts,
    reconciliation,
  }: {
    companies: DeskCompanyService
    papers: PaperService
    contracts: ContractService
    reconciliation: ReconciliationService
  },
): void {
  route(app, operations.listDeskCompanies, async ({ query }) => companies.list(query))
  route(app, operations.createDeskCompany, async (request) =>
    companies.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readDeskCompany, async ({ params }) => companies.read(params.company_id))
  route(app, operations.updateDeskCompany, async (request) =>
    companies.update(request.params.company_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.readClientContract, async ({ params }) => contracts.read(params.organization_id))
  route(app, operations.setClientContract, async ({ params, body, actor }) =>
    contracts.set(params.organization_id, body, actor),
  )
  route(app, operations.makeReconciliationAct, async ({ params, query, actor }, reply) => {
    const { name, type, content } = await reconciliation.make(params.organization_id, query, actor)
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(content)
  })
  route(app, operations.listPapers, async ({ params, query }) => papers.list(params.request_id, query))
  route(app, operations.issuePaper, async (request) =>
    papers.issue(request.params.request_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readPaper, async ({ params }) => papers.read(params.request_id, params.paper_id))
  route(app, operations.findPaper, ({ params }) => papers.findById(params.paper_id))
  route(app, operations.archivePapers, async ({ query, actor }, reply) => {
    const content = await papers.archive(query, actor)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="papers-${query.from}-${query.to}.zip"`)
      .header('cache-control', 'no-store')
      .send(content)
  })
  route(app, operations.readPaperContent, async (request, reply) => {
    const { request_id, paper_id } = request.params
    return sendContent(request, reply, await papers.prepareDownload(request_id, paper_id))
  })
  route(app, operations.voidPaper, async ({ params, body, actor }) =>
    papers.void(params.request_id, params.paper_id, body.reason, actor),
  )
}
