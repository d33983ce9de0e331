import Fastify from 'fastify'
import { startMeasuredService } from './measured-service.ts'
import { trivial } from './trivial.ts'

const { service, serve } = await startMeasuredService()
trivial(service.app, '/v1/trivial', { access: 'anyone' })
const bare = Fastify()
trivial(bare, '/v1/trivial')

await serve(
  async () => ({ bare: await bare.listen({ port: 0 }) }),
  () => bare.close(),
)
