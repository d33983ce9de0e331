import type { FastifyInstance } from 'fastify'
import { readSetup, updateSetupStep } from '../../../contract/operations/work/setup.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { SetupService } from './setup-service.ts'

export function setupRoutes(app: FastifyInstance, service: SetupService): void {
  route(app, readSetup, ({ actor }) => service.read(actor))
  route(app, updateSetupStep, ({ params, body, actor }) => service.update(params.step, body.dismissed, actor))
}
