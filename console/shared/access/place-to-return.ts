/** The page that was open when the last session in this tab ended. */
let remembered: string | null = null

export function rememberPlace(place: string): void {
  remembered = place
}

/** Where to go after signing in: the page that was open before, the one that asked for it, or the overview. */
export function placeToReturn(state: { nextPathname?: string; nextSearch?: string } | null): string {
  const { nextPathname = '/login', nextSearch = '' } = state ?? {}
  const asked = nextPathname === '/login' ? null : `${nextPathname}${nextSearch}`
  return remembered ?? asked ?? '/'
}
