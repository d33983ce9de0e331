import { createWebhookPause } from '../server/features/webhooks/webhook-pause.ts'
import { cli } from '../server/platform/actor.ts'
import { type Command, withDatabase } from './command/command.ts'

type Pause = ReturnType<typeof createWebhookPause>
type State = Awaited<ReturnType<Pause['read']>>

export const webhooksStatus = command('status', 'Show whether webhooks are being delivered', (pause) =>
  pause.read(),
)

export const webhooksPause = command(
  'pause',
  'Stop delivering webhooks; events are kept for later',
  (pause, name) => pause.set(true, cli(name)),
)

export const webhooksResume = command(
  'resume',
  'Deliver webhooks again, also the events that were kept',
  (pause, name) => pause.set(false, cli(name)),
)

function command(
  word: string,
  summary: string,
  act: (pause: Pause, name: string) => Promise<State>,
): Command {
  const name = `webhooks ${word}`
  return {
    name,
    summary,
    run: () =>
      withDatabase(async ({ db }) => {
        const state = await act(createWebhookPause({ db, now: () => new Date() }), name)
        process.stdout.write(`${describe(state)}\n`)
        return 0
      }),
  }
}

function describe({ paused, paused_at, paused_by }: State): string {
  return paused
    ? `Webhooks are paused since ${paused_at} by ${paused_by}. Run 'kontor webhooks resume' to deliver them again.`
    : 'Webhooks are being delivered.'
}
