import { startOidc } from '../../../contract/operations/administrators/single-sign-on.ts'

const key = 'kontor.place'

/** Leaves the console for the identity provider. Remembers the open page of this tab, to come back to it. */
export function goToProvider({
  place,
  reauthenticate = false,
}: {
  place: string
  reauthenticate?: boolean
}): void {
  sessionStorage.setItem(key, place)
  window.location.assign(startOidc.path + (reauthenticate ? '?reauthenticate=true' : ''))
}

/** The page that was open before. */
export function placeBeforeProvider(): string {
  const place = sessionStorage.getItem(key)
  // One slash: two would begin the name of another host.
  return place !== null && /^\/(?!\/)/.test(place) ? place : '/'
}
