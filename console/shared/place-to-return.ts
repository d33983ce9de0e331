/** The page that was open when the session ended. */
let remembered: string | null = null

export function rememberPlace(place: string): void {
  remembered = place
}

/** Where to go after signing in: the page that asked for it, the one that was open before, or the overview. */
export function placeToReturn(state: { nextPathname?: string; nextSearch?: string } | null): string {
  const { nextPathname = '/login', nextSearch = '' } = state ?? {}
  const asked = nextPathname === '/login' ? null : `${nextPathname}${nextSearch}`
  return remembered ?? asked ?? '/'
}

export function forgetPlace(): void {
  remembered = null
}
