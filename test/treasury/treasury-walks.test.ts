import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { transfersOn } from '../support/given-transfer.ts'
import { type Client, client, startServer } from '../support/harness.ts'
import { randomFrom } from '../support/random.ts'
import { isFull, scaled } from '../support/scale.ts'
import { startSecondNode } from '../support/second-node.ts'
import { testSeed } from '../support/seed.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/service-process.ts'
import { expectClosed, expectSound, givenWorld, stepNames, takeStep, type World } from './treasury-walk.ts'

const server = startServer({ env: transfersOn, connections: 4 })
const dayMs = 86_400_000
/** In the time zone of the books. */
const day = () =>
  new Date((server.clock.at ?? new Date()).getTime() + 3 * 3_600_000).toISOString().slice(0, 10)

/** Closes all days up to today, looks, and opens them again, so that the next close posts a difference. */
async function close(world: World): Promise<void> {
  const through = day()
  server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + dayMs)
  const owner = await server.signIn('owner')
  await expectClosed(world, owner, through)
  await expectSound(world, owner, day())
  expect((await owner.post('/v1/books/reopen', { through: null })).status).toBe(200)
}

test('random walks of acquisitions, deals and transfers: position, lots, results and books agree', {
  timeout: scaled(300_000, 1_800_000),
}, async () => {
  const random = randomFrom(testSeed())
  const world = await givenWorld(server, random)
  for (let walk = 0; walk < scaled(2, 8); walk += 1) {
    let owner = await server.signIn('owner')
    for (let step = 0; step < scaled(30, 60); step += 1) {
      if (random.chance(0.1)) {
        server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + dayMs)
        owner = await server.signIn('owner')
      }
      await takeStep(world, owner)
    }
    await expectSound(world, owner, day())
    await close(world)
  }
  // A walk in which nothing happens proves nothing.
  const expected = isFull ? stepNames : ['acquire', 'sell', 'prepare', 'moveCoins', 'sign', 'confirm']
  expect([...world.done.keys()]).toEqual(expect.arrayContaining(expected))
})

test.runIf(isFull)(
  'and with two nodes at once, of which one is killed again and again',
  {
    timeout: 1_800_000,
  },
  async () => {
    server.clock.at = null
    const random = randomFrom(testSeed() + 1)
    const owner = await server.signIn('owner')
    const world = await givenWorld(server, random)
    const second = await startSecondNode(server)
    let victim: ServiceProcess | undefined
    const other = client(second, owner.token)
    const nodeOf = () => random.pick([owner, other])
    try {
      for (let walk = 0; walk < 6; walk += 1) {
        for (let step = 0; step < 30; step += 1) {
          if (random.chance(0.3)) await Promise.all([takeStep(world, owner), takeStep(world, other)])
          else if (random.chance(0.9)) await takeStep(world, nodeOf())
          else {
            victim = await startVictim()
            await killWithin(victim, world, client(victim, owner.token), random.below(120))
          }
        }
        await expectSound(world, owner, day())
      }
      await close(world)
    } finally {
      victim?.child.kill('SIGKILL')
      await second.stop()
    }

    async function startVictim(): Promise<ServiceProcess> {
      const started = await startProcess({
        ...transfersOn,
        DATABASE_URL: server.databaseUrl,
        KONTOR_DATA_DIR: server.dataDir,
        KONTOR_KYB_REQUIRES: 'none',
      })
      await untilReady(started)
      return started
    }
  },
)

/** Lets somebody work on a node for so many milliseconds. What was not answered may have been done, or not. */
async function killWithin(node: ServiceProcess, world: World, by: Client, ms: number): Promise<void> {
  let isKilled = false
  const working = (async () => {
    while (!isKilled) await takeStep(world, by)
  })()
  const lost = working.catch((error: unknown) => {
    if (!isKilled) throw error
  })
  await sleep(ms)
  isKilled = true
  node.child.kill('SIGKILL')
  await node.ended
  await lost
}
