import type { FastifyRequest } from 'fastify'
import { type Act, definitionOf } from '../../../../contract/api/acts.ts'
import { isId } from '../../../../contract/api/common.ts'
import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { actsOf, type Operation } from '../../../../contract/api/operation.ts'
import { hiddenTextFault } from '../../../../contract/api/visible-text.ts'
import type { Actor } from '../../actor.ts'
import { ActRefused } from '../../authorization/authorization.ts'
import { type Failure, Invalid } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    acts?: Operation['acts']
  }
}

/** Why the proof of the person is not fresh enough for the act. Implemented by the control feature. */
export type RefuseUnlessFresh = (actor: Actor, act: Act) => Failure | undefined | Promise<Failure | undefined>

export const reasonHeader = 'kontor-reason'
export const approvalHeader = 'kontor-approval'
const longestReason = 255

/**
 * Of a request that is an act: keeps what was sent for the policy, and checks that the proof of the person is fresh. The
 * body has been read, but is not validated yet.
 */
export function enterAct(
  request: FastifyRequest,
  refuseUnlessFresh: RefuseUnlessFresh,
): Error | undefined | Promise<Error | undefined> {
  const names = actsOf(request.routeConfig.acts, request.body)
  const [name] = names
  if (!name) return undefined
  const { reason, fault } = readReason(request)
  const approvalId = request.headers[approvalHeader]
  // An id that cannot be one names no approval.
  const named = typeof approvalId === 'string' && isId(approvalId) ? approvalId : null
  const approval = named === null ? null : { id: named, act: name }
  request.actor = { ...request.actor, sent: { reason, approval } }
  const failure = staleProof(request.actor, names, refuseUnlessFresh)
  const orReason = (failure: Failure | undefined) => failure ?? (fault && new Invalid([fault]))
  return failure instanceof Promise ? failure.then(orReason) : orReason(failure)
}

/** The first failure of these acts. Nobody proves who they are for what the policy refuses them anyway. */
export function staleProof(
  actor: Actor,
  [act, ...others]: readonly Act[],
  refuseUnlessFresh: RefuseUnlessFresh,
): ReturnType<RefuseUnlessFresh> {
  if (act === undefined) return undefined
  const failure = actor.permissions.has(definitionOf(act).permission)
    ? refuseUnlessFresh(actor, act)
    : undefined
  const orOthers = (failure: Failure | undefined) => failure ?? staleProof(actor, others, refuseUnlessFresh)
  return failure instanceof Promise ? failure.then(orOthers) : orOthers(failure)
}

/** Null without one, also if it is blank. */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): {
  reason: string | null
  fault?: Fault | undefined
} {
  const sent = headers[reasonHeader]
  if (typeof sent !== 'string') return { reason: null }
  const loc = ['header', reasonHeader]
  try {
    const text = decodeURIComponent(sent).trim()
    if ([...text].length > longestReason || text.includes('\0')) throw new URIError()
    const hidden = hiddenTextFault(text, loc)
    return hidden ? { reason: null, fault: hidden } : { reason: text || null }
  } catch {
    return { reason: null, fault: fault(loc, 'percent_encoding') }
  }
}

/** What is written about a refused act is written after its transaction was rolled back. */
export function followRefusal<T>(response: Promise<T>): Promise<T> {
  return response.catch(async (error: unknown) => {
    throw error instanceof ActRefused ? await error.follow() : error
  })
}
