import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  ImportPartyRegisterBody,
  PartyRegisterResponse,
  RegisterImport,
} from '../../organizations/party-register.ts'

const tag = {
  name: 'Party register',
  isPreview: true,
  description: 'Where organizations are found before they are onboarded.',
}

export const readPartyRegister = operation({
  id: 'readPartyRegister',
  method: 'GET',
  path: '/v1/party-register',
  tag,
  summary: 'Read what the party register contains, and how far an import is',
  access: 'organizations:read',
  extension: true,
  response: ref(PartyRegisterResponse),
})

export const importPartyRegister = operation({
  id: 'importPartyRegister',
  method: 'POST',
  path: '/v1/party-register/imports',
  tag,
  summary: 'Import the party register',
  description:
    'Replaces the whole register, or changes nothing. The response comes when the files have arrived; the import goes on ' +
    'in the background, and `GET /v1/party-register` shows how far it is. The search uses the old register until then. ' +
    'An invalid row costs only itself and is reported.',
  access: 'desk:manage',
  body: ref(ImportPartyRegisterBody),
  bodyType: 'multipart',
  fileTypes: ['application/zip', 'application/xml', 'text/csv', 'application/x-ndjson'],
  success: 202,
  response: ref(RegisterImport),
  extension: true,
})
