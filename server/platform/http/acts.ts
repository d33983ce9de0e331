import type { FastifyRequest } from 'fastify'
import { type Act, definitionOf } from '../../../contract/acts.ts'
import { isId } from '../../../contract/common.ts'
import { fault } from '../../../contract/faults.ts'
import { actOf, type Operation } from '../../../contract/operation.ts'
import type { Actor } from '../actor.ts'
import { ActRefused } from '../authorization/authorization.ts'
import { type Failure, Invalid } from '../errors.ts'

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
 * Notes which act the request is, so that nothing can be recorded as done before the policy has allowed it, and checks
 * that the proof of the person is fresh. The body has been read, but is not validated yet.
 */
export function enterAct(
  request: FastifyRequest,
  refuseUnlessFresh: RefuseUnlessFresh,
): Error | undefined | Promise<Error | undefined> {
  const name = actOf(request.routeConfig.acts, request.body)
  if (!name) return undefined
  const reason = readReason(request)
  const approvalId = request.headers[approvalHeader]
  request.scope.act = {
    name,
    // An id that cannot be one names no approval.
    approvalId: typeof approvalId === 'string' && isId(approvalId) ? approvalId : null,
    reason: reason ?? null,
  }
  const failure = staleProof(request.actor, name, refuseUnlessFresh)
  const orReason = (failure: Failure | undefined) =>
    failure ?? (reason === undefined ? malformedReason() : undefined)
  return failure instanceof Promise ? failure.then(orReason) : orReason(failure)
}

/** Nobody proves who they are for what the policy refuses them anyway. */
export function staleProof(
  actor: Actor,
  act: Act,
  refuseUnlessFresh: RefuseUnlessFresh,
): ReturnType<RefuseUnlessFresh> {
  return actor.permissions.has(definitionOf(act).permission) ? refuseUnlessFresh(actor, act) : undefined
}

export function malformedReason(): Invalid {
  return new Invalid([fault(['header', reasonHeader], 'percent_encoding')])
}

/** Null without one, also if it is blank; undefined if it is malformed or too long. */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): string | null | undefined {
  const sent = headers[reasonHeader]
  if (typeof sent !== 'string') return null
  try {
    const text = decodeURIComponent(sent).trim()
    if (text === '') return null
    return [...text].length <= longestReason && !text.includes('\0') ? text : undefined
  } catch {
    return undefined
  }
}

/** What is written about a refused act is written after its transaction was rolled back. */
export function followRefusal<T>(response: Promise<T>): Promise<T> {
  return response.catch(async (error: unknown) => {
    throw error instanceof ActRefused ? await error.follow() : error
  })
}
