import type {
  CreateDeskCompanyBody,
  DeskCompanyResponse,
} from '../../../contract/organizations/desk-companies.ts'
import type { PaperResponse } from '../../../contract/purchase-requests/papers.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { completeInn, completeOgrn } from '../../../contract/values/identifiers.ts'
import type { Client, TestServer } from '../service/harness.ts'
import { approve, complete, givenBuyer, givenRequest, pay, review } from './given-purchase-request.ts'

export const bankAccount = {
  settlement_account: '40702810600000012345',
  bik: '044525999',
  bank_name: 'АО «Пример Банк»',
  correspondent_account: '30101810845250000999',
  currency: 'RUB',
  swift: null,
  iban: null,
  bank_latin_name: null,
  bank_latin_address: null,
  correspondent_bank: null,
}

/** What a company needs for invoices in English and in dollars. */
export const forAbroad = {
  latin_name: 'Kontora LLC',
  latin_address: '7 Lesnaya st., Moscow, Russia',
  bank_accounts: [
    { ...bankAccount, swift: 'EXBKRUMM', bank_latin_name: 'Example Bank JSC' },
    {
      ...bankAccount,
      settlement_account: null,
      bik: null,
      correspondent_account: null,
      currency: 'USD',
      iban: 'AE070331234567890123456',
      swift: 'EXBKAEADXXX',
      bank_latin_name: 'Example Bank PJSC',
      correspondent_bank: { name: 'Correspondent Bank AG', swift: 'CORRUS33', account: '400886601234' },
    },
  ],
}

let companies = 0

/** A company of the desk that does not exist yet. */
export function newCompany(overrides: Partial<CreateDeskCompanyBody> = {}): CreateDeskCompanyBody {
  companies += 1
  return {
    inn: completeInn(String(770_500_000 + companies)),
    kpp: '770501001',
    ogrn: completeOgrn(String(102_770_050_000 + companies)),
    full_name: 'Общество с ограниченной ответственностью «Контора»',
    short_name: 'ООО «Контора»',
    legal_address: 'г. Москва, ул. Лесная, д. 7',
    vat: { rate: null, ground: 'Без НДС', ground_en: 'Without VAT' },
    director: { name: 'Сидоров Пётр Ильич', post: 'Генеральный директор' },
    accountant: 'Иванова Ольга Петровна',
    bank_accounts: [bankAccount],
    ...overrides,
  }
}

export async function givenCompany(
  owner: Client,
  overrides: Partial<CreateDeskCompanyBody> = {},
): Promise<DeskCompanyResponse> {
  const { status, body } = await owner.post('/v1/desk/companies', newCompany(overrides))
  if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`)
  return body
}

/** A request for which an invoice can be issued. */
export async function givenApproved(
  server: TestServer,
  owner: Client,
  overrides: Record<string, unknown> = {},
): Promise<PurchaseRequestResponse> {
  const buyer = await givenBuyer(server)
  return givenRequest(owner, buyer.id, overrides, review, approve)
}

/** A request for which an act can be issued. */
export async function givenCompleted(
  server: TestServer,
  owner: Client,
  completion: { status: string; tx_hash: string } = complete,
): Promise<PurchaseRequestResponse> {
  const buyer = await givenBuyer(server)
  return givenRequest(owner, buyer.id, {}, review, approve, pay, completion)
}

export async function issue(
  client: Client,
  request: { id: string },
  body: Record<string, unknown>,
): Promise<PaperResponse> {
  const issued = await client.post(`/v1/purchase-requests/${request.id}/papers`, { language: 'ru', ...body })
  if (issued.status !== 201) throw new Error(`not issued: ${JSON.stringify(issued.body)}`)
  return issued.body
}

/** The bytes of the PDF, as a client downloads them: while it is being made, it asks again. */
export async function download(
  { url }: { url: string },
  { token }: Client,
  { request_id, id }: PaperResponse,
): Promise<{ headers: Headers; status: number; pdf: Buffer }> {
  const path = `/v1/purchase-requests/${request_id}/papers/${id}/content`
  const read = () => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  let response = await read()
  while (response.status === 503 && response.headers.has('retry-after')) response = await read()
  return {
    status: response.status,
    headers: response.headers,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}
