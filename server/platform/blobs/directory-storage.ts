import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BlobMissing,
  type BlobStore,
  draftsIn,
  isMissing,
  nothingIfMissing,
  readFile,
  undefinedIfMissing,
} from './blob-storage.ts'

/** Blobs as files: `<directory>/<last two characters of the name>/<name>`, with drafts in `<directory>/incoming`. */
export function createDirectoryStore(url: string, directory: string): BlobStore {
  const draftDirectory = join(directory, 'incoming')
  const directoryOfBlob = (name: string) => join(directory, name.slice(-2))
  const pathOf = (name: string) => join(directoryOfBlob(name), name)

  return {
    url,
    draftDirectory,

    async publish(name, draft) {
      await draft.sync()
      if (await mkdir(directoryOfBlob(name), { recursive: true, mode: 0o700 })) await syncDirectory(directory)
      await rename(draft.path, pathOf(name))
      // A rename is durable only after the directory was synced.
      await syncDirectory(directoryOfBlob(name))
      await draft.discard()
    },

    read: (name) =>
      async function* (from, to) {
        const file = await open(pathOf(name)).catch((error) => {
          throw isMissing(error) ? new BlobMissing(`There is no blob ${name}.`) : error
        })
        try {
          yield* readFile(file, from, to)
        } finally {
          await file.close()
        }
      },

    remove: (name) => rm(pathOf(name), { force: true }),

    async *list() {
      for (const subdirectory of await readdir(directory).catch(nothingIfMissing)) {
        if (!/^[0-9a-f]{2}$/.test(subdirectory)) continue
        for (const name of await readdir(join(directory, subdirectory)).catch(nothingIfMissing)) {
          const found = await stat(pathOf(name)).catch(undefinedIfMissing)
          if (found) yield { name, size: found.size, modifiedAt: found.mtime }
        }
      }
    },

    leftovers: () => draftsIn(draftDirectory),

    close() {},
  }
}

async function syncDirectory(path: string) {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
