export type { ChangesOptions } from './changes.ts'
export {
  createKontor,
  type InputOf,
  type Kontor,
  type KontorOptions,
  type ListId,
  type OperationId,
  type PagePromise,
  type ResponseOf,
} from './client.ts'
export type { Clock } from './clock.ts'
export {
  ConnectionError,
  CursorExpiredError,
  ForeignAnswerError,
  KontorError,
  type RequestFault,
  TimeoutError,
} from './errors.ts'
export type * from './generated-types.ts'
export { type SignedWebhook, verifyWebhook, WebhookVerificationError } from './webhook.ts'
export type { Answer, CallOptions, Fetch } from './wire.ts'
