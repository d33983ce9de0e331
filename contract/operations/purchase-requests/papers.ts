import { Type } from 'typebox'
import { cursorQuery, field, Id, ref } from '../../api/common.ts'
import { operation, organizationParams, requestParams } from '../../api/operation.ts'
import {
  CreateDeskCompanyBody,
  DeskCompanyListResponse,
  DeskCompanyResponse,
  UpdateDeskCompanyBody,
} from '../../organizations/desk-companies.ts'
import { createDeskCompanyFaults, updateDeskCompanyFaults } from '../../organizations/desk-company-rules.ts'
import { ClientContractResponse, SetClientContractBody } from '../../purchase-requests/client-contracts.ts'
import {
  IssuePaperBody,
  issuePaperFaults,
  PaperArchiveQuery,
  PaperListResponse,
  PaperResponse,
  paperType,
  VoidPaperBody,
} from '../../purchase-requests/papers.ts'
import { ReconciliationActQuery } from '../../purchase-requests/reconciliation-acts.ts'

const tag = {
  name: 'Papers',
  isPreview: true,
  description: 'Invoices and acts about purchase requests, and the companies of the desk that issue them.',
}
const companyParams = Type.Object({ company_id: field(Id, 'The id of the company') })
const paperParams = Type.Object({
  request_id: requestParams.properties.request_id,
  paper_id: field(Id, 'The id of the paper'),
})
const papersPath = '/v1/purchase-requests/{request_id}/papers'

export const listDeskCompanies = operation({
  id: 'listDeskCompanies',
  method: 'GET',
  path: '/v1/desk/companies',
  tag,
  summary: 'List the companies of the desk, newest first',
  access: 'requests:read',
  query: Type.Object(cursorQuery),
  response: ref(DeskCompanyListResponse),
  extension: true,
})

export const createDeskCompany = operation({
  id: 'createDeskCompany',
  method: 'POST',
  path: '/v1/desk/companies',
  tag,
  summary: 'Add a company of the desk',
  description: 'Supports `Idempotency-Key`.',
  access: 'desk:manage',
  body: ref(CreateDeskCompanyBody),
  rules: createDeskCompanyFaults,
  success: 201,
  response: ref(DeskCompanyResponse),
  location: '/v1/desk/companies/{id}',
  extension: true,
})

export const readDeskCompany = operation({
  id: 'readDeskCompany',
  method: 'GET',
  path: '/v1/desk/companies/{company_id}',
  tag,
  summary: 'Read a company of the desk',
  access: 'requests:read',
  params: companyParams,
  response: ref(DeskCompanyResponse),
  extension: true,
})

export const updateDeskCompany = operation({
  id: 'updateDeskCompany',
  method: 'PATCH',
  path: '/v1/desk/companies/{company_id}',
  tag,
  summary: 'Change a company of the desk',
  description: 'Papers that were issued stay as they are.',
  access: 'desk:manage',
  params: companyParams,
  body: ref(UpdateDeskCompanyBody),
  rules: updateDeskCompanyFaults,
  response: ref(DeskCompanyResponse),
  ifMatch: true,
  extension: true,
})

export const readClientContract = operation({
  id: 'readClientContract',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/contract',
  tag,
  summary: 'Read the contract with an organization',
  access: 'requests:read',
  params: organizationParams,
  response: ref(ClientContractResponse),
  extension: true,
})

export const setClientContract = operation({
  id: 'setClientContract',
  method: 'PUT',
  path: '/v1/organizations/{organization_id}/contract',
  tag,
  summary: 'Set the contract with an organization',
  description: 'Papers that are issued from now on name it as their ground. The same again changes nothing.',
  access: 'requests:process',
  params: organizationParams,
  body: ref(SetClientContractBody),
  response: ref(ClientContractResponse),
  extension: true,
})

export const makeReconciliationAct = operation({
  id: 'makeReconciliationAct',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/reconciliation-act',
  tag,
  summary: 'Make a reconciliation act (акт сверки) of an organization and some days',
  description:
    'From the books as they are now: the opening balance, each document, turnovers, the closing balance, and both ' +
    'signatures. It is recorded in the audit log.',
  access: 'requests:read',
  params: organizationParams,
  query: ReconciliationActQuery,
  produces: {
    types: [paperType, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    schema: Type.String({ format: 'binary', description: 'The act' }),
  },
  releases: true,
  noHead: true,
  extension: true,
})

export const listPapers = operation({
  id: 'listPapers',
  method: 'GET',
  path: papersPath,
  tag,
  summary: 'List the papers of a purchase request, newest first',
  access: 'requests:read',
  params: requestParams,
  query: Type.Object(cursorQuery),
  response: ref(PaperListResponse),
  extension: true,
})

export const issuePaper = operation({
  id: 'issuePaper',
  method: 'POST',
  path: papersPath,
  tag,
  summary: 'Issue an invoice or an act',
  description:
    'The paper gets its number and keeps the data of this moment. The PDF is made from them in the background. Supports `Idempotency-Key`.',
  access: 'requests:process',
  params: requestParams,
  body: ref(IssuePaperBody),
  rules: issuePaperFaults,
  success: 201,
  response: ref(PaperResponse),
  location: '/v1/purchase-requests/{request_id}/papers/{id}',
  extension: true,
})

export const readPaper = operation({
  id: 'readPaper',
  method: 'GET',
  path: `${papersPath}/{paper_id}`,
  tag,
  summary: 'Read a paper',
  access: 'requests:read',
  params: paperParams,
  response: ref(PaperResponse),
  extension: true,
})

export const findPaper = operation({
  id: 'findPaper',
  method: 'GET',
  path: '/v1/papers/{paper_id}',
  tag,
  summary: 'Read a paper whose purchase request is not known',
  description: 'The response names the request.',
  access: 'requests:read',
  params: Type.Object({ paper_id: paperParams.properties.paper_id }),
  response: ref(PaperResponse),
  extension: true,
})

export const archivePapers = operation({
  id: 'archivePapers',
  method: 'GET',
  path: '/v1/paper-archive',
  tag,
  summary: 'Download all invoices and acts of some days in one ZIP',
  description:
    'By their date; those that no longer hold have a stamp. 503 `paper_rendering` while a PDF is being made. It is recorded in the audit log.',
  access: 'requests:read',
  query: PaperArchiveQuery,
  produces: {
    types: ['application/zip'],
    schema: Type.String({ format: 'binary', description: 'The archive' }),
  },
  releases: true,
  noHead: true,
  extension: true,
})

export const readPaperContent = operation({
  id: 'readPaperContent',
  method: 'GET',
  path: `${papersPath}/{paper_id}/content`,
  tag,
  summary: 'Download the PDF of a paper',
  description:
    'Waits up to five seconds while the PDF is being made, then fails with 503 `paper_rendering` and `Retry-After`.',
  access: 'requests:read',
  params: paperParams,
  produces: {
    types: [paperType],
    schema: Type.String({ format: 'binary', description: 'The bytes of the PDF' }),
  },
  inParts: true,
  extension: true,
})

export const voidPaper = operation({
  id: 'voidPaper',
  method: 'POST',
  path: `${papersPath}/{paper_id}/void`,
  tag,
  summary: 'Say that a paper no longer holds',
  description:
    'Its number is not used again, and its file stays. Repeating it with the same reason changes nothing.',
  access: 'requests:process',
  params: paperParams,
  body: ref(VoidPaperBody),
  response: ref(PaperResponse),
  extension: true,
})
