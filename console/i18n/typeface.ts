const face = '1rem "Golos Text Variable"'

/**
 * Loads the letters of a language, so that the first page is drawn with them and nothing jumps. Without them it is drawn
 * with those of the system. Names of companies are mostly Cyrillic: an English page gets those letters a little later.
 */
export async function loadTypeface(locale: string): Promise<void> {
  const cyrillic = document.fonts.load(face, 'я').catch(() => [])
  await Promise.race([
    Promise.all([document.fonts.load(face, 'a'), locale === 'ru' && cyrillic]).catch(() => []),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])
}

/** In milliseconds. A page with other letters is better than none. */
const patience = 1_000
