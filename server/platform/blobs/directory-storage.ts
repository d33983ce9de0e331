import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DurableFiles } from '../files/durable-files.ts'
import {
  BlobMissing,
  type BlobStore,
  createDraft,
  draftsIn,
  isMissing,
  nothingIfMissing,
  readFile,
  undefinedIfMissing,
} from './blob-storage.ts'

/** Blobs as files: `<directory>/<last two characters of the name>/<name>`, with drafts in `<directory>/incoming`. */
export function createDirectoryStore(url: string, directory: string, files: DurableFiles): BlobStore {
  const draftDirectory = join(directory, 'incoming')
  const directoryOfBlob = (name: string) => join(directory, name.slice(-2))
  const pathOf = (name: string) => join(directoryOfBlob(name), name)

  return {
    url,
    draftDirectory,
    createDraft: (name) => createDraft(draftDirectory, name, files),

    async publish(name, draft) {
      await draft.sync()
      await files.makeDirectory(directoryOfBlob(name))
      await files.move(draft.path, pathOf(name))
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

    remove: (name) => files.remove(pathOf(name)),

    async *list() {
      for (const subdirectory of await readdir(directory).catch(nothingIfMissing)) {
        if (!/^[0-9a-f]{2}$/.test(subdirectory)) continue
        for (const name of await readdir(join(directory, subdirectory)).catch(nothingIfMissing)) {
          const found = await stat(pathOf(name)).catch(undefinedIfMissing)
          if (found) yield { name, size: found.size, modifiedAt: found.mtime }
        }
      }
    },

    leftovers: () => draftsIn(draftDirectory, files),

    close() {},
  }
}
