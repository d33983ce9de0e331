import { Transform } from 'node:stream'

const notificationResponse = 'A'.charCodeAt(0)

/** Passes on what a PostgreSQL server sends, without its notifications. A pooler in transaction mode loses them like this. */
export function withoutNotifications(): Transform {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      // Each message is a byte for its type and a length that counts itself.
      while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1)
        if (rest[0] !== notificationResponse) this.push(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
      done()
    },
  })
}
