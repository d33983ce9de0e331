import { randomBytes } from 'node:crypto'
import type { Role } from '../../contract/api/roles.ts'
import type { Session, World } from './world.ts'

export interface RightRequest {
  path: string
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** The session it must be sent in, where not any of its role will do. */
  session?: Session
}

/**
 * Makes a request that is answered with success when it comes from somebody who may send it. Without a role it comes
 * from a key or from nobody.
 */
export type Maker = (world: World, role: Role | undefined) => Promise<RightRequest>

/** By the id of the operation. Those that take nothing need no entry: they are asked for at their path. */
export type Requests = Record<string, Maker>

/** What each operation that may change something leaves in the list of changes, or why it leaves nothing. */
export type Changes = Record<string, string[] | string>

export const ofOrganization = (rest: string, make: (world: World) => Promise<string>): Maker => {
  return async (world) => ({ path: `/v1/organizations/${await make(world)}${rest}` })
}

export const ofRequest = (rest: string, body?: unknown): Maker => {
  return async (world) => ({
    path: `/v1/purchase-requests/${(await world.purchaseRequest()).id}${rest}`,
    body,
  })
}

export const slot = (rest: string, body?: unknown): Maker => {
  return async (world) => {
    const { organizationId } = await world.document('charter')
    return { path: `/v1/organizations/${organizationId}/documents/charter${rest}`, body }
  }
}

/** An act that the caller asked for, and that a second administrator has approved. */
export const approved = (method: string, make: Maker): Maker => {
  return async (world, role) => {
    const request = await make(world, role)
    if (!role) return request
    const session = request.session ?? (await world.signIn(role))
    const { context } = await world.ask(method, request.path, session, request.body)
    if (context?.approval_id) await world.vote(context.approval_id)
    return { ...request, session }
  }
}

export const newAddress = () => `0x${randomBytes(20).toString('hex')}`
export const bookAddress = () => ({
  network: 'ethereum',
  address: newAddress(),
  label: 'Биржа',
  owner: 'ООО «Ромашка»',
})
