import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { rewrap } from '../../server/platform/vault/rewrap.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { dropDatabase } from '../support/database/superuser.ts'
import { type ServiceProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { emptyDatabase } from '../support/service/harness.ts'
import { keysOf, letSingleKeysRest, runSingleKeys, sealWithSingleKey } from '../support/service/single-key.ts'
import { isEmpty, killGround, newFolder } from './kill-ground.ts'
import { casesOf, fewOf, killAt, rehearse, someOf, startKillable, stepsIn, untilForgotten } from './killed.ts'

const { server, ground, env, kontor, expectSound } = killGround()

test.each(
  chosen(1, [
    ['vault', 'rotate-root'],
    ['vault', 'rotate-key', '--all'],
  ]),
)('%s %s that is killed at any step leaves every secret readable, and is repeated', async (...args) => {
  const command = args.filter((word) => word !== undefined)
  const cases = await rehearse(command, env())
  for (const place of fewOf(cases)) {
    await killAt(command, env(), place)
    await untilForgotten(server.db)
    await expectSound()
    await kontor(command)
  }
  await expectSound()
})

test.runIf(isFull)(
  'the job that seals records of 1.1.0 with keys by purpose leaves every secret readable wherever it is killed, and goes on',
  async () => {
    const [first, second] = ground.organizations as [{ id: string }, { id: string }]
    // Of the first one, records are sealed anew and the key is retired; that of the second one is verified and destroyed.
    const prepare = async () => {
      await sealWithSingleKey(server, second.id)
      await rewrap(server.db, server.service.vault, sealedColumns)
      await letSingleKeysRest(server)
      await sealWithSingleKey(server, first.id)
    }
    const isDone = async () => !(await keysOf(server, second.id)).includes(second.id)
    await prepare()
    const file = join(newFolder('steps'), 'steps')
    const rehearsal = await startKillable(env(), { file })
    await until('the key is destroyed', isDone)
    rehearsal.child.kill('SIGTERM')
    await rehearsal.ended
    const cases = casesOf(file).filter(({ step }) => /vault\/(single-keys|rewrap)\.ts/.test(step))
    // Always amid the records, and before the key is destroyed.
    const amid = cases.filter(({ step }) => /^(update document_versions|delete from)/.test(step))
    expect(amid).toHaveLength(2)
    for (const place of [...amid, ...someOf(cases)]) {
      await prepare()
      const service = await startKillable(env(), { place })
      expect([place, await service.ended]).toEqual([place, 'SIGKILL'])
      await expectSound()
    }
    await runSingleKeys(server)
    expect(await isDone()).toBe(true)
    await expectSound()
  },
)

// In `npm test`, test/upgrades/interrupted-migrations.test.ts kills one.
test.runIf(isFull)(
  'migrations that are killed at any step are applied or not, and the next start applies them',
  async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    const machine = async () => ({
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: newFolder('machine'),
    })
    const cases = await rehearse(['migrate'], await machine())
    for (const place of someOf(cases)) {
      const here = await machine()
      const db = connect(here.DATABASE_URL, { max: 1, unlimited: true })
      try {
        await killAt(['migrate'], here, place)
        await untilForgotten(db)
        if (!(await isEmpty(db))) expect(await appliedTo(db)).toEqual(names)
        await kontor(['migrate'], here)
        expect(await appliedTo(db)).toEqual(names)
      } finally {
        await db.destroy()
        await dropDatabase(here.DATABASE_URL)
      }
    }
  },
)

async function appliedTo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test.runIf(isFull)(
  'an export of the audit log that is killed at any step leaves no file that looks whole',
  async () => {
    const folder = newFolder('exports')
    const command = (file: string) => ['audit', 'export', '--output', join(folder, file)]
    const cases = await rehearse(command('rehearsal'), env())
    for (const [index, place] of someOf(cases).entries()) {
      const file = `killed-${index}.ndjson`
      await killAt(command(file), env(), place)
      await untilForgotten(server.db)
      if (existsSync(join(folder, file))) await expectWholeLog(join(folder, file))
      // The same name again.
      await kontor(command(file))
      await expectWholeLog(join(folder, file))
    }
    await kontor(command('next'))
    await expectWholeLog(join(folder, 'next'))
    expect(readdirSync(folder).filter((name) => name.startsWith('next'))).toEqual(['next'])
    await expectSound()
  },
)

/** Its last line is that of an export: each records itself before it reads. */
async function expectWholeLog(path: string): Promise<void> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { event, seq } = JSON.parse(lines.at(-1) as string)
  expect([event.action, lines.length]).toEqual(['audit.exported', seq])
}

test.runIf(isFull).each(['csv', 'xlsx'])(
  'a list as %s whose service is killed at any step is never taken for whole',
  async (format) => {
    // The tests before this one take longer than a session that nobody refreshes, and than a node that does not say that it
    // lives is trusted to sign people in.
    await server.service.tokens.beat()
    const { token } = await server.signIn('owner')
    const ask = async (service: ServiceProcess) => {
      const response = await fetch(`${service.url}/v1/exports/organizations?format=${format}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
    }
    const file = join(newFolder('steps'), 'steps')
    const rehearsal = await startKillable(env(), { file })
    await untilReady(rehearsal)
    const ofTheStart = new Set(stepsIn(file))
    const whole = await ask(rehearsal)
    expect(whole.status).toBe(200)
    rehearsal.child.kill('SIGTERM')
    await rehearsal.ended
    // What else the service does has its own tests.
    const isOfTheList = (step: string) => /\/(exports|lists)\//.test(step) && !ofTheStart.has(step)
    const cases = casesOf(file, isOfTheList)
    expect(cases.length).toBeGreaterThan(0)
    for (const place of someOf(cases)) {
      const service = await startKillable(env(), { place })
      await untilReady(service)
      const sent = await ask(service).catch(() => undefined)
      // After the last byte, the file is whole.
      if (sent !== undefined) expect(sent).toEqual(whole)
      expect([place, await service.ended]).toEqual([place, 'SIGKILL'])
    }
    await expectSound()
  },
)
