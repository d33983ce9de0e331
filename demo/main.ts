// npm run demo: starts an instance with sample data, on a temporary data directory.
import { join } from 'node:path'
import { owner, startInstance } from './instance.ts'
import { seed, team } from './seed.ts'

const registerSize = '3000'
const port = Number(process.env.PORT || 8080)

console.log('kontor: starting a temporary instance with sample data …')
const instance = await startInstance(port)
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
})
try {
  const register = join(instance.dataDir, 'register.csv')
  await instance.kontor('parties', 'generate', '--count', registerSize, '--out', register)
  await instance.kontor('parties', 'import', register)
  await seed(instance)
  const people = [{ email: owner.email, role: 'owner' }, ...team]
  console.log(`
Kontor is running at ${instance.url.replace('127.0.0.1', 'localhost')}

Sign in with the password "${owner.password}" as one of:
${people.map(({ email, role }) => `  ${email.padEnd(20)} ${role}`).join('\n')}

All data is invented. Ctrl-C stops the instance and deletes its data.`)
  await Promise.race([stopped, instance.ended])
} finally {
  await instance.stop()
}
