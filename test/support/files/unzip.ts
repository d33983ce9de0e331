import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive by name. Throws if a checksum or a size is wrong. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [checksum, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset))
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    )
    const start = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const content = inflateRawSync(archive.subarray(data, data + (packed ?? 0)))
    if (crc32(content) !== checksum || content.length !== size) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + nameLength + extra + comment
  }
  return files
}
