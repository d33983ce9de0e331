import { loadDesk } from './desk-data.ts'

const [url, count] = process.argv.slice(2) as [string, string]
const organizations = Number(count)
await loadDesk(url, { organizations, documents: organizations * 5, requests: organizations })
