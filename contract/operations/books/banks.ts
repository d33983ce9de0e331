import { Type } from 'typebox'
import { field, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  BankRegisterResponse,
  BankResponse,
  BanksImportResponse,
  ImportBanksBody,
} from '../../books/banks.ts'

const tag = {
  name: 'Banks',
  isPreview: true,
  description: 'Banks of Russia by their BIK.',
}
const shared = { tag, extension: true } as const

export const readBankRegister = operation({
  ...shared,
  id: 'readBankRegister',
  method: 'GET',
  path: '/v1/banks',
  summary: 'Read of which day the register of banks is',
  access: 'organizations:read',
  response: ref(BankRegisterResponse),
})

export const importBanks = operation({
  ...shared,
  id: 'importBanks',
  method: 'POST',
  path: '/v1/banks/import',
  summary: 'Import the register of banks',
  description:
    'Reads the whole register of BIK that the Bank of Russia publishes every day (ED807) and replaces the one that is ' +
    'there. A file that cannot be read, has only changes, or is older changes nothing, and the response says why.',
  access: 'desk:manage',
  body: ref(ImportBanksBody),
  bodyType: 'multipart',
  fileTypes: ['application/xml'],
  response: ref(BanksImportResponse),
})

export const readBank = operation({
  ...shared,
  id: 'readBank',
  method: 'GET',
  path: '/v1/banks/{bik}',
  summary: 'Find a bank by its BIK',
  access: 'organizations:read',
  params: Type.Object({ bik: field(Type.String(), 'The BIK: nine digits', '044525999') }),
  response: ref(BankResponse),
})
