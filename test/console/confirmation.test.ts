import { expect, test } from 'vitest'
import { KontorError } from '../../client/src/errors.ts'
import { confirmation, confirmed } from '../../console/api/confirmation.ts'

const refusal = (status: number, content: object) => new KontorError(status, new Headers(), content)
const unproven = refusal(401, {
  code: 'reauthentication_required',
  detail: 'Sign in again to do this.',
  context: { max_age: 900, passkey: false },
})
const unreasoned = refusal(422, {
  detail: [{ loc: ['header', 'kontor-reason'], msg: 'Field required', type: 'missing' }],
})

/** A service that refuses with these errors, one after the other, and then answers. */
function refusing(...errors: unknown[]) {
  const sent: Readonly<Record<string, string>>[] = []
  return {
    sent,
    send: async (headers: Readonly<Record<string, string>>) => {
      sent.push(headers)
      const error = errors.shift()
      if (error) throw error
      return 'done'
    },
  }
}

async function asked(kind: string): Promise<void> {
  await expect.poll(() => confirmation.question()?.kind).toBe(kind)
}

test('the proof and the reason are asked for, and the request is sent again with the reason', async () => {
  const { send, sent } = refusing(unproven, unreasoned)
  const done = confirmed(send, { 'if-match': '"1"' })
  await asked('proof')
  expect(confirmation.question()).toEqual({ kind: 'proof', maxAge: 900, lacks: 'proof' })
  confirmation.answer('')
  await asked('reason')
  confirmation.answer('Проверка')
  expect(await done).toBe('done')
  expect(confirmation.question()).toBeNull()
  expect(sent.at(-1)).toEqual({ 'if-match': '"1"', 'kontor-reason': encodeURIComponent('Проверка') })
})

test('a proof that does not help is asked for once', async () => {
  const { send } = refusing(unproven, unproven)
  const done = confirmed(send)
  await asked('proof')
  confirmation.answer('')
  await expect(done).rejects.toBe(unproven)
})

test('whoever cancels sees the refusal', async () => {
  const { send, sent } = refusing(unproven)
  const done = confirmed(send)
  await asked('proof')
  confirmation.answer(null)
  await expect(done).rejects.toBe(unproven)
  expect(sent).toHaveLength(1)
})

test('requests at the same time share one proof', async () => {
  const [first, second] = [refusing(unproven), refusing(unproven)]
  const both = Promise.all([confirmed(first.send), confirmed(second.send)])
  await asked('proof')
  confirmation.answer('')
  expect(await both).toEqual(['done', 'done'])
  expect(confirmation.question()).toBeNull()
})

test('a page with a field for the reason shows the fault itself, and other refusals are not asked about', async () => {
  await expect(confirmed(refusing(unreasoned).send, { 'kontor-reason': '' })).rejects.toBe(unreasoned)
  const forbidden = refusal(403, { code: 'forbidden', detail: 'No.' })
  await expect(confirmed(refusing(forbidden).send)).rejects.toBe(forbidden)
  expect(confirmation.question()).toBeNull()
})
