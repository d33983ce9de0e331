import { type ComponentType, lazy } from 'react'
import { connection } from '../../api/connection.ts'
import { restOfTexts } from '../../i18n/i18n-provider.ts'

/** A page that shows what everybody sees first: its texts are there already. */
export function firstPage<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return loadedLater(load)
}

/** A part of the console that is loaded when it is first shown, with its texts. Without a connection, it waits for it. */
export function lazyPage<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return loadedLater(async () => {
    const [loaded] = await Promise.all([load(), restOfTexts()])
    return loaded
  })
}

function loadedLater<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: { default: ComponentType<Props> } | undefined
  const page = lazy(() => (loaded ? atOnce(loaded) : loadWhenReachable(load)))
  async function loadAhead() {
    // What cannot be loaded ahead is loaded when it is shown.
    loaded = await load().catch(() => undefined)
  }
  return Object.assign(page, { loadAhead: () => void loadAhead() })
}

/** A promise would be waited for, and something else be shown meanwhile. */
function atOnce<T>(value: T): Promise<T> {
  const known: PromiseLike<T> = {
    // biome-ignore lint/suspicious/noThenProperty: lazy() takes it for a promise that has been kept
    then: (resolve) => {
      resolve?.(value)
      return known as never
    },
  }
  return known as Promise<T>
}

const reloaded = 'kontor.reloaded'

async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load()
    sessionStorage.removeItem(reloaded)
    return loaded
  } catch (error) {
    if (!(await connection.check())) {
      await connection.back()
      return loadWhenReachable(load)
    }
    // After an update of the service, the files of this page no longer exist: a new page knows the new ones.
    if (sessionStorage.getItem(reloaded) !== null) throw error
    sessionStorage.setItem(reloaded, '1')
    window.location.reload()
    return new Promise(() => undefined)
  }
}
