import type { Changes, Maker, Requests } from '../fuzz/makers.ts'

/** A view of the caller's own: nobody else may change it. */
const ofView = (body?: unknown): Maker => {
  return async (world, role = 'owner') => {
    const session = await world.signIn(role)
    const name = `Вид ${world.next()}-${Date.now()}`
    const { id } = await world.ask('POST', '/v1/views', session, { list: 'organizations', name })
    return { path: `/v1/views/${id ?? 'none'}`, body, session }
  }
}

export const requests: Requests = {
  createView: async (world) => ({
    path: '/v1/views',
    body: { list: 'organizations', name: `Вид ${world.next()}-${Date.now()}`, filters: { q: 'ромашка' } },
  }),
  readView: ofView(),
  updateView: ofView({ shared: true, version: 1 }),
  deleteView: ofView(),
}

export const changes: Changes = {
  createView: ['view.created'],
  updateView: ['view.updated'],
  deleteView: ['view.deleted'],
}
