type Act = () => Promise<unknown>

export type Agenda = ReturnType<typeof createAgenda>

/** What happens when: acts are done in the order of their times, and may add others. */
export function createAgenda() {
  const planned: { at: number; act: Act }[] = []
  return {
    add(at: number, act: Act): void {
      const later = planned.findIndex((other) => other.at > at)
      planned.splice(later === -1 ? planned.length : later, 0, { at, act })
    },
    /** Does everything up to a time. What is later is never done: it is still to be done today. */
    async run(until: number, before: (at: number) => Promise<void>): Promise<void> {
      for (let next = planned.shift(); next && next.at <= until; next = planned.shift()) {
        await before(next.at)
        await next.act()
      }
    },
  }
}

const hour = 3600 * 1000

/** The same moment, or the next one at which people work: on weekdays from 9 to 18 h in Moscow. */
export function atWork(at: number): number {
  const opens = new Date(at).setUTCHours(6, 0, 0, 0)
  // What comes in the evening or at the weekend is done in the first hours of the next working day, in the same order.
  const within = at - opens
  let moment = within < 0 ? opens + (within / hour + 6) * 0.1 * hour : at
  if (within >= 9 * hour) moment = opens + 24 * hour + (within - 9 * hour) * 0.1
  while ([0, 6].includes(new Date(moment).getUTCDay())) moment += 24 * hour
  return moment
}
