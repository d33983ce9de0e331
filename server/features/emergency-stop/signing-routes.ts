import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/control/signing.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { SigningService } from './signing-service.ts'

export function signingRoutes(app: FastifyInstance, service: SigningService): void {
  route(app, operations.readSigning, () => service.read())
  route(app, operations.stopSigning, ({ body, actor }) => service.stop(body, actor))
  route(app, operations.startSigning, ({ actor }) => service.start(actor))
}
