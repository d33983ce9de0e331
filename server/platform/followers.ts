/** What is told of an event of a follower. */
type Told<Follower, Event extends keyof Follower> = Parameters<
  Extract<Follower[Event], (...given: never[]) => unknown>
>

export interface Followers<Follower> {
  add(follower: Follower): void
  tell<Event extends keyof Follower>(event: Event, ...told: Told<Follower, Event>): Promise<void>
}

/** What other features do when something happens in one of them. They register when the service is built. */
export function createFollowers<Follower>(): Followers<Follower> {
  const followers: Follower[] = []
  return {
    add(follower) {
      followers.push(follower)
    },

    async tell(event, ...told) {
      for (const follower of followers) {
        const follow = follower[event] as ((...told: unknown[]) => unknown) | undefined
        await follow?.(...told)
      }
    },
  }
}
