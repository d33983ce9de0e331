import { type FileSystem, nodeFileSystem, type OpenFile } from '../../server/platform/files/file-system.ts'

/** The real file system. `onCall` is told of each call that changes something, before it is made. */
export function countedCalls(onCall: (call: string) => void): FileSystem {
  const told =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      onCall(name)
      return work(...args)
    }
  return {
    ...nodeFileSystem,
    async open(path, flags, mode) {
      if (flags !== 'r') onCall('create')
      const file = await nodeFileSystem.open(path, flags, mode)
      const counted: OpenFile = {
        fd: file.fd,
        read: (...args) => file.read(...args),
        writev: told('write', (...args: Parameters<OpenFile['writev']>) => file.writev(...args)),
        truncate: (length) => file.truncate(length),
        sync: told(flags === 'r' ? 'sync directory' : 'sync', () => file.sync()),
        stat: () => file.stat(),
        close: () => file.close(),
      }
      return counted
    },
    mkdir: told('mkdir', nodeFileSystem.mkdir),
    rename: told('rename', nodeFileSystem.rename),
    link: told('link', nodeFileSystem.link),
    unlink: told('unlink', nodeFileSystem.unlink),
  }
}
