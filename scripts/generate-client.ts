// Writes the table of operations and the types of the client package from the contract.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './client-types.ts'
import { root } from './installation.mjs'

for (const [name, text] of Object.entries(generatedFiles())) {
  writeFileSync(join(root, 'client/src', name), text)
}
