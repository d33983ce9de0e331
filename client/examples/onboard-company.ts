// Creates an organization, uploads a document, and prints what is still missing.
//   KONTOR_URL=https://kontor.example.com KONTOR_API_KEY=kontor_… node onboard-company.js company.json charter.pdf
// The key needs the scopes organizations:write, documents:write and documents:read.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CreateOrganizationRequest, createKontor, KontorError } from 'kontor-client'

const { KONTOR_URL = 'http://localhost:8080', KONTOR_API_KEY } = process.env
const [companyFile, charterFile] = process.argv.slice(2)
if (!KONTOR_API_KEY || !companyFile || !charterFile) {
  throw new Error('Usage: KONTOR_API_KEY=kontor_… node onboard-company.js company.json charter.pdf')
}
const kontor = createKontor({ url: KONTOR_URL, apiKey: KONTOR_API_KEY })

/** The id of the company: a program that was interrupted can simply be started again. */
async function onboard(company: CreateOrganizationRequest): Promise<string> {
  try {
    return (await kontor.createOrganization({ body: company })).id
  } catch (error) {
    if (!(error instanceof KontorError) || error.code !== 'duplicate') throw error
    return String(error.context.existing_id)
  }
}

try {
  const organization_id = await onboard(JSON.parse(await readFile(companyFile, 'utf8')))
  const file = new File([await readFile(charterFile)], basename(charterFile))
  const charter = await kontor.putCharterDocument({ params: { organization_id }, body: { file } })
  const { inn, documents_summary } = await kontor.readOrganization({ params: { organization_id } })
  console.log(`Organization ${organization_id} with INN ${inn}`)
  console.log(`Charter: version ${charter.version}, ${charter.status}`)
  console.log(`Missing: ${documents_summary.missing.join(', ')}`)
} catch (error) {
  if (!(error instanceof KontorError)) throw error
  console.error(`${error.code}: ${error.message} (request ${error.requestId})`)
  process.exitCode = 1
}
