import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

// A file of a form is a Blob. This is how the authors of openapi-typescript say it: https://openapi-ts.dev/node
const blob = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'))
const tree = await openapiTS(JSON.parse(readFileSync('generated/openapi.json', 'utf8')), {
  transform: (schema) => (schema.format === 'binary' ? blob : undefined),
})
writeFileSync('generated/openapi-typescript.ts', astToString(tree))
