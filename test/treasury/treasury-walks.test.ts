import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../support/cases/random.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { testSeed } from '../support/cases/seed.ts'
import { transfersOn } from '../support/given/given-transfer.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { type Client, client, startServer, type TestServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'
import { expectClosed, expectSound, expectStepSound } from './walk/sound.ts'
import { stepNames, takeStep } from './walk/steps.ts'
import { givenWorld, type World } from './walk/world.ts'

const dayMs = 86_400_000

/** Today in the time zone of the books. */
function dayOn({ clock }: TestServer): string {
  return new Date((clock.at ?? new Date()).getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
}

/** The next day begins, and who was signed in has to do that again. */
function sleepOver({ clock, signIn }: TestServer): Promise<Client> {
  clock.at = new Date((clock.at ?? new Date()).getTime() + dayMs)
  return signIn('owner')
}

/** Closes all days up to today, looks, and opens them again, so that the next close posts a difference. */
async function close(world: World): Promise<void> {
  const { server } = world
  const through = dayOn(server)
  const owner = await sleepOver(server)
  await expectClosed(world, owner, through)
  await expectSound(world, owner, dayOn(server))
  expect((await owner.post('/v1/books/reopen', { through: null })).status).toBe(200)
}

describe('random walks of acquisitions, deals and transfers', () => {
  const server = startServer({ env: transfersOn, connections: 4 })

  test('position, lots, results and books agree', { timeout: scaled(300_000, 1_800_000) }, async () => {
    const random = randomFrom(testSeed())
    const world = await givenWorld(server, random)
    for (let walk = 0; walk < scaled(2, 8); walk += 1) {
      let owner = await server.signIn('owner')
      for (let step = 0; step < scaled(45, 60); step += 1) {
        if (random.chance(0.1)) owner = await sleepOver(server)
        await takeStep(world, owner)
        await expectStepSound(world, owner, dayOn(server))
      }
      await expectSound(world, owner, dayOn(server))
      await close(world)
    }
    // A walk in which nothing happens proves nothing.
    const expected = isFull ? stepNames : ['acquire', 'sell', 'prepare', 'moveCoins', 'sign', 'confirm']
    expect([...world.done.keys()], [...world.refused].join('\n')).toEqual(expect.arrayContaining(expected))
  })
})

describe.runIf(isFull)('the same on two nodes at once, while others are killed', () => {
  const server = startServer({ env: transfersOn, connections: 4 })

  test('position, lots, results and books agree', { timeout: 1_800_000 }, async () => {
    const random = randomFrom(testSeed() + 1)
    const owner = await server.signIn('owner')
    const world = await givenWorld(server, random)
    const second = await startSecondNode(server)
    const other = client(second, owner.token)
    try {
      for (let walk = 0; walk < 6; walk += 1) {
        for (let step = 0; step < 30; step += 1) {
          if (random.chance(0.3)) await Promise.all([takeStep(world, owner), takeStep(world, other)])
          else if (random.chance(0.9)) await takeStep(world, random.pick([owner, other]))
          else await killAtWork(world, owner.token, random.below(400))
        }
        await expectSound(world, owner, dayOn(server))
      }
      await close(world)
    } finally {
      await second.stop()
    }
  })
})

/** Lets somebody work on a node of its own, and kills it after so many milliseconds: what was not answered may have been done. */
async function killAtWork(world: World, token: string | null, ms: number): Promise<void> {
  const { server } = world
  const node: ServiceProcess = await startProcess({
    ...transfersOn,
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_KYB_REQUIRES: 'none',
  })
  let isKilled = false
  try {
    await untilReady(node)
    const by = client(node, token)
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
  } finally {
    node.child.kill('SIGKILL')
  }
}
