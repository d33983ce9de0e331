import { expect, test } from 'vitest'
import { namedSchemas, operations } from '../../contract/operations/features.ts'

// A list whose rows are whole records shows a row as the record until its page has read it (hasWholeRows).

interface Schema {
  $id?: string
  $ref?: string
  properties?: { items?: { items?: Schema } }
}

test.each([
  ['filterPurchaseRequests', 'readPurchaseRequest'],
  ['filterOrganizations', 'readOrganization'],
  ['listApprovals', 'readApproval'],
  ['listAcquisitions', 'readAcquisition'],
  ['listWebhooks', 'readWebhook'],
  ['listDeskCompanies', 'readDeskCompany'],
  ['listStatements', 'readStatement'],
])('a row of %s is what %s answers', (list, read) => {
  const answerOf = (id: string) => operations.find((one) => one.id === id)?.response as Schema | undefined
  const page = (namedSchemas as readonly Schema[]).find(({ $id }) => $id === answerOf(list)?.$ref)
  expect(page?.properties?.items?.items?.$ref).toBeTypeOf('string')
  expect(page?.properties?.items?.items?.$ref).toBe(answerOf(read)?.$ref)
})
