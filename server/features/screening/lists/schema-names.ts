import type { Schema } from '../model/entry.ts'

const schemas: Record<string, Schema> = {
  person: 'Person',
  company: 'Company',
  organization: 'Organization',
  publicbody: 'Organization',
  legalentity: 'LegalEntity',
  vessel: 'Vessel',
  airplane: 'Airplane',
}

/** The schema of a name as lists write it. Undefined for what is nobody. */
export function schemaOf(text: string): Schema | undefined {
  return schemas[text.trim().toLowerCase()]
}
