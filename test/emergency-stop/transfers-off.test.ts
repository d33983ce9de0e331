import { expect, test } from 'vitest'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('unless transfers are switched on, that is said, and a stop works all the same', async () => {
  const owner = await server.signIn('owner')
  expect((await owner.get('/v1/signing')).body).toMatchObject({ is_enabled: false, is_stopped: false })
  const stopped = await owner.post('/v1/signing/stop', {})
  expect(stopped).toMatchObject({ status: 200, body: { is_enabled: false, is_stopped: true } })
})
