// npm run demo: starts an instance with sample data, on a temporary data directory.
import { owner } from './instance.ts'
import { startWithSampleData } from './sample-data.ts'
import { team } from './team.ts'

if (process.argv.length > 2) {
  console.log('npm run demo takes no arguments. PORT=8081 npm run demo uses another port than 8080.')
  process.exit()
}
const port = Number(process.env.PORT || 8080)

console.log('kontor: starting a temporary instance with ninety days of sample data …')
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
})
const { instance } = await startWithSampleData(port)
try {
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
